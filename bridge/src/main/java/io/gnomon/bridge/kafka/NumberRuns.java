package io.gnomon.bridge.kafka;

import java.util.ArrayList;
import java.util.List;

/**
 * The runs of consecutive numbers that the events of a cluster in the topic have. Others may have
 * written events with any numbers, so the numbering is continued where the longest run ends.
 * Remembers the longest {@value #MOST_RUNS} runs; O(runs) per number.
 */
final class NumberRuns {
  /** Greater numbers leave too few for a bridge; no bridge has counted that far. */
  private static final long GREATEST = 1L << 52;

  private static final int MOST_RUNS = 64;

  private final List<Run> runs = new ArrayList<>();

  /** Consecutive numbers. */
  private static final class Run {
    private final long first;
    private long last;

    Run(long number) {
      first = number;
      last = number;
    }

    long length() {
      return last - first + 1;
    }
  }

  /** Adds the next number of a partition. */
  void add(long number) {
    if (number < 1 || number > GREATEST) {
      return;
    }
    for (Run run : runs) {
      if (number == run.last + 1) {
        run.last = number;
        return;
      }
      if (number >= run.first && number <= run.last) {
        return;
      }
    }
    if (runs.size() == MOST_RUNS) {
      runs.remove(shortest());
    }
    runs.add(new Run(number));
  }

  private Run shortest() {
    Run shortest = runs.get(0);
    for (Run run : runs) {
      shortest = run.length() < shortest.length() ? run : shortest;
    }
    return shortest;
  }

  /** The last number of the longest run, of the first one of equal runs; 0 if there is none. */
  long last() {
    Run longest = null;
    for (Run run : runs) {
      longest = longest == null || run.length() > longest.length() ? run : longest;
    }
    return longest == null ? 0 : longest.last;
  }
}
