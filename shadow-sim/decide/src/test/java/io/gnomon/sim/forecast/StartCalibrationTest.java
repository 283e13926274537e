package io.gnomon.sim.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.forecast.StartForecast.Start;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StartCalibrationTest {
  private static final Start FORECAST = new Start(1, 900, 1_000, 1_200);

  /** 1.25 times 100 s before the median and 200 s after it. */
  @Test
  void withoutErrorsTheIntervalIsAsWideAsErrorsElsewhereRequire() {
    assertThat(new StartCalibration().calibrated(FORECAST, 0))
        .isEqualTo(new Start(1, 875, 1_000, 1_250));
  }

  /** 30 s and a twentieth of the 1,000 s until the start, times 1.25. */
  @Test
  void noIntervalHasZeroWidth() {
    Start certain = new Start(1, 1_000, 1_000, 1_000);
    assertThat(new StartCalibration().calibrated(certain, 0))
        .isEqualTo(new Start(1, 900, 1_000, 1_100));
    assertThat(new StartCalibration().calibrated(new Start(1, 7, 7, 7), 7))
        .isEqualTo(new Start(1, 7, 7, 45));
  }

  /**
   * Errors of -4.9, -4.8 … 4.9 units: of these 99, the 10th is -4 and the 90th is 4. A unit is 100
   * s before the median and 200 s after it. With 300 errors from elsewhere, an end is at (99 · 4 +
   * 300 · 1.25) / 399 = 1.932 units.
   */
  @Test
  void theIntervalReachesFromThe10thToThe90thPercentileOfTheErrors() {
    StartCalibration calibration = new StartCalibration();
    for (int tenths = -49; tenths <= 49; tenths++) {
      calibration.started(FORECAST, 0, 1_000 + tenths * (tenths < 0 ? 10 : 20));
    }
    assertThat(calibration.calibrated(FORECAST, 0)).isEqualTo(new Start(1, 807, 1_000, 1_387));
    assertThat(calibration.calibrated(FORECAST, 950).low()).isEqualTo(950);
  }

  @Test
  void aForecastBeyondTheHorizonIsNeitherUsedNorChanged() {
    StartCalibration calibration = new StartCalibration();
    Start open = new Start(1, 900, 1_000, Simulation.NEVER);
    calibration.started(open, 0, 5_000);
    assertThat(calibration.seen()).isZero();
    assertThat(calibration.calibrated(open, 0)).isEqualTo(open);
  }

  /** Simulations that vary by a third of what the starts vary by. */
  @Test
  void fourOfFiveStartsAreWithinTheCalibratedIntervals() {
    StartCalibration calibration = new StartCalibration();
    SplittableRandom random = new SplittableRandom(1);
    int simulated = 0;
    int calibrated = 0;
    int counted = 2_000;
    for (int i = 0; i < 6_000; i++) {
      int start = 10_000 + (int) (1_000 * random.nextGaussian());
      Start forecast = new Start(i, 10_000 - 427, 10_000, 10_000 + 427);
      if (i >= 4_000) {
        simulated += within(forecast, start);
        calibrated += within(calibration.calibrated(forecast, 9_000), start);
      }
      calibration.started(forecast, 9_000, start);
    }
    assertThat(simulated / (double) counted).isLessThan(0.4);
    assertThat(calibrated / (double) counted).isBetween(0.7, 0.83);
  }

  private static int within(Start forecast, int start) {
    return start >= forecast.low() && start <= forecast.high() ? 1 : 0;
  }
}
