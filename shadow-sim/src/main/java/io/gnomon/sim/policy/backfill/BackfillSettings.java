package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.mold.Molding;
import io.gnomon.sim.policy.order.QueueOrder;
import io.gnomon.sim.policy.speculate.Speculation;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of a conservative policy.
 *
 * @param order order of the queue
 * @param guarantee whether every job keeps its guaranteed start
 * @param speculation when waiting jobs are tried in holes
 * @param molding widths on which jobs start
 */
record BackfillSettings(
    QueueOrder order, boolean guarantee, Speculation speculation, Molding molding) {
  private static final Parameter<Boolean> GUARANTEE =
      Parameter.flag(
          "guarantee",
          true,
          "true: every job keeps its guaranteed start; false: each pass plans the whole queue again");

  /** Those that apply to clusters of nodes. */
  static List<Parameter<?>> parametersOnNodes() {
    List<Parameter<?>> parameters = new ArrayList<>(QueueOrder.parameters());
    parameters.add(GUARANTEE);
    return List.copyOf(parameters);
  }

  static List<Parameter<?>> parameters() {
    List<Parameter<?>> parameters = new ArrayList<>(parametersOnNodes());
    parameters.addAll(Speculation.parameters());
    parameters.addAll(Molding.parameters());
    return List.copyOf(parameters);
  }

  /**
   * Reads the settings.
   *
   * @throws InvalidPolicyException if they cannot be combined; the message suggests the nearest
   *     allowed form
   */
  static BackfillSettings of(PolicySpec spec) {
    return new BackfillSettings(
        QueueOrder.of(spec), GUARANTEE.in(spec), Speculation.of(spec), Molding.of(spec));
  }
}
