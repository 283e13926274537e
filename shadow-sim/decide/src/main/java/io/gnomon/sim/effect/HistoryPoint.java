package io.gnomon.sim.effect;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A point of the series of a cluster.
 *
 * @param second the end of the time that it stands for
 * @param actual figures of the live cluster
 * @param untuned figures without Gnomon's changes, or null if they are not known yet
 * @param advised figures as if every recommendation had been followed, or null
 */
public record HistoryPoint(
    int second, Figures actual, @Nullable Figures untuned, @Nullable Figures advised) {

  /**
   * Mean figures of one variant.
   *
   * @param slowdown aggregate bounded slowdown
   * @param meanWait of the jobs compared in that time in seconds, or NaN without jobs
   * @param queueLength number of waiting jobs
   * @param utilization busy share of the processors
   */
  public record Figures(double slowdown, double meanWait, double queueLength, double utilization) {
    private static @Nullable Figures of(Bucket bucket, Variant variant) {
      return bucket.samples(variant) == 0
          ? null
          : new Figures(
              bucket.mean(variant, 1),
              bucket.all().meanWait(variant),
              bucket.mean(variant, 2),
              bucket.mean(variant, 3));
    }
  }

  /** The point of adjacent buckets, at least one of which has a sample of the live cluster. */
  static HistoryPoint of(List<Bucket> buckets) {
    Bucket first = buckets.get(0);
    Bucket last = buckets.get(buckets.size() - 1);
    Bucket sum = new Bucket(first.start(), last.end() - first.start());
    buckets.forEach(sum::add);
    Figures actual = Figures.of(sum, Variant.ACTUAL);
    if (actual == null) {
      throw new IllegalArgumentException("no sample of the live cluster");
    }
    return new HistoryPoint(
        sum.end(), actual, Figures.of(sum, Variant.UNTUNED), Figures.of(sum, Variant.ADVISED));
  }
}
