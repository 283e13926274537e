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
 * The stages of a conservative policy.
 *
 * @param order of the queue
 * @param guarantee whether every job keeps the start that it was once given
 * @param speculation when jobs are tried in holes
 * @param molding on which widths jobs start
 */
record BackfillSettings(
    QueueOrder order, boolean guarantee, Speculation speculation, Molding molding) {
  private static final Parameter<Boolean> GUARANTEE =
      Parameter.flag(
          "guarantee", true, "every job keeps its guaranteed start; else each pass plans anew");

  static List<Parameter<?>> parameters() {
    List<Parameter<?>> parameters = new ArrayList<>(QueueOrder.parameters());
    parameters.add(GUARANTEE);
    parameters.addAll(Speculation.parameters());
    parameters.addAll(Molding.parameters());
    return List.copyOf(parameters);
  }

  /**
   * Reads the stages.
   *
   * @throws InvalidPolicyException where they cannot be combined, with the nearest legal form
   */
  static BackfillSettings of(PolicySpec spec) {
    return new BackfillSettings(
        QueueOrder.of(spec), GUARANTEE.in(spec), Speculation.of(spec), Molding.of(spec));
  }
}
