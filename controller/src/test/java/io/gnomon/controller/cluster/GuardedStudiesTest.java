package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.operation.Mode;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.ExclusionReason;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.Guards;
import io.gnomon.sim.scenario.ArrivalModel;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Decisions with configured guards. Of ten processors, a job holds 6 until 2200. A job of 10 for
 * 500 s waits since 10, and one of 6 for 100 s since 900. In the order of arrival they start at
 * 2200 and 2700; the shortest first, at 2300 and 2200. Their slowdowns are 1 + 2190/500 and 1 +
 * 1800/100, or 1 + 2290/500 and 1 + 1300/100: the second order is better, but the longest wait is
 * 2290 s instead of 2190 s.
 */
class GuardedStudiesTest {
  private static final String SHORTEST = "easy(head=order, order=shortest)";

  @Test
  void withoutGuardsTheBetterOrderIsChosen() {
    DecisionRecorded decision = decision(List.of());

    assertThat(decision.chosen()).isEqualTo(SHORTEST);
    assertThat(decision.alternatives()).noneMatch(one -> one.excluded() != null);
  }

  @Test
  void anAlternativeThatDelaysTheOldestJobIsExcludedWithThatReason() {
    DecisionRecorded decision = decision(List.of(Guards.create("oldest(factor=1)")));

    assertThat(decision.chosen()).isNull();
    assertThat(decision.reason()).isEqualTo(DecisionReason.GUARD_BROKEN);
    assertThat(decision.alternatives())
        .filteredOn(one -> one.excluded() == ExclusionReason.BREAKS_GUARD)
        .singleElement()
        .satisfies(one -> assertThat(one.policy()).isEqualTo(SHORTEST))
        .satisfies(one -> assertThat(one.brokenGuard()).isEqualTo("oldest"));
  }

  @Test
  void aGuardThatTheAlternativeKeepsExcludesNothing() {
    DecisionRecorded decision = decision(List.of(Guards.create("oldest(factor=1.05)")));

    assertThat(decision.chosen()).as("2290 is less than 1.05 times 2190").isEqualTo(SHORTEST);
  }

  private static DecisionRecorded decision(List<Guard> guards) {
    TuneSettings settings =
        new TuneSettings(
            1,
            ControllerTestDriver.PERIOD,
            5000,
            SearchSpace.of(List.of(Spec.parse(SHORTEST))),
            GuardRails.NONE,
            StudyDesign.ofEstimates(StudyCriteria.SLOWDOWN.guarded(guards))
                .withArrivals(ArrivalModel.NONE));
    Capabilities orders =
        new Capabilities(
            List.of(
                new PolicyCapability(
                    "easy",
                    List.of(
                        new ParameterRange("head", null, null, List.of()),
                        new ParameterRange("order", null, null, List.of())))),
            false,
            false,
            false);
    ControllerTestDriver driver =
        new ControllerTestDriver(Mode.APPLY, settings).declare(10, orders, "easy");
    driver
        .send(new JobSubmitted("base", driver.at(0), 6, 2200))
        .send(new JobStarted("base", driver.at(0)))
        .send(new JobSubmitted("oldest", driver.at(10), 10, 500))
        .send(new JobSubmitted("short", driver.at(900), 6, 100))
        .send(new ClockAdvanced(driver.at(1000)));
    return driver.decisions().get(0);
  }
}
