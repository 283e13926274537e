package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;

/**
 * The bounded slowdowns of the jobs that completed in the recent past, in buckets of equal time.
 *
 * <p>O(1) a completion, O(buckets) a reading, whatever the number of jobs. Not thread-safe.
 */
public final class SlowdownWindow {
  private final int bucketSeconds;
  private final double[] sums;
  private final int[] counts;
  private long newest;

  /**
   * An empty window.
   *
   * @param windowSeconds how far it looks back
   * @param bucketSeconds its grain; must divide the window
   */
  public SlowdownWindow(int windowSeconds, int bucketSeconds) {
    if (bucketSeconds < 1 || windowSeconds < bucketSeconds || windowSeconds % bucketSeconds != 0) {
      throw new IllegalArgumentException(
          "a window of "
              + windowSeconds
              + " s in buckets of "
              + bucketSeconds
              + " s is not allowed: the buckets must divide the window");
    }
    this.bucketSeconds = bucketSeconds;
    sums = new double[windowSeconds / bucketSeconds];
    counts = new int[sums.length];
    newest = sums.length - 1L;
  }

  /** An independent window that holds the same. */
  public SlowdownWindow copy() {
    SlowdownWindow copy = new SlowdownWindow(windowSeconds(), bucketSeconds);
    System.arraycopy(sums, 0, copy.sums, 0, sums.length);
    System.arraycopy(counts, 0, copy.counts, 0, counts.length);
    copy.newest = newest;
    return copy;
  }

  /** How far it looks back, in seconds. */
  public int windowSeconds() {
    return bucketSeconds * sums.length;
  }

  /** The running job in {@code slot} completes at the state's second. */
  public void finished(ClusterState state, int slot) {
    int runtime = state.ranSeconds(slot);
    completed(state.now(), slowdown(state.now() - state.submitTime(slot) - runtime, runtime));
  }

  /** A job with this bounded slowdown has completed. */
  public void completed(int time, double boundedSlowdown) {
    forget(time / bucketSeconds);
    int bucket = (time / bucketSeconds) % sums.length;
    sums[bucket] += boundedSlowdown;
    counts[bucket]++;
  }

  /** How many jobs completed in the window that ends at {@code now} (exclusive). */
  public int completions(int now) {
    forgetBefore(now);
    return Arrays.stream(counts).sum();
  }

  /**
   * The mean bounded slowdown of the jobs that completed in the window before the state's second,
   * and of those that wait now, whose runtime is taken to be their estimate; 0 if there are none.
   */
  public double aggregate(ClusterState state) {
    forgetBefore(state.now());
    double sum = Arrays.stream(sums).sum();
    int jobs = Arrays.stream(counts).sum();
    double[] waiting = {0};
    state.forEach(
        JobPhase.WAITING,
        slot -> {
          int wait = state.now() - state.submitTime(slot) - state.servedSeconds(slot);
          waiting[0] += slowdown(wait, state.estimate(slot));
        });
    jobs += state.waiting().size();
    return jobs == 0 ? 0 : (sum + waiting[0]) / jobs;
  }

  /** 1 + wait / max(10 s, runtime). */
  static double slowdown(int wait, int runtime) {
    return 1.0 + (double) Math.max(0, wait) / Math.max(Outcome.SLOWDOWN_BOUND_SECONDS, runtime);
  }

  /** Returns the number of the newest bucket, and the sum and the count of every bucket. */
  public Snapshot snapshot() {
    return new Snapshot()
        .put("newestBucket", newest)
        .put("sums", sums.clone())
        .put("counts", counts.clone());
  }

  /**
   * Restores a {@link #snapshot()}.
   *
   * @throws IllegalArgumentException if it is of a window with another number of buckets
   */
  public void restore(Snapshot snapshot) {
    double[] restoredSums = snapshot.getDoubles("sums", sums.length);
    int[] restoredCounts = snapshot.getInts("counts", counts.length);
    System.arraycopy(restoredSums, 0, sums, 0, sums.length);
    System.arraycopy(restoredCounts, 0, counts, 0, counts.length);
    newest = snapshot.getLong("newestBucket");
  }

  /** At the very beginning of a bucket, that bucket is still empty and the oldest one counts. */
  private void forgetBefore(int now) {
    forget((now - 1) / bucketSeconds);
  }

  private void forget(long bucket) {
    for (long b = Math.max(newest + 1, bucket - sums.length + 1); b <= bucket; b++) {
      sums[(int) (b % sums.length)] = 0;
      counts[(int) (b % sums.length)] = 0;
    }
    newest = Math.max(newest, bucket);
  }
}
