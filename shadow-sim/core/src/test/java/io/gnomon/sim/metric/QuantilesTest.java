package io.gnomon.sim.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.workload.JobLog;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class QuantilesTest {
  @Test
  void areThoseOfTheWorkedExample() {
    Outcome outcome = MetricsTest.worked();
    Quantiles waits = Quantiles.ofWaits(outcome);

    assertThat(waits.jobs()).isEqualTo(outcome.finishedJobs());
    assertThat(waits.at(1)).isEqualTo(Metrics.of(outcome, 8).maxWait());
    assertThat(waits.at(0)).isLessThanOrEqualTo(waits.at(0.5));
    assertThat(waits.fractionAtMost(waits.at(1))).isEqualTo(1);
    assertThat(waits.fractionAtMost(-1)).isZero();
  }

  @Property(tries = 200)
  void atLeastTheFractionOfJobsLiesAtOrBelowItsQuantile(
      @ForAll @DoubleRange(min = 0, max = 1) double fraction) {
    Quantiles slowdowns = Quantiles.ofBoundedSlowdowns(MetricsTest.worked());

    assertThat(slowdowns.fractionAtMost(slowdowns.at(fraction))).isGreaterThanOrEqualTo(fraction);
  }

  @Test
  void ofNoJobsAreNotANumber() {
    JobLog empty = JobLog.builder().build();
    Quantiles none = Quantiles.ofWaits(new Outcome(empty, Schedule.recorder(0).schedule()));

    assertThat(none.at(0.5)).isNaN();
    assertThat(none.fractionAtMost(3)).isZero();
    assertThatThrownBy(() -> none.at(1.5))
        .hasMessage("a fraction of 1.5 of the jobs is not allowed: 0 to 1");
  }
}
