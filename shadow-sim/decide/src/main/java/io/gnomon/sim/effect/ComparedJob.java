package io.gnomon.sim.effect;

import io.gnomon.sim.metric.Outcome;

/**
 * A job of the live cluster that has completed, or that has completed in a shadow of it.
 *
 * <p>It is compared once it has completed in every cluster that is simulated; so the means are of
 * the same jobs. The bounded slowdowns use its true runtime.
 */
final class ComparedJob {
  private final double[] waits = new double[Variant.COUNT];
  private int done;
  private int second;
  private int liveSecond;
  private int runtime;
  private int width;
  private int partition = Labels.NONE;
  private int account = Labels.NONE;

  /** Records the completion in the live cluster. */
  void completed(int now, int waitSeconds, int runtimeSeconds, int widthOf) {
    waited(Variant.ACTUAL, now, waitSeconds);
    liveSecond = now;
    runtime = runtimeSeconds;
    width = widthOf;
  }

  /** Sets the numbers of its partition and account. */
  void label(int partitionOf, int accountOf) {
    partition = partitionOf;
    account = accountOf;
  }

  /** Records the completion in a cluster. */
  void waited(Variant variant, int now, double waitSeconds) {
    waits[variant.ordinal()] = waitSeconds;
    done |= 1 << variant.ordinal();
    second = Math.max(second, now);
  }

  /** Records that it waited in a cluster as long as in the live one. */
  void waitedAsActual(Variant variant) {
    waited(variant, second, waits[Variant.ACTUAL.ordinal()]);
  }

  boolean isDone(Variant variant) {
    return (done & (1 << variant.ordinal())) != 0;
  }

  boolean isDoneEverywhere() {
    return done == (1 << Variant.COUNT) - 1;
  }

  /** The second of its last completion so far. */
  int second() {
    return second;
  }

  /** The second of its completion in the live cluster. */
  int completedLiveAt() {
    return liveSecond;
  }

  int runtime() {
    return runtime;
  }

  int width() {
    return width;
  }

  int partition() {
    return partition;
  }

  int account() {
    return account;
  }

  double wait(Variant variant) {
    return waits[variant.ordinal()];
  }

  double boundedSlowdown(Variant variant) {
    return 1 + wait(variant) / Math.max(Outcome.SLOWDOWN_BOUND_SECONDS, runtime);
  }
}
