package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.slurm.read.JobRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * The queues of a multi-queue as ranges of Slurm's time limits, which are whole minutes.
 *
 * @param upToMinutes for each queue the longest limit it takes, ascending; the last takes all
 */
record QueueRanges(List<Long> upToMinutes) {
  private static final double SHORTEST_SECONDS = 10;
  private static final double LONGEST_SECONDS = 100_000;
  private static final int DEFAULT_PARTITIONS = 4;

  QueueRanges {
    upToMinutes = List.copyOf(upToMinutes);
  }

  /**
   * The ranges that a policy names. A queue takes limits below its bound in seconds; bounds that
   * fall into one minute leave the later queue without any limit to take, and then it has the same
   * {@code upToMinutes} as the one before.
   *
   * @throws IllegalArgumentException where the parameters are not those of a multi-queue
   */
  static QueueRanges of(PolicyText policy) {
    int partitions =
        whole(
            "partitions", policy.parameters().getOrDefault("partitions", "" + DEFAULT_PARTITIONS));
    String boundaries = policy.parameters().getOrDefault("boundaries", "initial");
    List<Long> bounds = new ArrayList<>();
    if (boundaries.equals("initial")) {
      double step = Math.log(LONGEST_SECONDS / SHORTEST_SECONDS) / partitions;
      for (int k = 0; k < partitions; k++) {
        bounds.add(Math.round(SHORTEST_SECONDS * Math.exp(step * (k + 1))));
      }
    } else {
      for (String bound : boundaries.split("/", -1)) {
        bounds.add((long) whole("boundaries", bound));
      }
    }
    if (partitions < 1 || bounds.size() != partitions) {
      throw new IllegalArgumentException(
          "boundaries %s are %d, partitions is %d; there must be as many, and at least one"
              .formatted(boundaries, bounds.size(), partitions));
    }
    List<Long> minutes = new ArrayList<>();
    long before = 0;
    for (int k = 0; k < partitions; k++) {
      if (bounds.get(k) < before) {
        throw new IllegalArgumentException("boundaries " + boundaries + " descend");
      }
      before = bounds.get(k);
      minutes.add(k == partitions - 1 ? JobRecord.UNLIMITED : (before - 1) / 60);
    }
    return new QueueRanges(minutes);
  }

  private static int whole(String key, String value) {
    if (!value.matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException(key + " '" + value + "' is no whole number from 1");
    }
    return Integer.parseInt(value);
  }

  int size() {
    return upToMinutes.size();
  }

  /** Whether no limit falls into a queue, from 0. */
  boolean isEmpty(int queue) {
    return upToMinutes.get(queue) <= (queue == 0 ? 0 : upToMinutes.get(queue - 1));
  }
}
