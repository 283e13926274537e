package io.gnomon.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.predict.Submission;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PredictedRuntimesTest {
  private static final int HOUR = 3600;

  /** Of user 1, half of the jobs ran 20 s and half 1000 s; a job of each user is waiting. */
  private static PredictedRuntimes runtimes(String name) {
    RuntimePredictor predictor = Predictors.create(name);
    for (int job = 0; job < 20; job++) {
      predictor.completed(new Submission(job, 1, 4, HOUR), job % 2 == 0 ? 20 : 1000);
    }
    JobHistory history = new JobHistory(1_000_000, 10);
    history.submitted(0, 100, 4, HOUR, 1);
    history.submitted(1, 100, 4, HOUR, 2);
    return new PredictedRuntimes(
        predictor,
        history,
        200,
        (user, width, estimate, elapsed, chance) -> Math.max(77, elapsed + 1));
  }

  @Test
  void samplesTheDistributionOfTheUser() {
    PredictedRuntimes runtimes = runtimes("user");

    // 20 s lies in the bin from 1.8^5 = 18.9 to 1.8^6 = 34.0, 1000 s in that from 642.7 to 1156.8
    assertThat(runtimes.sample(1, 4, HOUR, 0, 0)).isEqualTo(19);
    assertThat(runtimes.sample(1, 4, HOUR, 0, 0.25)).isEqualTo(25); // √(18.9 · 34.0) = 25.35
    assertThat(runtimes.sample(1, 4, HOUR, 0, 0.999)).isEqualTo(1155);
    assertThat(runtimes.sample(1, 4, HOUR, 100, 0)).as("longer than the short ones").isEqualTo(643);
    assertThat(runtimes.sample(1, 4, HOUR, 2000, 0)).as("longer than all").isEqualTo(HOUR);
    assertThat(runtimes.sample(2, 4, HOUR, 0, 0.5)).as("of another user").isEqualTo(77);
    assertThat(runtimes.sample(1, 4, 60, 0, 0.5)).as("of a job without a prediction").isEqualTo(77);
  }

  @ParameterizedTest
  @ValueSource(strings = {"estimate", "last-two", "class-mean", "user", "user-width", "hmm"})
  void everyPredictorGivesPossibleRuntimes(String name) {
    PredictedRuntimes runtimes = runtimes(name);

    for (int elapsed : new int[] {0, 30, 3599, 5000}) {
      for (double chance : new double[] {0, 0.3, 0.999}) {
        assertThat(runtimes.sample(1, 4, HOUR, elapsed, chance))
            .isBetween(elapsed + 1, Math.max(HOUR, elapsed + 1));
      }
    }
  }

  @Property(tries = 200)
  void aQuantileIsTheInverseOfTheCumulativeProbability(
      @ForAll @IntRange(min = 1, max = 30) int bin,
      @ForAll @DoubleRange(min = 0.05, max = 0.95) double share,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double probability) {
    double[] row = new double[RuntimeBins.ROW];
    for (int i = 0; i < RuntimeBins.ROW; i++) {
      row[i] = i < bin ? 0 : i == bin ? share : 1;
    }

    double seconds = RuntimeBins.quantile(row, 0, probability);

    assertThat(RuntimeBins.cumulative(row, 0, seconds)).isEqualTo(probability, within(1e-9));
  }
}
