package io.gnomon.sim.tune.objective;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/** A family of guards, found by {@link java.util.ServiceLoader}. */
public interface GuardFamily {
  /** How far a guard's figure may be from the reference's. */
  Parameter<Double> FACTOR =
      Parameter.number(
          "factor", 1.1, 1, 1000, "the most that the figure may be, times the reference's");

  /** The name in the text form. */
  String name();

  /** One sentence for {@code --help}. */
  String summary();

  /** Builds a guard; every family has {@link #FACTOR} alone unless it says otherwise. */
  Guard create(PolicySpec spec);

  /** Every parameter that it understands. */
  default List<Parameter<?>> parameters() {
    return List.of(FACTOR);
  }
}
