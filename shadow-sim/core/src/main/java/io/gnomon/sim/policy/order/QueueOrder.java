package io.gnomon.sim.policy.order;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.spec.Description;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
  private static final int TEN = 10;
  private static final int HOUR = 3_600;
  private static final int DAY = 24 * HOUR;

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
      Parameter.integer("seed", 1, 0, Integer.MAX_VALUE, "random seed of random orders")
          .inWords("random seed %s");

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
   * @throws InvalidSpecException for a weight with order arrival, which it cannot change, and for
   *     an expected length with an order that does not use lengths
   */
  public static QueueOrder of(Spec spec) {
    Order order = Order.of(ORDER.in(spec));
    double weight = WEIGHT.in(spec);
    boolean expected = LENGTH.in(spec).equals(EXPECTED);
    if (expected && !order.usesLength()) {
      Spec legal = spec.without(LENGTH.name());
      throw new InvalidSpecException(
          spec.name()
              + ": length is expected though order is "
              + order.word()
              + ", which does not use lengths; nearest legal form: "
              + (order == Order.ARRIVAL ? ofArrival(legal) : legal));
    }
    if (order == Order.ARRIVAL && weight > 0) {
      throw new InvalidSpecException(
          spec.name()
              + ": weight is "
              + weight
              + " though order is arrival, which a weight cannot change; nearest legal form: "
              + ofArrival(spec));
    }
    return new QueueOrder(order, expected, weight, SEED.in(spec));
  }

  /** Adds the order and the ageing of the described policy. */
  public static Description describe(Description policy) {
    Order order = Order.of(policy.text(ORDER.name()));
    policy.add(order.describe(policy.is(LENGTH.name(), EXPECTED)));
    double weight = policy.value(WEIGHT.name());
    return weight > 0 ? policy.add(ageing(order, weight)) : policy;
  }

  /** The order and the ageing of a policy in words, without its other settings. */
  public static String words(Spec policy) {
    List<Parameter<?>> ofOrder = new ArrayList<>(parameters());
    ofOrder.add(LENGTH);
    Map<String, String> own = new TreeMap<>(policy.parameters());
    own.keySet().retainAll(ofOrder.stream().map(Parameter::name).toList());
    return describe(new Description(new Spec(policy.name(), own), ofOrder)).toString();
  }

  /** Whether the jobs of the described policy are in order of arrival. */
  public static boolean isArrival(Description policy) {
    return policy.is(ORDER.name(), Order.ARRIVAL.word());
  }

  /** The wait that counts as a smaller size, or what a day of waiting adds to the rank. */
  private static String ageing(Order order, double weight) {
    return switch (order) {
      case SHORTEST, RANDOM_OVER_LENGTH, PRIORITY_OVER_LENGTH ->
          countsAs(HOUR * weight, "1 h less");
      case SMALLEST -> countsAs(TEN * weight, TEN + " processors fewer");
      case SMALLEST_AREA -> countsAs(TEN * HOUR * weight, TEN + " processor-hours less");
      default -> "each day of waiting adds " + Description.number(DAY * weight) + " to the rank";
    };
  }

  private static String countsAs(double perSecond, String smaller) {
    return "a %s wait counts as %s".formatted(Description.time(1 / perSecond), smaller);
  }

  /** The spec without parameters that are valid for other orders only. */
  private static Spec ofArrival(Spec spec) {
    Spec plain = spec.without(WEIGHT.name());
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
