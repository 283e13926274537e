package io.gnomon.sim.study;

import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.ServedJob;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The figures of the guards in the simulations of one alternative. Not thread-safe. */
public final class GuardFigures {
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
    boolean single = guards.get(guard).single();
    sums[guard][group] = single ? Math.max(sums[guard][group], value) : sums[guard][group] + value;
    counts[guard][group] += jobs;
  }

  /** The figures of a guard's groups; 0 for a group without jobs. */
  double[] groups(int guard) {
    boolean single = guards.get(guard).single();
    return IntStream.range(0, sums[guard].length)
        .mapToDouble(group -> sums[guard][group] / (single ? 1 : Math.max(1, counts[guard][group])))
        .toArray();
  }

  /** The figure of the worst group; 0 without jobs. */
  public double worst(int guard) {
    return DoubleStream.of(groups(guard)).max().orElse(0);
  }

  /**
   * The exclusion by the first guard that these figures break compared with the reference, or null.
   */
  @Nullable Exclusion broken(GuardFigures reference) {
    for (int i = 0; i < sums.length; i++) {
      if (worst(i) > guards.get(i).factor() * reference.worst(i)) {
        return Exclusion.brokenGuard(guards.get(i).name());
      }
    }
    return null;
  }
}
