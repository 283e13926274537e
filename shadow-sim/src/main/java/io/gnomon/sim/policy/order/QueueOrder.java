package io.gnomon.sim.policy.order;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/**
 * The order of a queue: a criterion plus a weight for waiting time. With a weight above 0, the
 * delay eventually outweighs every criterion, so no job starves that gets a reservation at the head
 * (perkovic2000, section 4).
 *
 * @param order the criterion
 * @param expected whether a job's length is its expected runtime instead of its estimate
 * @param weight added to the criterion for each second of delay, at least 0
 * @param seed seed of random criteria
 */
public record QueueOrder(Order order, boolean expected, double weight, long seed) {
  private static final double LARGEST_WEIGHT = 1e6;

  private static final Parameter<String> ORDER =
      Parameter.choice(
          "order", Order.ARRIVAL.word(), Order.words(), "which waiting job is considered first");
  private static final Parameter<Double> WEIGHT =
      Parameter.number(
          "weight",
          0,
          0,
          LARGEST_WEIGHT,
          "added to the criterion for each second of delay, to prevent starvation");
  private static final Parameter<Integer> SEED =
      Parameter.integer("seed", 1, 0, Integer.MAX_VALUE, "random seed of random orders");

  private static final String ESTIMATE = "estimate";
  private static final String EXPECTED = "expected";

  /** The definition of a job's length, for policies that support expected runtimes. */
  public static final Parameter<String> LENGTH =
      Parameter.choice(
          "length",
          ESTIMATE,
          List.of(ESTIMATE, EXPECTED),
          "a job's length in the order: its estimate, or its expected runtime, learned from recent"
              + " similar jobs");

  /** The parameters of a policy with an order. */
  public static List<Parameter<?>> parameters() {
    return List.of(ORDER, WEIGHT, SEED);
  }

  /**
   * Reads the order of a policy.
   *
   * @throws InvalidPolicyException for a weight with order arrival, which it cannot change, and for
   *     an expected length with an order that does not use lengths
   */
  public static QueueOrder of(PolicySpec spec) {
    Order order = Order.of(ORDER.in(spec));
    double weight = WEIGHT.in(spec);
    boolean expected = LENGTH.in(spec).equals(EXPECTED);
    if (expected && !order.usesLength()) {
      PolicySpec legal = spec.without(LENGTH.name());
      throw new InvalidPolicyException(
          spec.name()
              + ": length is expected though order is "
              + order.word()
              + ", which does not use lengths; nearest legal form: "
              + (order == Order.ARRIVAL ? ofArrival(legal) : legal));
    }
    if (order == Order.ARRIVAL && weight > 0) {
      throw new InvalidPolicyException(
          spec.name()
              + ": weight is "
              + weight
              + " though order is arrival, which a weight cannot change; nearest legal form: "
              + ofArrival(spec));
    }
    return new QueueOrder(order, expected, weight, SEED.in(spec));
  }

  /** The spec without parameters that are valid for other orders only. */
  private static PolicySpec ofArrival(PolicySpec spec) {
    PolicySpec plain = spec.without(WEIGHT.name());
    boolean first = ORDER.name().equals(spec.parameters().get("head"));
    return first ? plain.without("head") : plain;
  }

  /** Whether jobs are in order of arrival. */
  public boolean isArrival() {
    return order == Order.ARRIVAL;
  }

  double criterion(ClusterState state, int slot) {
    int length = expected ? state.expectedRuntime(slot) : state.estimate(slot);
    double criterion = order.criterion(state, slot, length, seed);
    return weight == 0 ? criterion : criterion + weight * (state.now() - state.submitTime(slot));
  }
}
