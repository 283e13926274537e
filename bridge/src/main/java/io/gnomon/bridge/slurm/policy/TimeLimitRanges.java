package io.gnomon.bridge.slurm.policy;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.text.SpecText;
import java.util.ArrayList;
import java.util.List;

/**
 * The queues of the policy {@code multi-queue} as ranges of Slurm's time limits, which are whole
 * minutes.
 *
 * @param upToMinutes the longest time limit of each queue, ascending; the last queue has no bound
 */
public record TimeLimitRanges(List<Long> upToMinutes) {
  private static final double FIRST_BOUND_SECONDS = 10;
  private static final double LAST_BOUND_SECONDS = 100_000;
  private static final int DEFAULT_PARTITIONS = 4;

  /** Lists are copied if they are mutable. */
  public TimeLimitRanges {
    upToMinutes = List.copyOf(upToMinutes);
  }

  /**
   * Returns the ranges of a policy. The boundaries of a policy are in seconds and exclusive. If two
   * boundaries fall into the same minute, the later range is empty and has the same {@code
   * upToMinutes} as the one before.
   *
   * @throws IllegalArgumentException if the parameters are not those of a {@code multi-queue}
   */
  public static TimeLimitRanges of(SpecText policy) {
    int partitions =
        wholeNumber(
            "partitions", policy.parameters().getOrDefault("partitions", "" + DEFAULT_PARTITIONS));
    String boundaries = policy.parameters().getOrDefault("boundaries", "initial");
    List<Long> bounds = new ArrayList<>();
    if (boundaries.equals("initial")) {
      double step = Math.log(LAST_BOUND_SECONDS / FIRST_BOUND_SECONDS) / partitions;
      for (int k = 0; k < partitions; k++) {
        bounds.add(Math.round(FIRST_BOUND_SECONDS * Math.exp(step * (k + 1))));
      }
    } else {
      for (String bound : boundaries.split("/", -1)) {
        bounds.add((long) wholeNumber("boundaries", bound));
      }
    }
    if (partitions < 1 || bounds.size() != partitions) {
      throw new IllegalArgumentException(
          "boundaries is '%s' and partitions is %d; the number of boundaries, %d, must equal partitions"
              .formatted(boundaries, partitions, bounds.size()));
    }
    List<Long> minutes = new ArrayList<>();
    long before = 0;
    for (int k = 0; k < partitions; k++) {
      if (bounds.get(k) < before) {
        throw new IllegalArgumentException(
            "boundaries is '" + boundaries + "'; boundaries must ascend");
      }
      before = bounds.get(k);
      minutes.add(k == partitions - 1 ? JobRecord.UNLIMITED : (before - 1) / 60);
    }
    return new TimeLimitRanges(minutes);
  }

  private static int wholeNumber(String key, String value) {
    if (!value.matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException(
          key + " is '" + value + "'; it must be a whole number from 1 to 999999999");
    }
    return Integer.parseInt(value);
  }

  /** Returns the number of ranges. */
  public int size() {
    return upToMinutes.size();
  }

  /** Returns whether a range, counted from 0, contains no whole minute. */
  public boolean isEmpty(int range) {
    return upToMinutes.get(range) <= (range == 0 ? 0 : upToMinutes.get(range - 1));
  }
}
