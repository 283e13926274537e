package io.gnomon.sim.fidelity;

/**
 * Sums over compared jobs. All waits are those within the compared span: from the submission, or
 * the begin of the span, to the start, or its end.
 *
 * <p>Sums are whole seconds, so they do not depend on the order of the jobs.
 *
 * @param jobs their number
 * @param waitSeconds sum of the actual waits
 * @param predictedSeconds sum of the predicted waits
 * @param differenceSeconds sum of the absolute differences
 * @param earlier jobs that started more than a minute before the predicted start
 * @param later jobs that started more than a minute after it
 */
public record FidelityTotals(
    int jobs,
    long waitSeconds,
    long predictedSeconds,
    long differenceSeconds,
    int earlier,
    int later) {
  /** No jobs. */
  public static final FidelityTotals NONE = new FidelityTotals(0, 0, 0, 0, 0, 0);

  /** Shorter waits, and smaller differences between starts, are those of a scheduler's cycle. */
  static final int MINUTE = 60;

  /** One compared job. */
  static FidelityTotals of(int waitSeconds, int predictedSeconds) {
    int late = waitSeconds - predictedSeconds;
    return new FidelityTotals(
        1,
        waitSeconds,
        predictedSeconds,
        Math.abs(late),
        late < -MINUTE ? 1 : 0,
        late > MINUTE ? 1 : 0);
  }

  /** The sums over both. */
  public FidelityTotals plus(FidelityTotals other) {
    return new FidelityTotals(
        jobs + other.jobs,
        waitSeconds + other.waitSeconds,
        predictedSeconds + other.predictedSeconds,
        differenceSeconds + other.differenceSeconds,
        earlier + other.earlier,
        later + other.later);
  }

  /** The mean actual wait in seconds; NaN without jobs. */
  public double meanWait() {
    return (double) waitSeconds / jobs;
  }

  /** The mean predicted wait in seconds; NaN without jobs. */
  public double meanPredictedWait() {
    return (double) predictedSeconds / jobs;
  }

  /**
   * The mean absolute difference of a job's waits, relative to the mean actual wait, or to a minute
   * if that is longer; NaN without jobs.
   */
  public double error() {
    return differenceSeconds / relativeTo();
  }

  /**
   * The mean predicted wait minus the mean actual wait, relative like {@link #error()}; negative if
   * jobs wait longer than predicted. NaN without jobs.
   */
  public double bias() {
    return (predictedSeconds - waitSeconds) / relativeTo();
  }

  /** The share of jobs that started more than a minute before predicted; NaN without jobs. */
  public double earlierShare() {
    return (double) earlier / jobs;
  }

  /** The share of jobs that started more than a minute after predicted; NaN without jobs. */
  public double laterShare() {
    return (double) later / jobs;
  }

  private double relativeTo() {
    return Math.max(waitSeconds, (double) MINUTE * jobs);
  }

  /** The columns of a snapshot. */
  static final int COLUMNS = 6;

  void write(double[] into, int at) {
    into[at] = jobs;
    into[at + 1] = waitSeconds;
    into[at + 2] = predictedSeconds;
    into[at + 3] = differenceSeconds;
    into[at + 4] = earlier;
    into[at + 5] = later;
  }

  static FidelityTotals read(double[] from, int at) {
    return new FidelityTotals(
        (int) from[at],
        (long) from[at + 1],
        (long) from[at + 2],
        (long) from[at + 3],
        (int) from[at + 4],
        (int) from[at + 5]);
  }
}
