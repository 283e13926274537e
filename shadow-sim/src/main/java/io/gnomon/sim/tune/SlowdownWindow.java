package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.metric.Outcome;
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
    copy.recall(memory());
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

  /** What it holds, for a checkpoint: the newest bucket's number, then a sum and a count each. */
  public double[] memory() {
    double[] memory = new double[1 + 2 * sums.length];
    memory[0] = newest;
    for (int i = 0; i < sums.length; i++) {
      memory[1 + 2 * i] = sums[i];
      memory[2 + 2 * i] = counts[i];
    }
    return memory;
  }

  /** Holds what {@link #memory()} gave. */
  public void recall(double[] memory) {
    if (memory.length != 1 + 2 * sums.length) {
      throw new IllegalArgumentException(
          memory.length + " numbers are no window of " + sums.length + " buckets");
    }
    newest = (long) memory[0];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = memory[1 + 2 * i];
      counts[i] = (int) memory[2 + 2 * i];
    }
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
