package io.gnomon.sim.metric.objective;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/**
 * {@code utilization}: the work that is left at the horizon, in hours of the whole machine. What is
 * left least has been done most, so this makes utilisation up to the horizon as high as can be. It
 * says nothing of who waits, and ties are common: a guard is wise.
 */
public final class UtilizationObjective implements ObjectiveFamily {
  private static final double HOUR = 3600;

  @Override
  public String name() {
    return "utilization";
  }

  @Override
  public String summary() {
    return "the work that is left at the horizon, for utilisation as high as can be";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of();
  }

  @Override
  public StudyObjective create(PolicySpec spec) {
    return job -> job.left / HOUR * job.share();
  }
}
