package io.gnomon.sim.metric.objective;

import io.gnomon.sim.policy.Family;
import io.gnomon.sim.policy.Parameter;
import java.util.List;

/** A family of guards, found by {@link java.util.ServiceLoader}. */
public interface GuardFamily extends Family<Guard> {
  /** How far a guard's figure may be from the reference's. */
  Parameter<Double> FACTOR =
      Parameter.number(
          "factor", 1.1, 1, 1000, "the most that the figure may be, times the reference's");

  /** {@link #FACTOR} alone, unless a family says otherwise. */
  @Override
  default List<Parameter<?>> parameters() {
    return List.of(FACTOR);
  }
}
