package io.gnomon.sim.study;

import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.Guard.Measure;
import io.gnomon.sim.metric.objective.ServedJob;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The figures of the guards in the simulations of one alternative. Not thread-safe. */
public final class GuardFigures {
  /** Smaller shares depend on single jobs. */
  private static final double LEAST_SHARE = 0.01;

  private final List<Guard> guards;
  private final double[][] sums;
  private final int[][] counts;

  GuardFigures(List<Guard> guards) {
    this.guards = guards;
    sums = new double[guards.size()][];
    counts = new int[guards.size()][];
    for (int i = 0; i < guards.size(); i++) {
      sums[i] = new double[guards.get(i).groups()];
      counts[i] = new int[sums[i].length];
    }
  }

  void add(ServedJob job) {
    for (int i = 0; i < sums.length; i++) {
      Guard guard = guards.get(i);
      int group = guard.group(job);
      if (group >= 0) {
        put(i, group, guard.value(job), 1);
      }
    }
  }

  void add(GuardFigures other) {
    for (int i = 0; i < sums.length; i++) {
      for (int group = 0; group < sums[i].length; group++) {
        put(i, group, other.sums[i][group], other.counts[i][group]);
      }
    }
  }

  private void put(int guard, int group, double value, int jobs) {
    boolean greatest = guards.get(guard).measure() == Measure.GREATEST;
    sums[guard][group] =
        greatest ? Math.max(sums[guard][group], value) : sums[guard][group] + value;
    counts[guard][group] += jobs;
  }

  /** The figures of a guard's groups; 0 for a group without jobs. */
  double[] groups(int guard) {
    boolean means = guards.get(guard).measure() == Measure.WORST_MEAN;
    return IntStream.range(0, sums[guard].length)
        .mapToDouble(group -> sums[guard][group] / (means ? Math.max(1, counts[guard][group]) : 1))
        .toArray();
  }

  /** The figure of the worst group; 0 without jobs. */
  public double worst(int guard) {
    return DoubleStream.of(groups(guard)).max().orElse(0);
  }

  /**
   * The exclusion by the first guard that these figures break, or null.
   *
   * @param reference figures of the reference policy; not used by guards of shares
   * @param incumbent figures of the incumbent, used by guards of shares
   */
  @Nullable Exclusion broken(GuardFigures reference, GuardFigures incumbent) {
    for (int i = 0; i < sums.length; i++) {
      Guard guard = guards.get(i);
      boolean broken =
          guard.measure() == Measure.SHARES
              ? losesShare(i, incumbent)
              : worst(i) > guard.factor() * reference.worst(i);
      if (broken) {
        return Exclusion.brokenGuard(guard.name());
      }
    }
    return null;
  }

  /** Whether the share of a group falls by more than the factor. */
  private boolean losesShare(int guard, GuardFigures incumbent) {
    double all = DoubleStream.of(sums[guard]).sum();
    double before = DoubleStream.of(incumbent.sums[guard]).sum();
    for (int group = 0; group < sums[guard].length; group++) {
      double share = before == 0 ? 0 : incumbent.sums[guard][group] / before;
      if (share >= LEAST_SHARE && sums[guard][group] * guards.get(guard).factor() < share * all) {
        return true;
      }
    }
    return false;
  }
}
