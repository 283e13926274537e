package io.gnomon.sim.metric.objective;

import io.gnomon.sim.spec.Family;
import io.gnomon.sim.spec.Parameter;
import java.util.List;

/** A family of guards, found by {@link java.util.ServiceLoader}. */
public interface GuardFamily extends Family<Guard> {
  /** The maximum of a guard's figure as a multiple of the reference's. */
  Parameter<Double> FACTOR =
      Parameter.number(
          "factor", 1.1, 1, 1000, "maximum of the figure, as a multiple of the reference policy's");

  /** The parameters; {@link #FACTOR} alone by default. */
  @Override
  default List<Parameter<?>> parameters() {
    return List.of(FACTOR);
  }
}
