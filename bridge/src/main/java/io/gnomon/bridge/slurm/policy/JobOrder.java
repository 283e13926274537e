package io.gnomon.bridge.slurm.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/**
 * An order of pending jobs that does not change while they wait: a criterion of the job, plus a
 * weight for each second since its submission. Each job therefore has one place, which has to be
 * set once only.
 *
 * @param criterion the value of a job; larger values come first
 * @param weight value of one second of waiting, from 0 to {@link #MAX_WEIGHT}
 */
public record JobOrder(Criterion criterion, double weight) {
  /** The largest weight that a policy may have. */
  static final double MAX_WEIGHT = 1e6;

  /** The criteria, with their names in the text form of a policy. Larger values come first. */
  public enum Criterion {
    /** The inverse of the time limit. */
    SHORTEST("shortest", 1.0 / 60, (processors, seconds) -> 1 / seconds),
    /** The inverse of the width. */
    SMALLEST("smallest", 1, (processors, seconds) -> 1 / processors),
    /** The width. */
    WIDEST("widest", 1 << 20, (processors, seconds) -> processors),
    /** The inverse of the width times the time limit. */
    SMALLEST_AREA("smallest-area", 1.0 / 60, (processors, seconds) -> 1 / (processors * seconds));

    private final String orderName;
    private final double largest;
    private final DoubleBinaryOperator value;

    Criterion(String orderName, double largest, DoubleBinaryOperator value) {
      this.orderName = orderName;
      this.largest = largest;
      this.value = value;
    }

    /** Returns the name in the text form of a policy. */
    String orderName() {
      return orderName;
    }

    /** Returns an upper bound of the value of any job. */
    public double largest() {
      return largest;
    }

    /**
     * Returns the value of a job.
     *
     * @param processors requested processors, at least 1
     * @param seconds time limit, at least 1
     */
    public double of(long processors, long seconds) {
      return value.applyAsDouble(processors, seconds);
    }
  }

  /** Returns the names of the criteria. */
  static List<String> names() {
    return Arrays.stream(Criterion.values()).map(Criterion::orderName).toList();
  }

  /**
   * Parses an order.
   *
   * @throws IllegalArgumentException if the order has no fixed place for each job, or the weight is
   *     not a number in range
   */
  static JobOrder of(String name, String weight) {
    Optional<Criterion> criterion =
        Arrays.stream(Criterion.values()).filter(known -> known.orderName.equals(name)).findFirst();
    double number;
    try {
      number = Double.parseDouble(weight);
    } catch (NumberFormatException e) {
      number = -1;
    }
    if (criterion.isEmpty()) {
      throw new IllegalArgumentException(
          "order is '%s'; with Slurm it must be arrival, %s, in which the place of a job never changes"
              .formatted(name, String.join(", ", names())));
    }
    if (!(number >= 0 && number <= MAX_WEIGHT)) {
      throw new IllegalArgumentException(
          "weight is '%s'; it must be a number from 0 to %.0f".formatted(weight, MAX_WEIGHT));
    }
    return new JobOrder(criterion.get(), number);
  }
}
