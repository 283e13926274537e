package io.gnomon.sim.policy;

import io.gnomon.sim.spec.Description;
import java.util.Locale;

/** A model of how a job's speed depends on the number of processors. Immutable. */
public interface SpeedUp {
  /** Linear speed-up: twice the processors, half the time (perkovic2000, section 7). */
  SpeedUp CONSTANT_EFFICIENCY = (width, processors) -> (double) processors / width;

  /**
   * The speed on {@code processors} of a job submitted with {@code width}, relative to its speed on
   * that width; 1 if they are equal.
   */
  double relativeSpeed(int width, int processors);

  /**
   * The seconds on {@code processors} of work that takes {@code seconds} on {@code width}, at least
   * 1.
   */
  default int seconds(int seconds, int width, int processors) {
    return width == processors
        ? seconds
        : (int)
            Math.min(1 << 30, Math.max(1, Math.ceil(seconds / relativeSpeed(width, processors))));
  }

  /** A model in its text form, in words. */
  static String describe(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length < 2) {
      return "speed grows with the processors";
    }
    double value = Double.parseDouble(parts[1]);
    return parts[0].equalsIgnoreCase("amdahl")
        ? "a serial share of " + Description.number(100 * value) + " %"
        : "parallelism varies by " + Description.number(value);
  }

  /**
   * Amdahl's law.
   *
   * @param serial serial fraction of the work on one processor, from 0 to 1
   */
  static SpeedUp amdahl(double serial) {
    requireShare("serial share", serial);
    return (width, processors) ->
        (serial + (1 - serial) / width) / (serial + (1 - serial) / processors);
  }

  /**
   * Downey's model of 1997, with the submitted width as the job's average parallelism.
   *
   * @param sigma coefficient of variation of parallelism, from 0 (linear up to its width) to 100
   */
  static SpeedUp downey(double sigma) {
    if (!(sigma >= 0 && sigma <= 100)) {
      throw new IllegalArgumentException("sigma is " + sigma + "; it must be from 0 to 100");
    }
    return (width, processors) ->
        downeySpeed(processors, width, sigma) / downeySpeed(width, width, sigma);
  }

  /**
   * Parses {@code constant}, {@code amdahl:SERIAL} or {@code downey:SIGMA}.
   *
   * @throws IllegalArgumentException for anything else
   */
  static SpeedUp parse(String text) {
    String[] parts = text.toLowerCase(Locale.ROOT).split(":", -1);
    if (parts.length == 1 && parts[0].equals("constant")) {
      return CONSTANT_EFFICIENCY;
    }
    if (parts.length == 2) {
      switch (parts[0]) {
        case "amdahl":
          return amdahl(Double.parseDouble(parts[1]));
        case "downey":
          return downey(Double.parseDouble(parts[1]));
        default:
          break;
      }
    }
    throw new IllegalArgumentException(text);
  }

  private static double downeySpeed(int n, double parallelism, double sigma) {
    double a = parallelism;
    if (sigma <= 1) {
      if (n <= a) {
        return a * n / (a + sigma * (n - 1) / 2);
      }
      return n <= 2 * a - 1 ? a * n / (sigma * (a - 0.5) + n * (1 - sigma / 2)) : a;
    }
    return n <= a + a * sigma - sigma ? n * a * (sigma + 1) / (sigma * (n + a - 1) + a) : a;
  }

  private static void requireShare(String what, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(what + " is " + value + "; it must be from 0 to 1");
    }
  }
}
