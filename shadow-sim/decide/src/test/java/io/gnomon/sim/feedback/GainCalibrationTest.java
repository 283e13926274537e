package io.gnomon.sim.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.CostSums;
import io.gnomon.sim.study.StudyResult;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GainCalibrationTest {
  private static final Spec EASY = Spec.of("easy");
  private static final int DELAY = 24;

  @Test
  void aForecastIsTheMeanAndTheSpreadOfItsScenarios() {
    // the incumbent costs as much in one scenario, four times as much in the other
    GainForecast forecast = new GainForecast(7, EASY, EASY, new double[] {0, Math.log(4)});

    assertThat(forecast.gain()).as("twice in the mean").isEqualTo(0.5, within(1e-12));
    // deviation ln 4 / √2 = 0.9803, times √(1 + 1/2), times Student's 3.078 with one degree
    assertThat(forecast.spread()).isEqualTo(3.6954, within(1e-3));
    assertThat(forecast.fromScenarios().holds(0.5)).isTrue();
    assertThat(forecast.fromScenarios().holds(-20)).as("e^(3.70 − 0.69) = 20.1").isFalse();
  }

  @Test
  void withFewErrorsAnIntervalIsAsWideAsItsForecastIsLarge() {
    GainForecast forecast = new GainForecast(0, EASY, EASY, new double[] {Math.log(2)});

    GainInterval interval = new GainCalibration().interval(forecast);

    // ln 2 ± (0 + ln 2 + 0.02)
    assertThat(interval.low()).isEqualTo(1 - Math.exp(0.02), within(1e-12));
    assertThat(interval.high()).isEqualTo(1 - Math.exp(-2 * Math.log(2) - 0.02), within(1e-12));
  }

  @Test
  void aSingleScenarioGivesNoInterval() {
    AlternativeResult easy = result(4, 4);
    AlternativeResult half = result(Spec.of("fcfs"), 2, 2);

    StudyResult one = new StudyResult(0, 60, List.of("none"), List.of(result(4), result(2)));
    StudyResult two = new StudyResult(0, 60, List.of("a", "b"), List.of(easy, half));

    GainForecasts forecasts = new GainForecasts();
    assertThat(forecasts.expected(one, one.alternatives().get(1))).isNull();
    assertThat(forecasts.expected(two, easy)).as("of the incumbent").isNull();
    // ln 2 in both: no spread, so ln 2 ± (ln 2 + 0.02)
    assertThat(forecasts.expected(two, half).high())
        .isEqualTo(1 - Math.exp(-2 * Math.log(2) - 0.02), within(1e-12));
  }

  @Test
  void aForecastIsKeptUntilTheReviewOfItsOwnChange() {
    Spec fcfs = Spec.of("fcfs");
    StudyResult study =
        new StudyResult(10, 60, List.of("a", "b"), List.of(result(4, 4), result(fcfs, 2, 2)));
    GainForecasts forecasts = new GainForecasts();
    forecasts.decided(study, fcfs);

    Change later = Change.recommended(20, EASY, fcfs);
    forecasts.reviewed(List.of(new ReviewResult(later, 90, 4, 2)));
    assertThat(forecasts.open()).hasSize(1);

    Change change = Change.made(10, 15, EASY, fcfs);
    forecasts.reviewed(List.of(new ReviewResult(change, 95, 4, 2)));
    assertThat(forecasts.open()).isEmpty();
    assertThat(forecasts.checked()).isEqualTo(1);
  }

  private static AlternativeResult result(double... costs) {
    return result(EASY, costs);
  }

  /** One job in each scenario, with this cost. */
  private static AlternativeResult result(Spec policy, double... costs) {
    int[] ones = new int[costs.length];
    Arrays.fill(ones, 1);
    return new AlternativeResult(
        policy, new CostSums(costs.length, costs, costs, ones), 0, null, true);
  }

  @Test
  void afterTwentyErrorsAnIntervalSpansTheSecondSmallestToTheSecondLargest() {
    GainCalibration calibration = new GainCalibration();
    GainForecast none = new GainForecast(0, EASY, EASY, new double[] {0});
    for (int error = 1; error <= 20; error++) {
      // in units of 0.02; four of five recorded intervals hold
      GainInterval interval = error % 5 == 0 ? new GainInterval(2, 2) : new GainInterval(-9, 1);
      calibration.realised(none, interval, 0.02 * error);
    }

    GainInterval interval = calibration.interval(none);

    // a tenth of 21 is 2.1: the second from below, and, symmetric to it, from above
    assertThat(interval.low()).isEqualTo(1 - Math.exp(-0.02 * 2), within(1e-12));
    assertThat(interval.high()).isEqualTo(1 - Math.exp(-0.02 * 19), within(1e-12));
  }

  /** Worlds whose forecasts are too hopeful, far too sure or too modest, and change midway. */
  @ParameterizedTest
  @CsvSource({"0, 1, 1", "-0.3, 1, 1", "-0.1, 20, 20", "0.2, 0.1, 0.1", "-0.2, 2, 10"})
  void intervalsHoldFourOfFiveRealisedGainsForAnyForecasts(
      double bias, double noiseBefore, double noiseAfter) {
    Random random = new Random(42);
    GainCalibration calibration = new GainCalibration();
    Deque<Runnable> later = new ArrayDeque<>();
    int held = 0;
    int studies = 4000;
    for (int i = 0; i < studies; i++) {
      double expected = 0.1 * random.nextGaussian();
      double spread = 0.02 + 0.05 * random.nextDouble();
      double[] gains = new double[8];
      for (int scenario = 0; scenario < gains.length; scenario++) {
        gains[scenario] = expected + spread * random.nextGaussian();
      }
      GainForecast forecast = new GainForecast(i, EASY, EASY, gains);
      double noise = i < studies / 2 ? noiseBefore : noiseAfter;
      double realised = expected + bias + noise * spread * random.nextGaussian();
      GainInterval interval = calibration.interval(forecast);
      held += interval.holds(GainForecast.fraction(realised)) ? 1 : 0;
      later.add(() -> calibration.realised(forecast, interval, realised));
      if (later.size() > DELAY) {
        later.remove().run();
      }
    }

    assertThat((double) held / studies).isBetween(0.77, 0.83);
  }
}
