package io.gnomon.sim.metric.objective;

import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * {@code wait}: the mean wait in hours, weighted equally, by requested processors or work, or by
 * priority.
 */
public final class WaitObjective implements ObjectiveFamily {
  private static final double HOUR = 3600;
  private static final String JOB = "job";
  private static final String WIDTH = "width";
  private static final String WORK = "work";
  private static final String PRIORITY = "priority";
  private static final Parameter<String> BY =
      Parameter.choice("by", JOB, List.of(JOB, WIDTH, WORK, PRIORITY), "weight of a job's wait");

  @Override
  public String name() {
    return "wait";
  }

  @Override
  public String summary() {
    return "mean wait, weighted by job, width, work or the scheduler's priority";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(BY);
  }

  @Override
  public StudyObjective create(Spec spec) {
    String by = BY.in(spec);
    return switch (by) {
      case WIDTH -> new Weighted(by, job -> job.wait / HOUR * job.width);
      case WORK -> new Weighted(by, job -> job.wait / HOUR * job.width * (job.runtime / HOUR));
      case PRIORITY -> new Weighted(by, job -> job.wait / HOUR * Math.max(0, job.priority));
      default -> new Weighted(by, job -> job.wait / HOUR);
    };
  }

  private record Weighted(String by, ToDoubleFunction<ServedJob> hours) implements StudyObjective {
    @Override
    public double cost(ServedJob job) {
      return hours.applyAsDouble(job);
    }

    @Override
    public String toString() {
      return "wait by " + by;
    }
  }
}
