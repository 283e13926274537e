package io.gnomon.sim.policy.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.nodes.Site;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One node of 8 CPUs; physics may hold 4 of them, and there are 2 licences of matlab. */
class LimitedJobsTest {
  private final Machine machine = Machine.of(1, NodeClass.of(8, 0));
  private final JobLogBuilder log = JobLog.builder();
  private final Map<Integer, Integer> starts = new HashMap<>();
  private final Map<Integer, Integer> ends = new HashMap<>();
  private final Map<Integer, WaitingReason> refused = new HashMap<>();

  /**
   * Job 0 of physics takes the 4 CPUs. Job 1 of physics has to wait for its end; job 2 of biology
   * comes later and starts at once.
   */
  @Test
  void aJobThatALimitHoldsBackDoesNotHoldBackOthers() {
    job(0, "ann", 4, Map.of());
    job(1, "ann", 2, Map.of());
    job(2, "bob", 4, Map.of());
    Simulation simulation = simulation();

    simulation.runUntil(50);
    ClusterState state = simulation.state();
    assertThat(starts).containsOnlyKeys(0, 2);
    assertThat(state.waitingReason(state.slotsByJob().get(1)))
        .isEqualTo(WaitingReason.ASSOCIATION_GROUP_CPU);

    simulation.run();
    assertThat(starts.get(1)).isBetween(starts.get(0) + 100, starts.get(0) + 110);
  }

  /** Backfill reserves nothing for job 1, so job 3, which needs the whole node, is not delayed. */
  @Test
  void nothingIsReservedForAJobThatALimitHoldsBack() {
    job(0, "ann", 4, Map.of());
    job(1, "ann", 4, Map.of());
    job(2, "bob", 4, Map.of());
    job(3, "bob", 8, Map.of());
    simulation().run();

    assertThat(starts.get(1)).isBetween(starts.get(0) + 100, starts.get(0) + 110);
    assertThat(starts.get(3)).isGreaterThanOrEqualTo(starts.get(1) + 100);
  }

  @Test
  void aJobWaitsForLicences() {
    job(0, "ann", 1, Map.of("matlab", 2));
    job(1, "bob", 1, Map.of("matlab", 1));
    job(2, "bob", 1, Map.of());
    Simulation simulation = simulation();

    simulation.runUntil(50);
    ClusterState state = simulation.state();
    assertThat(starts).containsOnlyKeys(0, 2);
    assertThat(state.waitingReason(state.slotsByJob().get(1))).isEqualTo(WaitingReason.LICENSES);

    simulation.run();
    assertThat(starts.get(1)).isBetween(starts.get(0) + 100, starts.get(0) + 110);
  }

  @Test
  void aJobThatALimitRefusesIsNeverSubmitted() {
    job(0, "bob", 1, Map.of("matlab", 3));
    job(1, "bob", 1, Map.of());
    Simulation simulation = simulation();
    simulation.run();

    assertThat(starts).containsOnlyKeys(1);
    assertThat(refused).containsExactly(Map.entry(0, WaitingReason.LICENSES));
    assertThat(simulation.state().activeCount()).isZero();
  }

  /**
   * Cid may use 16 CPU minutes, and runs on 8 CPUs. That is reached after 120 s; usage is
   * recalculated every 300 s, and limits are checked every 30 s.
   */
  @Test
  void aJobEndsWhenALimitOnMinutesHasBeenUsedUp() {
    log.job(0, 0, 1000, 1000, 8);
    log.request(new Request.Builder().tasks(8).build());
    log.jobAccount(JobAccount.of("cid"));
    job(1, "bob", 8, Map.of());
    simulation().run();

    assertThat(starts.get(0)).isLessThan(10);
    assertThat(ends.get(0)).isEqualTo(300);
    assertThat(starts.get(1)).isBetween(300, 310);
  }

  /** Each of bob's three jobs takes a CPU of 8; with MaxJobsPerUser=1 they run one by one. */
  @Test
  void aPolicyLimitsTheJobsOfAUser() {
    job(0, "bob", 1, Map.of());
    job(1, "bob", 1, Map.of());
    job(2, "bob", 1, Map.of());
    simulation("slurm(bf_interval=10s, qos.normal.MaxJobsPU=1)").run();

    assertThat(starts.get(1)).isBetween(starts.get(0) + 100, starts.get(0) + 110);
    assertThat(starts.get(2)).isBetween(starts.get(1) + 100, starts.get(1) + 110);
  }

  /** Bob runs two jobs of a CPU each, and may hold 2 CPUs; job 2 would be the third. */
  @Test
  void limitsOfASuccessorCountTheJobsThatRun() {
    job(0, "bob", 1, Map.of());
    job(1, "bob", 1, Map.of());
    job(2, "bob", 1, Map.of());
    Simulation simulation = simulation("slurm(bf_interval=10s, qos.normal.MaxTRESPU.cpu=2)");
    simulation.runUntil(50);
    ClusterState state = simulation.state();
    assertThat(reason(state, 2)).isEqualTo(WaitingReason.QOS_USER_CPU);

    ClusterState fork = state.fork();
    Policies.create("slurm(qos.normal.MaxJobsPU=2)", fork).adopt(fork);
    assertThat(reason(fork, 2)).isEqualTo(WaitingReason.QOS_JOBS_OF_USER);
    Policies.create("slurm(qos.normal.MaxJobsPU=3)", fork).adopt(fork);
    assertThat(fork.limiting().reason(fork, fork.slotsByJob().get(2))).isNull();
    Policies.create("slurm(qos.other.MaxJobsPU=1)", fork).adopt(fork);
    assertThat(fork.limiting().rules().definitions()).isSameAs(fork.limiting().ofSite());
    assertThat(reason(state, 2)).as("of the origin").isEqualTo(WaitingReason.QOS_USER_CPU);
    simulation.run();
    assertThat(starts.get(2)).isBetween(100, 110);
  }

  private static WaitingReason reason(ClusterState state, int job) {
    return state.limiting().reason(state, state.slotsByJob().get(job));
  }

  /** Job 2 of the QOS normal came first; the priority of urgent decides, 0 at the site. */
  @Test
  void aPolicySetsThePriorityOfAQos() {
    job(0, "bob", 8, Map.of());
    job(1, new JobAccount("bob", "", "normal", 0), 8, Map.of());
    job(2, new JobAccount("bob", "", "urgent", 0), 8, Map.of());
    simulation("slurm(bf_interval=10s)").run();
    assertThat(starts.get(1)).isLessThan(starts.get(2));

    starts.clear();
    Simulation urgent = simulation("slurm(bf_interval=10s, qos.urgent.Priority=5)");
    urgent.run();
    assertThat(starts.get(2)).isLessThan(starts.get(1));

    ClusterState state = urgent.state();
    assertThat(state.accounting().basis().qosPriorities()).containsEntry("urgent", 5L);
    assertThat(state.limiting().rules().qos().get("urgent").priority()).isEqualTo(5);
    Policies.create("slurm(partition.all.PriorityJobFactor=7)", state).adopt(state);
    assertThat(state.accounting().basis().qosPriorities()).containsEntry("urgent", 0L);
    assertThat(state.accounting().basis().greatestJobFactor()).isEqualTo(7);
  }

  @Test
  void anUnknownParameterIsRefusedWithTheFormsThatExist() {
    assertThatThrownBy(() -> Policies.create("slurm(qos.normal.MaxWall=1)"))
        .hasMessageContaining("slurm has no parameter 'qos.normal.MaxWall'");
    assertThatThrownBy(() -> Policies.create("slurm(qos.normal.MaxJobsPU=0)"))
        .hasMessageContaining("qos.normal.MaxJobsPU is '0'; it must be a whole number from 1");
  }

  private void job(int number, String user, int cpus, Map<String, Integer> licenses) {
    job(number, JobAccount.of(user), cpus, licenses);
  }

  private void job(int number, JobAccount of, int cpus, Map<String, Integer> licenses) {
    log.job(number, number, 100, 100, cpus);
    log.request(new Request.Builder().tasks(cpus).licenses(licenses).build());
    log.jobAccount(of);
  }

  private Simulation simulation() {
    return simulation("slurm(bf_interval=10s)");
  }

  private Simulation simulation(String policy) {
    ClusterState state = state();
    JobLog jobs = log.build();
    SimulationListener listener =
        new SimulationListener() {
          @Override
          public void started(ClusterState cluster, int slot) {
            starts.put(cluster.job(slot), cluster.now());
          }

          @Override
          public void finished(ClusterState cluster, int slot) {
            ends.put(cluster.job(slot), cluster.now());
          }

          @Override
          public void refused(ClusterState cluster, int slot, WaitingReason reason) {
            refused.put(cluster.job(slot), reason);
          }
        };
    return new Simulation(
        state, Policies.create(policy, state), new LogArrivals(jobs, state), listener);
  }

  private ClusterState state() {
    return new Site(machine)
        .account("physics")
        .account("biology")
        .users("physics", "ann")
        .users("biology", "bob", "cid")
        .settings(Site.settings(3600, Site.weights(1000, 0, 100_000)))
        .qos(Qos.of("normal", 0), Qos.of("urgent", 0))
        .limits("physics", "", Limits.NONE.with(LimitKind.GROUP_TRES, "cpu", 4))
        .limits("biology", "cid", Limits.NONE.with(LimitKind.GROUP_TRES_MINUTES, "cpu", 16))
        .licenses(Map.of("matlab", 2))
        .state();
  }
}
