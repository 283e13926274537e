package io.gnomon.sim.policy.probabilistic;

import static io.gnomon.sim.policy.nodes.NodeRuns.starts;
import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.nodes.NodeRuns;
import io.gnomon.sim.policy.nodes.Sites;
import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class NodeProbabilisticProperties {

  @Property(tries = 60, seed = "1")
  void startsJobsLikeThePlainVersion(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log = Sites.jobs(random, machine, 60);
    String predictor = random.nextInt(4) == 0 ? "last-two" : "user";
    double tau = Math.round(1000 * Math.pow(random.nextDouble(), 2)) / 1000.0;
    String spec = "probabilistic(least=2, predictor=" + predictor + ", tau=" + tau + ")";
    NodeRuns.assertStartsLike(
        new PlainNodeProbabilistic(tau, Predictors.create(Spec.of(predictor).with("least", 2))),
        machine,
        log,
        spec);
  }

  @Property(tries = 40, seed = "1")
  void oneCpuNodesAreAPool(@ForAll Random random) {
    int processors = 1 + random.nextInt(12);
    JobLog log = Sites.plainJobs(random, processors, 80);
    NodeRuns.assertOneCpuNodesAreAPool(
        processors,
        log,
        List.of(
            "probabilistic(least=2)",
            "probabilistic(least=2, bound=exact, tau=0.2)",
            "probabilistic(predictor=last-two, tau=0.5)",
            "probabilistic(predictor=estimate)",
            "probabilistic(predictor=none)",
            "probabilistic(tau=0)"));
  }

  @Property(tries = 30, seed = "1")
  void withoutAPredictorItIsEasy(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log = Sites.jobs(random, machine, 80);
    ClusterState state = new ClusterState(machine);
    ClusterState easy = new ClusterState(machine);
    assertThat(starts(state, Policies.create("probabilistic(predictor=none)", state), log))
        .isEqualTo(starts(easy, Policies.create("easy", easy), log));
  }

  @Property(tries = 30, seed = "1")
  void noNodeGivesMoreThanItHasAndEveryPossibleJobRuns(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log = Sites.jobs(random, machine, 80);
    NodeRuns.assertAllRunWithinTheMachine(machine, log, "probabilistic(least=2, tau=0.3)");
  }

  @Property(tries = 25, seed = "1")
  void forksAndRestoredPoliciesContinueAlike(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log = Sites.jobs(random, machine, 60);
    NodeRuns.assertForksAndRestoredPoliciesContinueAlike(
        machine, log, "probabilistic(least=2, tau=0.2)", 1 + random.nextInt(200));
  }
}
