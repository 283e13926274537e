package io.gnomon.sim.assess.figure;

import io.gnomon.sim.metric.StudentQuantile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Gains of several configurations over one, with intervals that hold for all of them together.
 *
 * <p>Blocks of time are resampled in runs of neighbours (circular block bootstrap), the same for
 * all configurations, so that the comparison is paired. The width of the intervals is the quantile
 * of the largest deviation among the configurations, in standard errors (max-t), so the more
 * configurations are tried, the wider the intervals are. They are widened for small numbers of
 * independent runs as Student's distribution is. O(resamples × blocks × configurations).
 */
public final class GainTest {
  /** Probability that at least one interval does not hold the true gain. */
  public static final double ERROR = 0.05;

  private static final int RESAMPLES = 1000;
  private static final int LEAST_BLOCKS = 6;
  private static final double NORMAL_90 = 1.2816;
  private static final double SMALLEST = 1e-6;

  private final List<Sums> before;
  private final int[][] samples;
  private final double widening;

  /**
   * Draws the resamples.
   *
   * @param before sums of the configuration in force by block
   * @param seed of the resamples
   */
  public GainTest(List<Sums> before, long seed) {
    this.before = List.copyOf(before);
    int blocks = before.size();
    int run = Math.max(1, (int) Math.round(Math.cbrt(blocks)));
    SplittableRandom random = new SplittableRandom(seed);
    samples = new int[RESAMPLES][blocks];
    for (int[] counts : samples) {
      for (int drawn = 0; drawn < blocks; ) {
        int first = random.nextInt(blocks);
        for (int i = 0; i < run && drawn < blocks; i++, drawn++) {
          counts[(first + i) % blocks]++;
        }
      }
    }
    int runs = Math.max(2, blocks / run);
    widening = StudentQuantile.ninetieth(runs) / NORMAL_90 * Math.sqrt(runs / (runs - 1.0));
  }

  /**
   * The gains of configurations, without intervals if there are fewer than {@value #LEAST_BLOCKS}
   * blocks.
   *
   * @param after sums by block, one list for each configuration
   * @param rounds number of comparisons with which the error is shared, at least 1
   */
  public List<Gain> gains(List<List<Sums>> after, int rounds) {
    int count = after.size();
    double[] centre = new double[count];
    double[][] drawn = new double[count][];
    double[] error = new double[count];
    for (int c = 0; c < count; c++) {
      List<Sums> sums = after.get(c);
      centre[c] = logRatio(total(sums, null), total(before, null));
      drawn[c] = new double[samples.length];
      for (int s = 0; s < samples.length; s++) {
        drawn[c][s] = logRatio(total(sums, samples[s]), total(before, samples[s]));
      }
      error[c] = deviation(drawn[c], centre[c]);
    }
    double width = widening * quantile(largest(centre, drawn, error), rounds);
    List<Gain> gains = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      Sums all = total(after.get(c), null);
      Sums was = total(before, null);
      boolean known = before.size() >= LEAST_BLOCKS;
      gains.add(
          new Gain(
              all.waitGain(was),
              all.slowdownGain(was),
              all.gain(was),
              known ? 1 - Math.exp(centre[c] + width * error[c]) : Double.NaN,
              known ? 1 - Math.exp(centre[c] - width * error[c]) : Double.NaN));
    }
    return gains;
  }

  private static Sums total(List<Sums> blocks, int @Nullable [] counts) {
    long jobs = 0;
    long wait = 0;
    double slowdown = 0;
    for (int block = 0; block < blocks.size(); block++) {
      int times = counts == null ? 1 : counts[block];
      Sums sums = blocks.get(block);
      jobs += times * sums.jobs();
      wait += times * sums.waitSeconds();
      slowdown += times * sums.slowdown();
    }
    return new Sums(jobs, wait, slowdown);
  }

  /** The logarithm of what is left after the gain; ratios of sums are skewed, this is not. */
  private static double logRatio(Sums after, Sums before) {
    return Math.log(Math.max(SMALLEST, 1 - after.gain(before)));
  }

  private static double deviation(double[] values, double centre) {
    double squares = 0;
    for (double value : values) {
      squares += (value - centre) * (value - centre);
    }
    return Math.sqrt(squares / values.length);
  }

  /** The largest deviation among the configurations in each resample, in standard errors. */
  private static double[] largest(double[] centre, double[][] drawn, double[] error) {
    double[] largest = new double[drawn.length == 0 ? 0 : drawn[0].length];
    for (int s = 0; s < largest.length; s++) {
      for (int c = 0; c < centre.length; c++) {
        if (error[c] > 0) {
          largest[s] = Math.max(largest[s], Math.abs(drawn[c][s] - centre[c]) / error[c]);
        }
      }
    }
    Arrays.sort(largest);
    return largest;
  }

  /** The quantile if the error is shared by several comparisons. */
  private static double quantile(double[] sorted, int rounds) {
    if (sorted.length == 0) {
      return 0;
    }
    double error = ERROR / Math.max(1.0, rounds);
    int index = (int) Math.ceil((1 - error) * sorted.length) - 1;
    return sorted[Math.min(sorted.length - 1, Math.max(0, index))];
  }
}
