package io.gnomon.sim.metric.objective;

import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.Arrays;
import java.util.List;

/**
 * {@code tail}: a percentile of the bounded slowdown, by default the 95th, over the jobs present at
 * the start of the study and over those submitted in each half day. Jobs beyond the percentile have
 * no influence; combine it with a guard.
 */
public final class TailObjective implements ObjectiveFamily {
  private static final Parameter<Double> SHARE =
      Parameter.number("share", 0.95, 0.5, 1, "fraction of the jobs that do not exceed the figure");

  @Override
  public String name() {
    return "tail";
  }

  @Override
  public String summary() {
    return "percentile of the bounded slowdown, by default the 95th";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(SHARE);
  }

  @Override
  public StudyObjective create(Spec spec) {
    return new Tail(SHARE.in(spec));
  }

  private record Tail(double share) implements StudyObjective {
    @Override
    public double cost(ServedJob job) {
      return job.boundedSlowdown();
    }

    @Override
    public BatchCost newBatchCost() {
      return new Quantile(share);
    }
  }

  private static final class Quantile implements BatchCost {
    private final double share;
    private double[] costs = new double[16];
    private int jobs;

    Quantile(double share) {
      this.share = share;
    }

    @Override
    public void add(ServedJob job, double cost) {
      if (jobs == costs.length) {
        costs = Arrays.copyOf(costs, 2 * jobs);
      }
      costs[jobs++] = cost;
    }

    @Override
    public double total() {
      if (jobs == 0) {
        return 0;
      }
      double[] sorted = Arrays.copyOf(costs, jobs);
      Arrays.sort(sorted);
      return jobs * sorted[(int) Math.ceil(share * jobs) - 1];
    }
  }
}
