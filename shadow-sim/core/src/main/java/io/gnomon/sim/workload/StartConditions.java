package io.gnomon.sim.workload;

import io.gnomon.sim.eligibility.DependencyKind;
import java.util.List;

/**
 * What a job of a log must wait for before it is eligible to start, and how it ends for the jobs
 * that wait for it.
 *
 * @param beginDelay the earliest start in seconds after its submission, 0 or more
 * @param dependencies on other jobs of the log
 * @param anySuffices whether one of several dependencies is enough
 * @param held whether its user holds it
 * @param array the archive's number of its array, {@link JobLog#UNKNOWN} if of none; all tasks have
 *     this number
 * @param task the number of the task
 * @param arrayLimit most tasks of the array that may have started at a time, {@link
 *     Integer#MAX_VALUE} for any number
 * @param series a number of its user and name if other jobs wait for these, {@link JobLog#UNKNOWN}
 *     otherwise
 * @param fails whether it ends without success
 */
public record StartConditions(
    int beginDelay,
    List<JobReference> dependencies,
    boolean anySuffices,
    boolean held,
    long array,
    int task,
    int arrayLimit,
    int series,
    boolean fails) {
  /** No conditions. */
  public static final StartConditions NONE =
      new StartConditions(
          0,
          List.of(),
          false,
          false,
          JobLog.UNKNOWN,
          JobLog.UNKNOWN,
          Integer.MAX_VALUE,
          JobLog.UNKNOWN,
          false);

  /**
   * A dependency on a job, or on all tasks of an array.
   *
   * @param job its number in the archive, {@link JobLog#UNKNOWN} for a singleton
   * @param task the task, {@link JobLog#UNKNOWN} for all tasks or a job of no array
   * @param delaySeconds time after the start of the other job
   */
  public record JobReference(DependencyKind kind, long job, int task, int delaySeconds) {}

  /** Checks the values. */
  public StartConditions {
    dependencies = List.copyOf(dependencies);
    if (beginDelay < 0 || arrayLimit < 1) {
      throw new IllegalArgumentException(
          "a job begins %d s after its submission and %d tasks of its array may have started; allowed are 0 s or more and at least 1 task"
              .formatted(beginDelay, arrayLimit));
    }
  }
}
