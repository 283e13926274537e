package io.gnomon.sim.metric.objective;

import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.List;

/**
 * {@code utilization}: the work left at the horizon, in hours of the whole machine. Minimising it
 * maximises utilisation up to the horizon. It ignores the distribution of waits, and ties are
 * common; combine it with a guard.
 */
public final class UtilizationObjective implements ObjectiveFamily {
  private static final double HOUR = 3600;

  @Override
  public String name() {
    return "utilization";
  }

  @Override
  public String summary() {
    return "work left at the horizon, which maximises utilisation";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of();
  }

  @Override
  public StudyObjective create(Spec spec) {
    return new WorkLeft();
  }

  private record WorkLeft() implements StudyObjective {
    @Override
    public double cost(ServedJob job) {
      return job.left / HOUR * job.share();
    }
  }
}
