package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.policy.mold.Molding;
import io.gnomon.sim.policy.order.QueueOrder;
import io.gnomon.sim.policy.speculate.Speculation;
import io.gnomon.sim.spec.Description;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
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

  /** The settings of a spec in words. */
  static String describe(Spec spec) {
    Description policy = QueueOrder.describe(new Description(spec, parameters()));
    policy.add(
        policy.isTrue(GUARANTEE.name())
            ? "every job keeps its planned start"
            : "planned anew at each pass");
    Speculation.describe(policy);
    return Molding.describe(policy).toString();
  }

  /**
   * Reads the settings.
   *
   * @throws InvalidSpecException if they cannot be combined; the message suggests the nearest
   *     allowed form
   */
  static BackfillSettings of(Spec spec) {
    return new BackfillSettings(
        QueueOrder.of(spec), GUARANTEE.in(spec), Speculation.of(spec), Molding.of(spec));
  }
}
