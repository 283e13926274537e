package io.gnomon.sim.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FixedShareTest {
  private static final Offset<Double> EXACT = within(1e-12);

  /**
   * With a rate of ln 2, a loss of 1 halves a weight. Two experts: 1/2, 1/2. The first one loses 1:
   * 1/4 and 1/2, normalised 1/3 and 2/3. A quarter is shared: 3/4 × 1/3 + 1/8 = 3/8 and 5/8. The
   * second one loses 1: 3/8 and 5/16, normalised 6/11 and 5/11; then 3/4 × 6/11 + 1/8 = 47/88.
   */
  @Test
  void weightsFollowTheLossesAndAreShared() {
    FixedShare share = new FixedShare(Math.log(2), 0.25);

    double[] one = share.weights(new double[][] {{1, 0}}, 2);
    double[] two = share.weights(new double[][] {{1, 0}, {0, 1}}, 2);

    assertThat(one).containsExactly(new double[] {3 / 8.0, 5 / 8.0}, EXACT);
    assertThat(two).containsExactly(new double[] {47 / 88.0, 41 / 88.0}, EXACT);
  }

  /** Three experts, two trials: the rate is sqrt(8 × 2 ln 3 / 2); nothing is shared. */
  @Test
  void theStandardConstantsAreThoseOfTheBound() {
    FixedShare two = FixedShare.forOneChange(3, 2);
    assertThat(two.rate()).isCloseTo(Math.sqrt(8 * Math.log(3)), EXACT);
    assertThat(two.share()).isZero();
    assertThat(FixedShare.forOneChange(3, 13).share()).isEqualTo(1.0 / 12);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 13, 40})
  void theLossExceedsThatOfTheBestExpertsWithOneChangeByAtMostTheBound(int trials) {
    SplittableRandom random = new SplittableRandom(trials);
    for (int run = 0; run < 200; run++) {
      int experts = 2 + random.nextInt(4);
      int change = random.nextInt(trials + 1);
      int before = random.nextInt(experts);
      int after = random.nextInt(experts);
      double[][] losses = new double[trials][experts];
      for (int t = 0; t < trials; t++) {
        int good = t < change ? before : after;
        for (int i = 0; i < experts; i++) {
          losses[t][i] = i == good ? 0.3 * random.nextDouble() : random.nextDouble();
        }
      }
      FixedShare share = FixedShare.forOneChange(experts, trials);
      double own = 0;
      for (int t = 0; t < trials; t++) {
        double[] weights = share.weights(Arrays.copyOf(losses, t), experts);
        assertThat(Arrays.stream(weights).sum()).isCloseTo(1, EXACT);
        for (int i = 0; i < experts; i++) {
          own += weights[i] * losses[t][i];
        }
      }

      assertThat(own).isLessThanOrEqualTo(best(losses, experts) + bound(share, experts, trials));
    }
  }

  private static double bound(FixedShare share, int experts, int trials) {
    double changes =
        share.share() == 0
            ? 0
            : -Math.log(share.share()) - (trials - 2) * Math.log(1 - share.share());
    return (2 * Math.log(experts) + changes) / share.rate() + share.rate() * trials / 8;
  }

  /** The least loss of an expert, or of two experts one after the other if weights are shared. */
  private static double best(double[][] losses, int experts) {
    double best = Double.POSITIVE_INFINITY;
    for (int first = 0; first < experts; first++) {
      for (int second = 0; second < experts; second++) {
        for (int change = losses.length < 3 ? losses.length : 0;
            change <= losses.length;
            change++) {
          double sum = 0;
          for (int t = 0; t < losses.length; t++) {
            sum += losses[t][t < change ? first : second];
          }
          best = Math.min(best, sum);
        }
      }
    }
    return best;
  }

  @Test
  void constantsOutOfRangeAreRejected() {
    assertThatThrownBy(() -> new FixedShare(0, 0.1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rate 0.0 and share 0.1");
    assertThatThrownBy(() -> new FixedShare(1, 1)).hasMessageContaining("share 1.0");
  }
}
