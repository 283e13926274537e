package io.gnomon.sim.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.spec.Spec;
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
    int now = Cadence.DURABLE.next(first, first, WEEK);
    for (int i = 0; i < 10; i++) {
      days.add(now / DAY);
      now = Cadence.DURABLE.next(now, first, WEEK);
    }

    assertThat(days).containsExactly(1, 2, 3, 4, 5, 7, 10, 14, 20, 27);
  }

  @Property(tries = 200)
  void everyEvaluationIsLaterAtMostAPeriodAndADayLater(
      @ForAll Cadence cadence,
      @ForAll @IntRange(max = 1 << 28) int first,
      @ForAll @IntRange(max = 1 << 28) int since,
      @ForAll @IntRange(min = 1, max = 30 * DAY) int period) {
    int now = first + since;

    int next = cadence.next(now, first, period);

    assertThat(next).isGreaterThan(now).isLessThanOrEqualTo(now + period + DAY);
  }

  @Test
  void aDurableLoopChangesAtMostOnceAnEvaluationAndRepeats() {
    JobLog log = WorkloadGenerator.generate(2500, 64, 0.7, 11);
    TuneSettings settings =
        new TuneSettingsBuilder(Search.LIBRARY, Cadence.DURABLE)
            .candidates(
                List.of(
                    Spec.of("easy"),
                    Spec.parse("easy(order=shortest)"),
                    Spec.parse("easy(head=order, order=shortest, weight=1e-9)")))
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
    return new TuneLoop(log, 64, settings, Runnable::run).run(Spec.of("easy"), time -> {});
  }
}
