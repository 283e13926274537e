package io.gnomon.sim.tune;

import io.gnomon.sim.metric.CategoryScheme;
import io.gnomon.sim.tune.objective.ServedJob;
import io.gnomon.sim.tune.objective.StudyObjective;
import io.gnomon.sim.tune.objective.Tally;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What a wait costs beside an objective, for each of sixteen categories; immutable. */
final class OwedCharge {
  private static final CategoryScheme SCHEME = CategoryScheme.SIXTEEN;
  private static final int DAY = 24 * 3600;

  /** None. */
  static final OwedCharge NONE = new OwedCharge(new double[SCHEME.size()]);

  private final double[] aSecond;

  /**
   * A charge.
   *
   * @param aSecond of a job's wait, in the objective's units, by category
   */
  OwedCharge(double[] aSecond) {
    this.aSecond = aSecond.clone();
  }

  /** Whether very wide, very long jobs are charged for, the last of the sixteen. */
  boolean onVeryWide() {
    return aSecond(SCHEME.size() - 1) > 0;
  }

  /** What a second costs that a job of a category waits. */
  double aSecond(int category) {
    return aSecond[category];
  }

  /** A charge of so many times as much. */
  OwedCharge times(double factor) {
    return new OwedCharge(DoubleStream.of(aSecond).map(price -> price * factor).toArray());
  }

  /** What a second costs, by category. */
  double[] memory() {
    return aSecond.clone();
  }

  @Override
  public String toString() {
    return IntStream.range(0, aSecond.length)
        .filter(category -> aSecond[category] > 0)
        .mapToObj(category -> SCHEME.name(category) + " " + Math.round(aSecond[category] * DAY))
        .collect(Collectors.joining(", "));
  }

  /** The objective with this among its charges. */
  StudyObjective beside(StudyObjective objective) {
    if (this == NONE) {
      return objective;
    }
    return new StudyObjective() {
      @Override
      public double cost(ServedJob job) {
        int category = SCHEME.category(job.runtime, job.width);
        return objective.cost(job) + aSecond[category] * job.wait;
      }

      @Override
      public Tally tally() {
        return objective.tally();
      }

      @Override
      public StudyObjective charging(double factor) {
        return times(factor).beside(objective.charging(factor));
      }
    };
  }
}
