package io.gnomon.controller.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.Association;
import io.gnomon.events.accounting.LimitKind;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.events.accounting.PriorityWeights;
import io.gnomon.events.accounting.QualityOfService;
import io.gnomon.events.accounting.ResourceLimit;
import io.gnomon.events.accounting.UsageReset;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.HostList;
import io.gnomon.events.machine.Machine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.StateSnapshot;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two nodes of 16 CPUs; physics may hold 8 CPUs, ada may use 20 CPU minutes; 1 licence of ansys.
 */
class MirrorOfLimitsTest {
  private static final long ORIGIN = 1_700_000_000;
  private static final int NONE = EventData.NONE;

  private Mirror mirror;

  private static Machine machine(int licenses) {
    return new Machine(
        List.of(new NodeGroup(HostList.of("n[1-2]"), 16)),
        List.of(new MachinePartition("batch", HostList.of("n[1-2]"))),
        List.of(),
        null,
        List.of(),
        Map.of("ansys", licenses));
  }

  private static Accounting accounting(long cpus) {
    return new Accounting(
        List.of(
            new Association(
                "physics",
                null,
                null,
                1,
                NONE,
                List.of(new ResourceLimit(LimitKind.GROUP_TRES, "cpu", cpus))),
            new Association(
                "physics",
                "ada",
                null,
                1,
                NONE,
                List.of(new ResourceLimit(LimitKind.GROUP_TRES_MINUTES, "cpu", 20))),
            new Association("physics", "bob", null, 1, NONE)),
        List.of(new QualityOfService("normal", 10)),
        new PriorityParameters(
            new PriorityWeights(1000, 0, 0, 0, 0, 0, Map.of()),
            NONE,
            0,
            60,
            false,
            NONE,
            UsageReset.NONE,
            List.of(),
            Map.of()),
        null);
  }

  @BeforeEach
  void declare() throws Exception {
    mirror = new Mirror(ORIGIN, 32, new MirrorListener() {});
    assertThat(mirror.declare(32, machine(1), accounting(8))).isTrue();
  }

  private void submit(String job, String user, boolean held, Map<String, Integer> licenses)
      throws Exception {
    submit(job, 0, user, held, licenses);
  }

  private void submit(String job, long at, String user, boolean held, Map<String, Integer> licenses)
      throws Exception {
    ResourceRequest request =
        ResourceRequest.builder()
            .tasks(8)
            .account("physics")
            .qos("normal")
            .licenses(licenses)
            .build();
    mirror.apply(
        new JobSubmitted(
            job,
            ORIGIN + at,
            8,
            600,
            user,
            null,
            null,
            null,
            NONE,
            NONE,
            List.of(),
            held,
            request));
  }

  private void start(String job, long at) throws Exception {
    mirror.apply(new JobStarted(job, ORIGIN + at, NONE, NONE, NONE, List.of()));
  }

  private WaitingReason reason(String job) {
    return mirror.state().waitingReason(mirror.slot(job));
  }

  /** Starts in a simulation of the mirror's state, by number of the job. */
  private static Map<Integer, Integer> simulatedStarts(ClusterState state) {
    Map<Integer, Integer> starts = new HashMap<>();
    ClusterState fork = state.fork();
    new Simulation(
            fork,
            Policies.create("slurm(bf_interval=10s)", fork),
            new io.gnomon.sim.engine.LogArrivals(JobLog.builder().build()),
            new SimulationListener() {
              @Override
              public void started(ClusterState cluster, int slot) {
                starts.put(cluster.job(slot), cluster.now());
              }
            })
        .run();
    return starts;
  }

  /**
   * Slurm reports a job that a limit holds back as held; it starts when the first one has ended.
   */
  @Test
  void aHeldJobThatALimitHoldsBackStartsInSimulationsWhenTheLimitAllowsIt() throws Exception {
    submit("1", "bob", false, Map.of());
    start("1", 0);
    submit("2", "bob", true, Map.of());
    submit("3", "bob", false, Map.of());

    assertThat(mirror.state().phase(mirror.slot("2"))).isEqualTo(JobPhase.HELD);
    assertThat(reason("3")).isEqualTo(WaitingReason.ASSOCIATION_GROUP_CPU);
    Map<Integer, Integer> starts = simulatedStarts(mirror.state());
    assertThat(starts.get(1)).isBetween(600, 620);
    assertThat(starts.get(2)).isBetween(1200, 1240);
  }

  @Test
  void jobsWaitForLicences() throws Exception {
    assertThat(mirror.declare(32, machine(1), accounting(100))).isTrue();
    submit("1", "bob", false, Map.of("ansys", 1));
    start("1", 0);
    submit("2", "bob", false, Map.of("ansys", 1));
    assertThat(reason("2")).isEqualTo(WaitingReason.LICENSES);

    assertThat(mirror.declare(32, machine(2), accounting(100))).isTrue();
    assertThat(reason("2")).isNull();
    assertThat(mirror.declare(32, machine(2), accounting(100))).isFalse();
  }

  /** Eight CPUs for 150 s are the 20 minutes that ada may use; nothing decays. */
  @Test
  void usedMinutesAreKeptByCheckpointsAndDeclarations() throws Exception {
    submit("1", "ada", false, Map.of());
    start("1", 0);
    mirror.apply(new JobFinished("1", ORIGIN + 150, JobOutcome.COMPLETED));
    submit("2", 150, "ada", false, Map.of());
    assertThat(reason("2")).isEqualTo(WaitingReason.ASSOCIATION_GROUP_MINUTES_CPU);

    ClusterState empty =
        Mirror.empty(ORIGIN, 32, mirror.declaredMachine(), mirror.declaredAccounts());
    ClusterState restored = StateSnapshot.restored(StateSnapshot.of(mirror.state()), empty);
    assertThat(restored.waitingReason(mirror.slot("2")))
        .isEqualTo(WaitingReason.ASSOCIATION_GROUP_MINUTES_CPU);
    assertThat(StateSnapshot.of(restored)).isEqualTo(StateSnapshot.of(mirror.state()));

    assertThat(mirror.declare(32, machine(1), accounting(100))).isTrue();
    assertThat(reason("2")).isEqualTo(WaitingReason.ASSOCIATION_GROUP_MINUTES_CPU);
  }
}
