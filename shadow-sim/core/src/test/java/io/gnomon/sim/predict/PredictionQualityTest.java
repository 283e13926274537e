package io.gnomon.sim.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What predictions are worth, by hand. */
class PredictionQualityTest {
  /** Runtimes of bin 5 (18.9 s to 34.0 s) with 1/4, of bin 10 (357 s to 643 s) with 3/4. */
  private final double[] row = new double[RuntimeBins.ROW];

  PredictionQualityTest() {
    for (int edge = 6; edge < RuntimeBins.ROW; edge++) {
      row[edge] = edge > 10 ? 1 : 0.25;
    }
  }

  @Test
  void countsWhatWasCoveredAndOnWhichSideOfTheMedianItFell() {
    PredictionQuality quality = new PredictionQuality();
    quality.add(row, 100_000, 500); // at the median
    quality.add(row, 100_000, 20); // below, within the interval
    quality.add(row, 100_000, 60); // below, within, though no share was given to it
    quality.add(row, 100_000, 5000); // above and outside
    quality.unpredicted();

    assertThat(quality.predictedShare()).isEqualTo(4 / 5.0);
    assertThat(quality.coverage()).isEqualTo(3 / 4.0);
    assertThat(quality.underPredicted()).isEqualTo(1 / 4.0);
    assertThat(quality.overPredicted()).isEqualTo(2 / 4.0);
    double worst = -log2(0.01 / 32);
    double expected = -log2(0.99 * 0.75 + 0.01 / 32) - log2(0.99 * 0.25 + 0.01 / 32) + 2 * worst;
    assertThat(quality.logScore()).isCloseTo(expected / 4, within(1e-9));
  }

  @Test
  void theEstimateCutsADistribution() {
    PredictionQuality quality = new PredictionQuality();
    quality.add(row, 100, 20); // of what is below 100 s, bin 5 has all

    assertThat(quality.logScore()).isCloseTo(-log2(0.99 + 0.01 / 32), within(1e-9));
    assertThat(quality.underPredicted() + quality.overPredicted()).isZero();
  }

  @Test
  void aDistributionBeyondTheEstimateIsNoPrediction() {
    PredictionQuality quality = new PredictionQuality();
    quality.add(row, 10, 7);

    assertThat(quality.predictedShare()).isZero();
  }

  private static double log2(double value) {
    return Math.log(value) / Math.log(2);
  }
}
