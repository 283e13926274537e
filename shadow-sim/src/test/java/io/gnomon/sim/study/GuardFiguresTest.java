package io.gnomon.sim.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.metric.objective.Guards;
import io.gnomon.sim.metric.objective.StudyObjective;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.NoChangeReason;
import io.gnomon.sim.tune.Selection;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuardFiguresTest {
  private static final PolicySpec SHORTEST = PolicySpec.parse("easy(head=order, order=shortest)");

  @Test
  void anAlternativeThatStarvesTheLongJobIsExcludedByTheGuardsName() {
    // Eight processors, all busy until 100. A job of 8 for 1000 s arrived first; then sixty of 8
    // for
    // 50 s. EASY runs the long one first, so that the others wait 2,600 s on average; the shortest
    // first makes the long one wait 3,100 s, more than 1.1 times as much.
    ClusterState live = new ClusterState(8);
    live.start(live.submit(0, 0, 8, 100));
    live.submit(1, 0, 8, 1000);
    live.advanceTo(1);
    for (int job = 2; job < 62; job++) {
      live.submit(job, 1, 8, 50);
    }
    SchedulingPolicy easy = Policies.create("easy");
    easy.adopt(live);

    Decision free = decide(live, easy, StudyCriteria.SLOWDOWN);
    Decision guarded =
        decide(
            live,
            easy,
            StudyCriteria.of(StudyObjective.SLOWDOWN)
                .guarded(List.of(Guards.create("widest(factor=1)"), Guards.create("category"))));

    assertThat(free.chosen()).isEqualTo(SHORTEST);
    assertThat(guarded.chosen()).isNull();
    assertThat(guarded.reason()).isEqualTo(NoChangeReason.GUARD_BROKEN);
    assertThat(guarded.study().alternatives().get(1).exclusion())
        .isEqualTo(Exclusion.brokenGuard("category"));
  }

  private static Decision decide(ClusterState live, SchedulingPolicy easy, StudyCriteria criteria) {
    StudyResult result =
        new ShadowStudy(
                live,
                easy,
                List.of(SHORTEST),
                List.of(Scenario.none()),
                100_000,
                StudyDesign.ofEstimates(criteria))
            .run();
    return Selection.decide(new EvaluationResult(result, List.of()), 10, GuardRails.NONE, null);
  }
}
