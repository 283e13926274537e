package io.gnomon.controller.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.NodeSharing;
import io.gnomon.events.machine.PartitionState;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.slurm.value.HostList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * What the events say of preemption is simulated: job 0 runs on the only node and would end after
 * 600 s, and job 1 requests the whole node.
 */
class MirrorOfPreemptionTest {
  private static final long ORIGIN = 1_700_000_000;
  private static final int NONE = EventData.NONE;
  private static final int CPUS = 16;

  private final Mirror mirror = new Mirror(ORIGIN, CPUS, new MirrorListener() {});

  private static DeclaredMachine machine(PreemptMode low) {
    return new DeclaredMachine(
        List.of(new NodeGroup(HostList.of("n1"), CPUS)),
        List.of(partition("low", 1, low, 120), partition("high", 2, PreemptMode.CLUSTER, NONE)),
        List.of(),
        null,
        List.of(),
        Map.of());
  }

  private static MachinePartition partition(
      String name, int tier, PreemptMode mode, int graceSeconds) {
    return new MachinePartition(
        name,
        HostList.of("n1"),
        NONE,
        NONE,
        NONE,
        NONE,
        tier,
        NodeSharing.CORES,
        NONE,
        NONE,
        null,
        List.of(),
        List.of(),
        false,
        false,
        PartitionState.UP,
        mode,
        graceSeconds);
  }

  private static Accounting accounting(List<String> preempted) {
    return DeclaredSite.accounting(
        new PriorityWeights(0, 0, 0, 0, 0, 0, Map.of()),
        List.of(DeclaredSite.account("physics"), DeclaredSite.user("physics", "ada")),
        qos("normal", 10, List.of(), PreemptMode.REQUEUE, 60),
        qos("urgent", 100, preempted, PreemptMode.CLUSTER, NONE));
  }

  private static Qos qos(
      String name, long priority, List<String> preempts, PreemptMode mode, int graceSeconds) {
    return new Qos(name, priority, 1, Limits.NONE, Set.of(), preempts, mode, graceSeconds);
  }

  private void submit(String job, String partition, String qos) throws Exception {
    mirror.apply(
        new JobSubmitted(
            job,
            ORIGIN,
            new JobDescription(
                CPUS,
                600,
                "ada",
                ResourceRequest.builder()
                    .tasks(CPUS)
                    .partitions(List.of(partition))
                    .account("physics")
                    .qos(qos)
                    .build())));
  }

  /** The last start of each job in a simulation of the mirror's state. */
  private Map<Integer, Integer> starts(String policy) throws Exception {
    mirror.apply(new JobStarted("0", ORIGIN, NONE, NONE, NONE, List.of()));
    return DeclaredSite.starts(mirror.state(), policy);
  }

  private static final String BY_QOS =
      "slurm(PreemptMode=cancel, PreemptType=qos, bf_interval=10s)";

  /** The mode and the grace time of the preempted job's QOS come before those of the cluster. */
  @Test
  void aJobPreemptsThoseOfTheQosThatItsOwnQosLists() throws Exception {
    assertThat(mirror.declare(CPUS, machine(PreemptMode.CLUSTER), accounting(List.of("normal"))))
        .isTrue();
    submit("0", "low", "normal");
    submit("1", "low", "urgent");
    Map<Integer, Integer> starts = starts(BY_QOS);
    assertThat(starts.get(1)).isBetween(60, 75);
    assertThat(starts.get(0)).as("requeued").isBetween(660, 680);
  }

  @Test
  void aJobWaitsForThoseThatItsQosDoesNotList() throws Exception {
    assertThat(mirror.declare(CPUS, machine(PreemptMode.CLUSTER), accounting(List.of()))).isTrue();
    submit("0", "low", "normal");
    submit("1", "low", "urgent");
    assertThat(starts(BY_QOS)).containsOnlyKeys(1).hasEntrySatisfying(1, atTheEnd());
  }

  private static final String BY_TIER =
      "slurm(PreemptMode=requeue, PreemptType=partition_prio, bf_interval=10s)";

  /** The mode of the partition: the preempted job ends with its grace time and does not return. */
  @Test
  void aJobPreemptsThoseOfLowerTiers() throws Exception {
    assertThat(mirror.declare(CPUS, machine(PreemptMode.CANCEL), accounting(List.of()))).isTrue();
    submit("0", "low", "normal");
    submit("1", "high", "normal");
    assertThat(starts(BY_TIER))
        .containsOnlyKeys(1)
        .hasEntrySatisfying(1, start -> assertThat(start).isBetween(120, 135));
  }

  @Test
  void aPartitionMayKeepItsJobsFromPreemption() throws Exception {
    assertThat(mirror.declare(CPUS, machine(PreemptMode.OFF), accounting(List.of()))).isTrue();
    submit("0", "low", "normal");
    submit("1", "high", "normal");
    assertThat(starts(BY_TIER)).containsOnlyKeys(1).hasEntrySatisfying(1, atTheEnd());
  }

  private static Consumer<Integer> atTheEnd() {
    return start -> assertThat(start).isBetween(600, 615);
  }
}
