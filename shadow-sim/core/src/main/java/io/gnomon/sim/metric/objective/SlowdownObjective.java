package io.gnomon.sim.metric.objective;

import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.List;

/**
 * {@code slowdown}: bounded slowdown, plus penalties for waiting.
 *
 * <p>A study simulates the present jobs and a limited number of later ones, so it underestimates
 * how delayed jobs compete with later arrivals. Three penalties compensate for that: {@code work}
 * grows with a job's work and keeps the backlog small; {@code width} grows with the requested
 * processors and prevents starvation of wide jobs; {@code square} makes one long wait cost more
 * than many short ones. Waits and runtimes in the penalties are in days, widths are shares of the
 * machine.
 */
public final class SlowdownObjective implements ObjectiveFamily {
  private static final double DAY = 86_400;
  private static final double MOST = 1e9;
  private static final Parameter<Double> WORK =
      Parameter.number("work", 0, 0, MOST, "penalty for one day's wait of one machine-day of work");
  private static final Parameter<Double> WIDTH =
      Parameter.number(
          "width", 0, 0, MOST, "penalty for one day's wait of a job as wide as the machine");
  private static final Parameter<Double> SQUARE =
      Parameter.number(
          "square", 0, 0, MOST, "penalty for one day's wait; grows with the square of the wait");

  @Override
  public String name() {
    return "slowdown";
  }

  @Override
  public String summary() {
    return "mean bounded slowdown, with optional penalties for work, width and long waits";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(WORK, WIDTH, SQUARE);
  }

  @Override
  public StudyObjective create(Spec spec) {
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
    public boolean isOfSlowdown() {
      return true;
    }

    @Override
    public StudyObjective withPenaltyFactor(double factor) {
      return new Penalised(factor * work, factor * width, factor * square);
    }
  }
}
