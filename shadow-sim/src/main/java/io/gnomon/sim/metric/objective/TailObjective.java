package io.gnomon.sim.metric.objective;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.Arrays;
import java.util.List;

/**
 * {@code tail}: the bounded slowdown that a share of the jobs do not exceed, by default 95 %, of
 * the jobs that were there and of each half day's. The rest may fare ever so badly: a guard says
 * how badly.
 */
public final class TailObjective implements ObjectiveFamily {
  private static final Parameter<Double> SHARE =
      Parameter.number("share", 0.95, 0.5, 1, "the share of the jobs that do not exceed it");

  @Override
  public String name() {
    return "tail";
  }

  @Override
  public String summary() {
    return "the bounded slowdown that 95 % of the jobs do not exceed";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(SHARE);
  }

  @Override
  public StudyObjective create(PolicySpec spec) {
    return new Tail(SHARE.in(spec));
  }

  private record Tail(double share) implements StudyObjective {
    @Override
    public double cost(ServedJob job) {
      return job.boundedSlowdown();
    }

    @Override
    public BatchCost tally() {
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
