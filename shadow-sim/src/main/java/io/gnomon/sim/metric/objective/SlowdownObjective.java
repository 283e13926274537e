package io.gnomon.sim.metric.objective;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/**
 * {@code slowdown}: bounded slowdown, and what waiting costs beyond it.
 *
 * <p>A study sees the jobs that are there, not those that will come after them. What is put off
 * meets them later. Three penalties stand for that: {@code work} grows with the job's work, so that
 * the machine's backlog stays small; {@code width} grows with the requested processors, so that
 * wide jobs do not starve; {@code square} makes one long wait cost more than many short ones. Waits
 * and runtimes in them are in days, widths are shares of the machine.
 */
public final class SlowdownObjective implements ObjectiveFamily {
  private static final double DAY = 86_400;
  private static final double MOST = 1e9;
  private static final Parameter<Double> WORK =
      Parameter.number("work", 0, 0, MOST, "a day's wait of one day's work of the whole machine");
  private static final Parameter<Double> WIDTH =
      Parameter.number("width", 0, 0, MOST, "a day's wait of a job as wide as the machine");
  private static final Parameter<Double> SQUARE =
      Parameter.number("square", 0, 0, MOST, "the square of a wait, for one day");

  @Override
  public String name() {
    return "slowdown";
  }

  @Override
  public String summary() {
    return "mean bounded slowdown, with penalties for work, width and long waits";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(WORK, WIDTH, SQUARE);
  }

  @Override
  public StudyObjective create(PolicySpec spec) {
    return new Penalised(WORK.in(spec) / DAY, WIDTH.in(spec), SQUARE.in(spec));
  }

  private record Penalised(double work, double width, double square) implements StudyObjective {
    @Override
    public double cost(ServedJob job) {
      double days = job.wait / DAY;
      double share = job.share();
      return job.boundedSlowdown() + days * (share * (width + work * job.runtime) + square * days);
    }

    @Override
    public StudyObjective withPenaltyFactor(double factor) {
      return new Penalised(factor * work, factor * width, factor * square);
    }
  }
}
