package io.gnomon.sim.eligibility;

import java.util.List;

/**
 * What a job must wait for before it is eligible to start.
 *
 * @param begin the earliest start, on the clock of the state; 0 for any time
 * @param dependencies on other jobs
 * @param anySuffices whether one of several dependencies is enough
 * @param array number of its array, {@link #NONE} if it has none
 * @param arrayLimit most tasks of the array that may have started at a time, at least 1; {@link
 *     Integer#MAX_VALUE} for any number
 * @param series number of its user and name if other jobs wait for these, {@link #NONE} otherwise
 */
public record JobConditions(
    int begin,
    List<Dependency> dependencies,
    boolean anySuffices,
    int array,
    int arrayLimit,
    int series) {
  /** Placeholder for no array and no series. */
  public static final int NONE = -1;

  /** No conditions. */
  public static final JobConditions FREE =
      new JobConditions(0, List.of(), false, NONE, Integer.MAX_VALUE, NONE);

  /** Checks the values. */
  public JobConditions {
    dependencies = List.copyOf(dependencies);
    if (begin < 0 || arrayLimit < 1) {
      throw new IllegalArgumentException(
          "a job begins at %d s and %d tasks of its array may have started; allowed are a time of 0 or more and at least 1 task"
              .formatted(begin, arrayLimit));
    }
    if (series == NONE
        && dependencies.stream().anyMatch(one -> one.kind() == DependencyKind.SINGLETON)) {
      throw new IllegalArgumentException("a singleton needs the number of its user and name");
    }
  }

  /** A job that cannot start before a time. */
  public static JobConditions begin(int time) {
    return new JobConditions(time, List.of(), false, NONE, Integer.MAX_VALUE, NONE);
  }

  /** The same conditions with another earliest start. */
  public JobConditions withBegin(int time) {
    return new JobConditions(time, dependencies, anySuffices, array, arrayLimit, series);
  }

  /** A job with dependencies, all of which must be satisfied. */
  public static JobConditions after(Dependency... dependencies) {
    return new JobConditions(0, List.of(dependencies), false, NONE, Integer.MAX_VALUE, NONE);
  }

  /** A number that is equal for equal conditions, on every JVM. */
  int fingerprint() {
    int hash = 31 * (31 * (31 * begin + array) + arrayLimit) + series;
    for (Dependency one : dependencies) {
      hash = 31 * (31 * hash + one.kind().ordinal()) + one.delaySeconds();
      hash = 31 * hash + one.jobs().hashCode();
    }
    return anySuffices ? ~hash : hash;
  }
}
