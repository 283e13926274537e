package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.config.ConfigAssembler;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.ExclusionReason;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Decisions with configured guards. */
class GuardedStudiesTest {
  @Test
  void anAlternativeThatDelaysTheOldestJobIsExcludedWithThatReason() {
    List<DecisionRecorded> free = decisions("");
    List<DecisionRecorded> guarded = decisions("oldest(factor=1)");

    assertThat(free).isNotEmpty().noneMatch(GuardedStudiesTest::broken);
    assertThat(guarded)
        .filteredOn(GuardedStudiesTest::broken)
        .isNotEmpty()
        .allMatch(decision -> decision.chosen() == null)
        .allMatch(
            decision ->
                decision.alternatives().stream()
                    .filter(one -> one.excluded() == ExclusionReason.BREAKS_GUARD)
                    .anyMatch(one -> "oldest".equals(one.brokenGuard())));
  }

  private static boolean broken(DecisionRecorded decision) {
    return decision.reason() == DecisionReason.GUARD_BROKEN;
  }

  private static List<DecisionRecorded> decisions(String guards) {
    StudyDesign design =
        ConfigAssembler.assemble(
                ControllerKeys.loader()
                    .flag("tuning.search=library")
                    .flag("tuning.guards=" + guards)
                    .load())
            .control()
            .tuning()
            .design();
    ControllerTestDriver driver = ObedientScheduler.looking(Mode.APPLY, GuardRails.NONE, design);
    ObedientScheduler.run(7, 1000, driver);
    return driver.decisions();
  }
}
