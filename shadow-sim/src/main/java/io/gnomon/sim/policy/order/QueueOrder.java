package io.gnomon.sim.policy.order;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/**
 * The order of a queue: a criterion, and what a second of waiting adds to it. With a weight above 0
 * no job starves that somebody keeps processors for, for its delay outweighs every criterion in
 * time (perkovic2000, section 4).
 *
 * @param order the criterion
 * @param expected whether a job's length is what it is expected to run, rather than its estimate
 * @param weight added to the criterion for each second of delay, from 0
 * @param seed of what is random
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
          "added to the order's criterion for each second of delay, against starvation");
  private static final Parameter<Integer> SEED =
      Parameter.integer("seed", 1, 0, Integer.MAX_VALUE, "of random orders");

  private static final String ESTIMATE = "estimate";
  private static final String EXPECTED = "expected";

  /** For policies that can order jobs by what like jobs have run. */
  public static final Parameter<String> LENGTH =
      Parameter.choice(
          "length",
          ESTIMATE,
          List.of(ESTIMATE, EXPECTED),
          "what the order takes a job's length to be: its estimate, or what its user's jobs and"
              + " others like it have run lately");

  /** The parameters that a policy with an order has. */
  public static List<Parameter<?>> parameters() {
    return List.of(ORDER, WEIGHT, SEED);
  }

  /**
   * Reads the order of a policy.
   *
   * @throws InvalidPolicyException for a weight beside the order of arrival, which it cannot
   *     change, and for an expected length beside an order that asks for none
   */
  public static QueueOrder of(PolicySpec spec) {
    Order order = Order.of(ORDER.in(spec));
    double weight = WEIGHT.in(spec);
    boolean expected = LENGTH.in(spec).equals(EXPECTED);
    if (expected && !order.asksLength()) {
      PolicySpec legal = spec.without(LENGTH.name());
      throw new InvalidPolicyException(
          spec.name()
              + ": length is expected though order is "
              + order.word()
              + ", which asks for no length; nearest legal form: "
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

  /** Without what only another order can have. */
  private static PolicySpec ofArrival(PolicySpec spec) {
    PolicySpec plain = spec.without(WEIGHT.name());
    boolean first = ORDER.name().equals(spec.parameters().get("head"));
    return first ? plain.without("head") : plain;
  }

  /** Whether jobs stand as they were submitted. */
  public boolean isArrival() {
    return order == Order.ARRIVAL;
  }

  double criterion(ClusterState state, int slot) {
    int length = expected ? state.expectedRuntime(slot) : state.estimate(slot);
    double criterion = order.criterion(state, slot, length, seed);
    return weight == 0 ? criterion : criterion + weight * (state.now() - state.submitTime(slot));
  }
}
