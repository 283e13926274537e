package io.gnomon.sim.metric;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;

/**
 * The bounded slowdowns of recently completed jobs, in buckets of equal time.
 *
 * <p>O(1) per completion and O(buckets) per reading, whatever the number of jobs. Not thread-safe.
 */
public final class SlowdownWindow {
  private final int bucketSeconds;
  private final double[] sums;
  private final int[] counts;
  private long newest;

  /**
   * An empty window.
   *
   * @param windowSeconds length of the window
   * @param bucketSeconds length of a bucket, at least 1; must divide the window
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

  /** An independent copy. */
  public SlowdownWindow copy() {
    SlowdownWindow copy = new SlowdownWindow(windowSeconds(), bucketSeconds);
    System.arraycopy(sums, 0, copy.sums, 0, sums.length);
    System.arraycopy(counts, 0, copy.counts, 0, counts.length);
    copy.newest = newest;
    return copy;
  }

  /** The length of the window in seconds. */
  public int windowSeconds() {
    return bucketSeconds * sums.length;
  }

  /** Records that the running job in {@code slot} completes at the state's second. */
  public void finished(ClusterState state, int slot) {
    int runtime = state.ranSeconds(slot);
    completed(state.now(), slowdown(state.now() - state.submitTime(slot) - runtime, runtime));
  }

  /** Records a completed job with this bounded slowdown. */
  public void completed(int time, double boundedSlowdown) {
    advanceTo(time / bucketSeconds);
    int bucket = (time / bucketSeconds) % sums.length;
    sums[bucket] += boundedSlowdown;
    counts[bucket]++;
  }

  /** The number of jobs that completed in the window that ends at {@code now} (exclusive). */
  public int completions(int now) {
    discardBefore(now);
    return Arrays.stream(counts).sum();
  }

  /**
   * The mean bounded slowdown of the jobs that completed in the window before the state's second
   * and of the waiting jobs that can start at all; 0 if there are none. Waiting jobs are assumed to
   * run for their estimates.
   */
  public double aggregate(ClusterState state) {
    discardBefore(state.now());
    double sum = Arrays.stream(sums).sum();
    int[] jobs = {Arrays.stream(counts).sum()};
    double[] waiting = {0};
    state.forEach(
        JobPhase.WAITING,
        slot -> {
          if (!state.neverStarts(slot)) {
            int wait = state.now() - state.submitTime(slot) - state.servedSeconds(slot);
            waiting[0] += slowdown(wait, state.estimate(slot));
            jobs[0]++;
          }
        });
    return jobs[0] == 0 ? 0 : (sum + waiting[0]) / jobs[0];
  }

  /** 1 + wait / max(10 s, runtime). */
  static double slowdown(int wait, int runtime) {
    return 1.0 + (double) Math.max(0, wait) / Math.max(Outcome.SLOWDOWN_BOUND_SECONDS, runtime);
  }

  /**
   * Returns the length of a bucket, the number of the newest, and the sum and the count of each.
   */
  public Snapshot snapshot() {
    return new Snapshot()
        .put("bucketSeconds", bucketSeconds)
        .put("newestBucket", newest)
        .put("sums", sums.clone())
        .put("counts", counts.clone());
  }

  /**
   * Restores a {@link #snapshot()}. If it is of a window with other buckets, the jobs of a bucket
   * count as completed in its first second, so that some leave this window early, by at most the
   * length of that bucket.
   *
   * @throws IllegalArgumentException if the snapshot is not one of a window
   */
  public void restore(Snapshot snapshot) {
    int seconds = snapshot.getInt("bucketSeconds");
    double[] otherSums = snapshot.getDoubles("sums");
    int[] otherCounts = snapshot.getInts("counts", otherSums.length);
    long otherNewest = snapshot.getLong("newestBucket");
    Arrays.fill(sums, 0);
    Arrays.fill(counts, 0);
    if (seconds == bucketSeconds && otherSums.length == sums.length) {
      System.arraycopy(otherSums, 0, sums, 0, sums.length);
      System.arraycopy(otherCounts, 0, counts, 0, counts.length);
      newest = otherNewest;
      return;
    }
    newest = sums.length - 1L;
    for (long b = Math.max(0, otherNewest - otherSums.length + 1); b <= otherNewest; b++) {
      int other = (int) (b % otherSums.length);
      if (otherCounts[other] > 0) {
        long bucket = b * seconds / bucketSeconds;
        advanceTo(bucket);
        sums[(int) (bucket % sums.length)] += otherSums[other];
        counts[(int) (bucket % sums.length)] += otherCounts[other];
      }
    }
  }

  /** At the first second of a bucket that bucket is empty, so the oldest bucket still counts. */
  private void discardBefore(int now) {
    advanceTo((now - 1) / bucketSeconds);
  }

  private void advanceTo(long bucket) {
    for (long b = Math.max(newest + 1, bucket - sums.length + 1); b <= bucket; b++) {
      sums[(int) (b % sums.length)] = 0;
      counts[(int) (b % sums.length)] = 0;
    }
    newest = Math.max(newest, bucket);
  }
}
