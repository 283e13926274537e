package io.gnomon.sim.predict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Predictors of a single runtime, which is known to its bin. */
class PointPredictorsTest {
  private final double[] row = new double[RuntimeBins.ROW];

  @Test
  void lastTwoIsTheMeanOfTheUsersTwoThatCompletedLast() {
    RuntimePredictor predictor = new LastTwoRuns();
    predictor.completed(job(1, 1, 9000), 10);
    predictor.completed(job(1, 8, 9000), 1000);

    assertThat(predictor.predict(job(2, 1, 9000), row, 0)).isFalse();
    assertThat(predictor.predict(job(1, 1, 9000), row, 0)).isTrue();
    assertPoint(505); // (10 + 1000) / 2

    predictor.completed(job(1, 2, 9000), 3000);
    predictor.predict(job(1, 1, 9000), row, 0);
    assertPoint(2000); // (1000 + 3000) / 2

    predictor.predict(job(1, 1, 300), row, 0);
    assertPoint(300); // never beyond the estimate
  }

  @Test
  void classMeanAddsOneAndAHalfDeviations() {
    RuntimePredictor predictor = new ClassMean(new PredictorSettings(1, 4));
    for (int runtime : new int[] {200, 400, 400, 600}) {
      predictor.completed(job(1, 4, 9000), runtime);
      predictor.completed(job(1, 1, 9000), 5); // another class
    }

    // mean 400, deviation √((200² + 0 + 0 + 200²) / 4) = 141.4; 400 + 1.5 x 141.4 = 612.1
    assertThat(predictor.predict(job(1, 7, 9000), row, 0)).isTrue(); // 4 to 7 are alike
    assertPoint(612);
    assertThat(predictor.predict(job(1, 8, 9000), row, 0)).isFalse();
  }

  @Test
  void theEstimateIsAPredictionToo() {
    new UserEstimate().predict(job(1, 1, 3600), row, 0);

    assertPoint(3600);
  }

  private void assertPoint(int seconds) {
    int bin = RuntimeBins.bin(seconds);
    for (int edge = 0; edge <= RuntimeBins.COUNT; edge++) {
      assertThat(row[edge]).isEqualTo(edge <= bin ? 0 : 1);
    }
  }

  private static Submission job(int user, int width, int estimate) {
    return new Submission(0, user, width, estimate);
  }
}
