package io.gnomon.sim.policy.slack;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.NodeRuns;
import io.gnomon.sim.policy.nodes.Sites;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class NodeSlackProperties {
  private static final int NONE = -1;

  @Property(tries = 40, seed = "1")
  void startsJobsLikeThePlainVersion(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    assertPlain(random, machine, NONE);
  }

  /** Some nodes are only given whole, so that they are planned by number. */
  @Property(tries = 25, seed = "1")
  void plansWholeNodesByNumber(@ForAll Random random) {
    Machine machine = Sites.withWholeNodes(Sites.machine(random, false));
    assertPlain(random, machine, machine.classOf(machine.node("w1")));
  }

  private static void assertPlain(Random random, Machine machine, int wholeClass) {
    JobLog jobs = Sites.jobs(random, machine, 60);
    JobLog log = random.nextInt(3) == 0 ? jobs : withinEstimates(machine, jobs);
    String spec = spec(random);
    NodeRuns.assertStartsLike(new PlainNodeSlack(spec, wholeClass), machine, log, spec);
  }

  private static String spec(Random random) {
    Heuristic heuristic = Heuristic.values()[random.nextInt(Heuristic.values().length)];
    return "slack(average-wait=30s, factor="
        + random.nextInt(5)
        + ", heuristic="
        + heuristic.word()
        + (random.nextInt(3) == 0 ? ", over-quota=1" : "")
        + (random.nextInt(3) > 0 ? ", longest-queue=" + random.nextInt(12) + ")" : ")");
  }

  @Property(tries = 40, seed = "1")
  void oneCpuNodesAreAPool(@ForAll Random random) {
    int processors = 1 + random.nextInt(12);
    JobLog log = Sites.plainJobs(random, processors, 60);
    NodeRuns.assertOneCpuNodesAreAPool(processors, log, List.of(spec(random)));
  }

  @Property(tries = 40, seed = "1")
  void noJobStartsLaterThanItsSlackAllowedAtItsSubmission(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log = withinEstimates(machine, Sites.jobs(random, machine, 60));
    ClusterState state = new ClusterState(machine);
    SlackBased policy = (SlackBased) Policies.create(spec(random), state);
    Map<Integer, Integer> latest = new HashMap<>();
    SimulationListener kept =
        new SimulationListener() {
          @Override
          public void started(ClusterState cluster, int slot) {
            assertThat(cluster.now())
                .isLessThanOrEqualTo(latest.getOrDefault(cluster.job(slot), cluster.now()));
          }
        };
    Simulation simulation = new Simulation(state, policy, new LogArrivals(log, state), kept);
    while (simulation.step()) {
      for (int slot = state.waiting().first();
          slot != ClusterState.NONE;
          slot = state.waiting().next(slot)) {
        int now = policy.latestStart(slot);
        assertThat(now).isEqualTo(latest.getOrDefault(state.job(slot), now));
        assertThat(now == SchedulingPolicy.NEVER)
            .isEqualTo(
                !state.nodes().shape(slot).isPossible()
                    || (state.user(slot) == 1 && isOverQuota(policy)));
        latest.put(state.job(slot), now);
      }
    }
    assertThat(state.runningCount()).isZero();
  }

  private static JobLog withinEstimates(Machine machine, JobLog jobs) {
    return new Preparation(machine.cpus(), OverrunRule.KNOWN).prepare(jobs).log();
  }

  private static boolean isOverQuota(SlackBased policy) {
    return policy.spec().parameters().containsKey("over-quota");
  }

  @Property(tries = 25, seed = "1")
  void noNodeGivesMoreThanItHasAndEveryPossibleJobRuns(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    NodeRuns.assertAllRunWithinTheMachine(machine, Sites.jobs(random, machine, 60), spec(random));
  }

  @Property(tries = 25, seed = "1")
  void forksAndRestoredPoliciesContinueAlike(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log = Sites.jobs(random, machine, 60);
    NodeRuns.assertForksAndRestoredPoliciesContinueAlike(
        machine, log, spec(random), 1 + random.nextInt(200));
  }
}
