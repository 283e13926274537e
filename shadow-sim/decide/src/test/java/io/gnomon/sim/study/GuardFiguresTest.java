package io.gnomon.sim.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.Guards;
import io.gnomon.sim.metric.objective.ServedJob;
import io.gnomon.sim.metric.objective.StudyObjective;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.tune.AlternativeSelection;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.NoChangeReason;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuardFiguresTest {
  private static final Spec SHORTEST = Spec.parse("easy(head=order, order=shortest)");

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

  /**
   * Under the incumbent, account 1 has 300 of 400 processor seconds before the horizon, and account
   * 2 has 100; a share of 25 %. With a factor of 1.25 it must keep at least 20 %.
   */
  @Test
  void anAccountMustKeepItsShareOfService() {
    List<Guard> guards = List.of(Guards.create("account-share(factor=1.25)"));
    GuardFigures incumbent = services(guards, 300, 100);

    assertThat(services(guards, 319, 81).broken(incumbent, incumbent)).isNull();
    assertThat(services(guards, 321, 79).broken(incumbent, incumbent))
        .isEqualTo(Exclusion.brokenGuard("account-share"));
    assertThat(services(guards, 700, 200).broken(incumbent, incumbent)).isNull();
  }

  /** The processor seconds that accounts 1 and 2 have had, of jobs of 1000 s on one processor. */
  private static GuardFigures services(List<Guard> guards, int first, int second) {
    GuardFigures figures = new GuardFigures(guards);
    ServedJob job = new ServedJob();
    job.width = 1;
    job.runtime = 1000;
    job.account = 1;
    job.left = 1000 - first;
    figures.add(job);
    job.account = 2;
    job.left = 1000 - second;
    figures.add(job);
    return figures;
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
    return AlternativeSelection.decide(
        new EvaluationResult(result, List.of()), 10, GuardRails.NONE, null);
  }
}
