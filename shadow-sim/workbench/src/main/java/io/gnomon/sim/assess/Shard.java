package io.gnomon.sim.assess;

/**
 * One of several equal parts of an assessment's simulations.
 *
 * @param number from 0
 * @param count number of parts
 */
public record Shard(int number, int count) {
  /** Checks the numbers. */
  public Shard {
    if (count < 1 || number < 0 || number >= count) {
      throw new IllegalArgumentException(
          "shard " + number + "/" + count + " is not allowed: 0/N to N-1/N");
    }
  }

  /**
   * Parses a text such as {@code 3/8}.
   *
   * @throws IllegalArgumentException for another text
   */
  public static Shard parse(String text) {
    String[] parts = text.split("/", -1);
    try {
      if (parts.length == 2) {
        return new Shard(Integer.parseInt(parts[0].strip()), Integer.parseInt(parts[1].strip()));
      }
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(
          "shard '" + text + "' is not allowed: I/N, such as 3/8", notANumber);
    }
    throw new IllegalArgumentException("shard '" + text + "' is not allowed: I/N, such as 3/8");
  }

  /** Whether a task belongs to it. */
  boolean has(int task) {
    return task % count == number;
  }
}
