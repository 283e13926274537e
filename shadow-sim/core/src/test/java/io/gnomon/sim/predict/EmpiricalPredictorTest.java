package io.gnomon.sim.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What a user's jobs say of the next one. */
class EmpiricalPredictorTest {
  private final EmpiricalPredictor predictor =
      new EmpiricalPredictor(false, new PredictorSettings(1, 4));
  private final double[] row = new double[RuntimeBins.ROW];

  @Test
  void predictsNothingBeforeItHasSeenEnough() {
    learn(7, 100, 3);

    assertThat(predictor.predict(job(7), row, 0)).isFalse();
    assertThat(predictor.predict(job(8), row, 0)).isFalse();
  }

  @Test
  void sharesOfTheUsersJobsAreProbabilities() {
    learn(7, 1, 3); // bin 0, to 1.8 s
    learn(7, 1000, 1); // bin 11, from 642.7 s to 1156.8 s

    assertThat(predictor.predict(job(7), row, 0)).isTrue();
    assertThat(row[0]).isZero();
    assertThat(row[RuntimeBins.COUNT]).isEqualTo(1);
    assertThat(RuntimeBins.cumulative(row, 0, 600)).isCloseTo(0.75, within(1e-12));
    // half way through bin 11 on a logarithmic scale
    assertThat(RuntimeBins.cumulative(row, 0, RuntimeBins.edge(11) * Math.sqrt(1.8)))
        .isCloseTo(0.875, within(1e-9));
  }

  @Test
  void aForkLearnsIndependently() {
    learn(7, 100, 4);
    RuntimePredictor fork = predictor.fork();
    learn(7, 1, 40);

    fork.predict(job(7), row, 0);

    assertThat(RuntimeBins.cumulative(row, 0, 50)).isZero();
  }

  private void learn(int user, int runtime, int times) {
    for (int i = 0; i < times; i++) {
      predictor.completed(job(user), runtime);
    }
  }

  private static Submission job(int user) {
    return new Submission(0, user, 1, 3600);
  }
}
