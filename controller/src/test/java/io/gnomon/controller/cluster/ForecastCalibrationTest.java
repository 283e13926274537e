package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.events.audit.Alternative;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.sim.feedback.GainCalibration;
import io.gnomon.sim.feedback.GainForecasts;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The calibration of forecasts in the running controller. */
class ForecastCalibrationTest {
  private static final int JOBS = 3000;

  @Test
  void reviewsCalibrateTheIntervalsOfForecasts() {
    ControllerTestDriver driver = ObedientScheduler.looking();
    ObedientScheduler.run(7, JOBS, driver);

    GainForecasts forecasts = driver.tracked().tuner().forecasts();
    assertThat(forecasts.checked()).as("changes that were reviewed").isGreaterThan(30);
    assertThat(forecasts.checked()).isLessThanOrEqualTo(driver.commands().size());
    assertThat(forecasts.coverage()).isEqualTo(GainCalibration.COVERAGE, within(0.15));
  }

  @Test
  void aDecisionHasTheCalibratedIntervals() {
    ControllerTestDriver driver = ObedientScheduler.looking();
    ObedientScheduler.run(7, 200, driver);
    double[] errors = new double[40];
    for (int i = 0; i < errors.length; i++) {
      // each was far too optimistic, by three to four times its size
      errors[i] = -3 - (i + 2) / 42.0;
    }
    Snapshot calibration =
        new Snapshot().put("seen", errors.length).put("tail", 0.1).put("errors", errors);
    ControllerTestDriver taught = ObedientScheduler.looking();
    taught
        .tracked()
        .tuner()
        .forecasts()
        .restore(
            new Snapshot()
                .put("calibration", calibration)
                .put("held", 0)
                .putSections("open", List.of()));
    ObedientScheduler.run(7, 200, taught);

    Alternative known = first(driver);
    Alternative same = first(taught);
    assertThat(same.policy()).isEqualTo(known.policy());
    assertThat(same.meanSlowdown()).isEqualTo(known.meanSlowdown());
    assertThat(same.gainHigh()).isLessThan(known.gainLow());
  }

  /** The first alternative with a gain interval in all decisions. */
  private static Alternative first(ControllerTestDriver driver) {
    return driver.decisions().stream()
        .map(DecisionRecorded::alternatives)
        .flatMap(List::stream)
        .filter(simulated -> simulated.gainLow() != null)
        .findFirst()
        .orElseThrow();
  }
}
