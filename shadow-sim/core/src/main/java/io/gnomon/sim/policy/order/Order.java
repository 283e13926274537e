package io.gnomon.sim.policy.order;

import io.gnomon.sim.cluster.ClusterState;
import java.util.Arrays;
import java.util.List;

/**
 * A criterion that orders waiting jobs; the job with the larger value comes first.
 *
 * <p>{@code priority}, {@code random}, {@code shortest} and their quotients are perkovic2000's
 * (section 3, Table 4: D, P, R, 1/L, P/L, R/L); the others are common among administrators.
 */
public enum Order {
  /** As submitted (D). */
  ARRIVAL("arrival", "as submitted") {
    @Override
    double criterion(ClusterState state, int slot, int length, long seed) {
      return state.now() - state.submitTime(slot);
    }
  },
  /** One of three levels, chosen at random when the job is submitted (P). */
  PRIORITY("priority", "the highest of three random levels, fixed at submission") {
    @Override
    double criterion(ClusterState state, int slot, int length, long seed) {
      return level(state, slot, seed);
    }
  },
  /** Random at each pass (R). */
  RANDOM("random", "random at each pass") {
    @Override
    double criterion(ClusterState state, int slot, int length, long seed) {
      return drawn(state, slot, seed);
    }
  },
  /** The shortest first, by estimate or expected runtime (1/L). */
  SHORTEST("shortest", "the shortest") {
    @Override
    double criterion(ClusterState state, int slot, int length, long seed) {
      return 1.0 / length;
    }
  },
  /** The random level divided by the length (P/L). */
  PRIORITY_OVER_LENGTH("priority/length", "the largest random level / length") {
    @Override
    double criterion(ClusterState state, int slot, int length, long seed) {
      return (double) level(state, slot, seed) / length;
    }
  },
  /** The random number divided by the length (R/L). */
  RANDOM_OVER_LENGTH("random/length", "the largest random number / length, random at each pass") {
    @Override
    double criterion(ClusterState state, int slot, int length, long seed) {
      return drawn(state, slot, seed) / length;
    }
  },
  /** The narrowest first. */
  SMALLEST("smallest", "the narrowest") {
    @Override
    double criterion(ClusterState state, int slot, int length, long seed) {
      return 1.0 / state.width(slot);
    }
  },
  /** The widest first. */
  WIDEST("widest", "the widest") {
    @Override
    double criterion(ClusterState state, int slot, int length, long seed) {
      return state.width(slot);
    }
  },
  /** The smallest product of width and length first. */
  SMALLEST_AREA("smallest-area", "the smallest width times length") {
    @Override
    double criterion(ClusterState state, int slot, int length, long seed) {
      return 1.0 / ((double) state.width(slot) * length);
    }
  },
  /** The largest expected slowdown first. */
  XFACTOR("xfactor", "the largest (wait + length) / length") {
    @Override
    double criterion(ClusterState state, int slot, int length, long seed) {
      return 1 + expectedSlowdown(state, slot, length);
    }
  },
  /** The largest expected slowdown first, favouring wide jobs, like WFP3. */
  WFP3("wfp3", "the largest (wait / length)^3 times width") {
    @Override
    double criterion(ClusterState state, int slot, int length, long seed) {
      double slowdown = expectedSlowdown(state, slot, length);
      return slowdown * slowdown * slowdown * state.width(slot);
    }
  },
  /** The scheduler's priority, largest first. */
  USER_PRIORITY("user-priority", "the largest priority that the scheduler reports") {
    @Override
    double criterion(ClusterState state, int slot, int length, long seed) {
      return state.priority(slot);
    }
  };

  private static final int LEVELS = 3;

  private final String word;
  private final String help;

  Order(String word, String help) {
    this.word = word;
    this.help = help;
  }

  /** Its name in a policy's text form. */
  public String word() {
    return word;
  }

  /** Description of the job that comes first. */
  public String help() {
    return help;
  }

  /** All words. */
  public static List<String> words() {
    return Arrays.stream(values()).map(Order::word).toList();
  }

  /**
   * The order of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Order of(String word) {
    return Arrays.stream(values())
        .filter(order -> order.word.equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown order '" + word + "'; allowed are " + String.join(", ", words())));
  }

  /**
   * The order in words.
   *
   * @param expected whether a job's length is its expected runtime
   */
  String describe(boolean expected) {
    String length = expected ? "expected" : "requested";
    return switch (this) {
      case ARRIVAL -> "oldest jobs first";
      case PRIORITY -> "jobs with the highest of three random levels first";
      case RANDOM -> "jobs in random order";
      case SHORTEST -> expected ? "jobs expected to be shortest first" : "shortest jobs first";
      case PRIORITY_OVER_LENGTH -> "high random level for the " + length + " time first";
      case RANDOM_OVER_LENGTH ->
          expected
              ? "random order that favours jobs expected to be short"
              : "random order that favours short jobs";
      case SMALLEST -> "narrowest jobs first";
      case WIDEST -> "widest jobs first";
      case SMALLEST_AREA ->
          expected
              ? "smallest jobs (processors × expected time) first"
              : "smallest jobs (processors × time) first";
      case XFACTOR -> "longest wait for the " + length + " time first";
      case WFP3 -> "longest wait for the " + length + " time and widest jobs first";
      case USER_PRIORITY -> "highest priority first";
    };
  }

  /** Whether it depends on a job's length. */
  public boolean usesLength() {
    return switch (this) {
      case SHORTEST, PRIORITY_OVER_LENGTH, RANDOM_OVER_LENGTH, SMALLEST_AREA, XFACTOR, WFP3 -> true;
      case ARRIVAL, PRIORITY, RANDOM, SMALLEST, WIDEST, USER_PRIORITY -> false;
    };
  }

  /**
   * The criterion of the waiting job in {@code slot}. It depends only on the state and the seed: a
   * random number is a function of seed, job and second, so that a replay or fork gets the same
   * numbers.
   *
   * @param length assumed runtime in seconds, at least 1
   */
  abstract double criterion(ClusterState state, int slot, int length, long seed);

  private static double expectedSlowdown(ClusterState state, int slot, int length) {
    return (double) (state.now() - state.submitTime(slot)) / length;
  }

  private static int level(ClusterState state, int slot, long seed) {
    return 1 + (int) (LEVELS * unit(mix(seed, state.job(slot))));
  }

  private static double drawn(ClusterState state, int slot, long seed) {
    return unit(mix(mix(seed, state.now()), state.job(slot)));
  }

  /** A number from 0 to 1, exclusive. */
  private static double unit(long bits) {
    return (bits >>> 11) * 0x1p-53;
  }

  private static long mix(long seed, long value) {
    long z = seed + (value + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
