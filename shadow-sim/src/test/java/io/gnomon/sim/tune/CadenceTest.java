package io.gnomon.sim.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CadenceTest {
  private static final int DAY = 86_400;
  private static final int WEEK = 7 * DAY;

  @Test
  void durableEvaluatesDailyThenRarerAndAtLastWeekly() {
    int first = DAY / 2;
    List<Integer> days = new ArrayList<>();
    int now = DurableRules.DEFAULT.next(first, first, WEEK);
    for (int i = 0; i < 10; i++) {
      days.add(now / DAY);
      now = DurableRules.DEFAULT.next(now, first, WEEK);
    }

    assertThat(days).containsExactly(1, 2, 3, 4, 5, 7, 10, 14, 20, 27);
  }

  @Test
  void atMostTwelveChangesAreMadeWithinAYear() {
    ChangeTimes changes = new ChangeTimes();
    for (int week = 1; week <= 12; week++) {
      assertThat(DurableRules.DEFAULT.exhausted(week * WEEK, changes)).isFalse();
      changes.changed(week * WEEK);
    }

    assertThat(DurableRules.DEFAULT.exhausted(52 * WEEK, changes)).isTrue();
    assertThat(DurableRules.DEFAULT.exhausted(53 * WEEK, changes))
        .as("a year after the first")
        .isFalse();
  }

  @Test
  void eachChangeRaisesTheSignificanceThatTheNextOneMustHave() {
    GuardRails set = new GuardRails(0, 0, 0.5, 0, 0, 24);
    ChangeTimes changes = new ChangeTimes();
    assertThat(DurableRules.DEFAULT.rails(set, WEEK, changes)).isEqualTo(set);
    for (int week = 1; week <= 3; week++) {
      changes.changed(week * WEEK);
    }

    assertThat(DurableRules.DEFAULT.rails(set, 4 * WEEK, changes).minSignificance())
        .as("0.5 * (1 + 3 / 2)")
        .isEqualTo(1.25);
    assertThat(DurableRules.DEFAULT.rails(set, 54 * WEEK, changes).minSignificance())
        .as("the third is less than a year old: 0.5 * (1 + 1 / 2)")
        .isEqualTo(0.75);
  }

  @Property(tries = 200)
  void everyEvaluationIsLaterAtMostAPeriodAndADayLater(
      @ForAll Cadence cadence,
      @ForAll @IntRange(max = 1 << 28) int first,
      @ForAll @IntRange(max = 1 << 28) int since,
      @ForAll @IntRange(min = 1, max = 30 * DAY) int period) {
    int now = first + since;

    int next = cadence.next(now, first, period, DurableRules.DEFAULT);

    assertThat(next).isGreaterThan(now).isLessThanOrEqualTo(now + period + DAY);
  }

  @Test
  void aDurableLoopChangesAtMostOnceAnEvaluationAndRepeats() {
    JobLog log = WorkloadGenerator.generate(2500, 64, 0.7, 11);
    TuneSettings settings =
        new TuneSettingsBuilder(Search.LIBRARY, Cadence.DURABLE)
            .candidates(
                List.of(
                    PolicySpec.of("easy"),
                    PolicySpec.parse("easy(order=shortest)"),
                    PolicySpec.parse("easy(head=order, order=shortest, weight=1e-9)")))
            .build();

    TunedRun run = run(log, settings);

    assertThat(run.changes()).isPositive();
    assertThat(run.decisions()).extracting(Decision::time).startsWith(DAY, 2 * DAY, 3 * DAY);
    assertThat(run.decisions())
        .filteredOn(Decision::changes)
        .filteredOn(decision -> !decision.rollsBack())
        .allSatisfy(
            decision -> {
              assertThat(decision.time() % DAY).isZero();
              assertThat(decision.study().time() + decision.study().horizonSeconds())
                  .isEqualTo(decision.time());
              assertThat(decision.study().scenarios()).containsExactly("past");
            });
    assertThat(run(log, settings)).usingRecursiveComparison().isEqualTo(run);
  }

  private static TunedRun run(JobLog log, TuneSettings settings) {
    return new TuneLoop(log, 64, settings, Runnable::run).run(PolicySpec.of("easy"), time -> {});
  }
}
