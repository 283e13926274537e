package io.gnomon.controller.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.ResourceLimit;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.StateSnapshot;
import io.gnomon.sim.eligibility.WaitingReason;
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

  private static DeclaredMachine machine(int licenses) {
    return DeclaredSite.machine("n[1-2]", Map.of("ansys", licenses));
  }

  private static Accounting accounting(long cpus) {
    return DeclaredSite.accounting(
        new PriorityWeights(1000, 0, 0, 0, 0, 0, Map.of()),
        List.of(
            DeclaredSite.account("physics", new ResourceLimit(LimitKind.GROUP_TRES, "cpu", cpus)),
            DeclaredSite.user(
                "physics", "ada", new ResourceLimit(LimitKind.GROUP_TRES_MINUTES, "cpu", 20)),
            DeclaredSite.user("physics", "bob")),
        Qos.of("normal", 10));
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
        new JobSubmitted(job, ORIGIN + at, new JobDescription(8, 600, user, request), held));
  }

  private void start(String job, long at) throws Exception {
    mirror.apply(new JobStarted(job, ORIGIN + at, NONE, NONE, NONE, List.of()));
  }

  private WaitingReason reason(String job) {
    return mirror.state().waitingReason(mirror.slot(job));
  }

  /** The second and third start when the one before has ended; the fourth is held by its user. */
  @Test
  void aJobThatALimitHoldsBackStartsInSimulationsWhenTheLimitAllowsIt() throws Exception {
    submit("1", "bob", false, Map.of());
    start("1", 0);
    submit("2", "bob", false, Map.of());
    submit("3", "bob", false, Map.of());
    submit("4", "bob", true, Map.of());

    assertThat(mirror.state().phase(mirror.slot("4"))).isEqualTo(JobPhase.HELD);
    assertThat(reason("3")).isEqualTo(WaitingReason.ASSOCIATION_GROUP_CPU);
    Map<Integer, Integer> starts = DeclaredSite.starts(mirror.state(), "slurm(bf_interval=10s)");
    assertThat(starts.get(1)).isBetween(600, 620);
    assertThat(starts.get(2)).isBetween(1200, 1240);
    assertThat(starts).doesNotContainKey(3);
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
        DeclaredState.empty(ORIGIN, 32, mirror.declaredMachine(), mirror.declaredAccounts());
    ClusterState restored = StateSnapshot.restored(StateSnapshot.of(mirror.state()), empty);
    assertThat(restored.waitingReason(mirror.slot("2")))
        .isEqualTo(WaitingReason.ASSOCIATION_GROUP_MINUTES_CPU);
    assertThat(StateSnapshot.of(restored)).isEqualTo(StateSnapshot.of(mirror.state()));

    assertThat(mirror.declare(32, machine(1), accounting(100))).isTrue();
    assertThat(reason("2")).isEqualTo(WaitingReason.ASSOCIATION_GROUP_MINUTES_CPU);
  }
}
