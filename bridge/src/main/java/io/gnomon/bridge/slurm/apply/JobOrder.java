package io.gnomon.bridge.slurm.apply;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An order of waiting jobs that does not change while they wait: a criterion of the job alone, and
 * a weight for each second since it was submitted. So each job has one place, which it is given
 * once.
 *
 * @param criterion what comes first
 * @param weight of a second of waiting, from 0
 */
record JobOrder(Criterion criterion, double weight) {
  private static final double LARGEST_WEIGHT = 1e6;

  /** The criteria, named as in a policy's text form. Of each the larger value comes first. */
  enum Criterion {
    SHORTEST("shortest", 1.0 / 60) {
      @Override
      double of(long processors, long seconds) {
        return 1.0 / seconds;
      }
    },
    SMALLEST("smallest", 1) {
      @Override
      double of(long processors, long seconds) {
        return 1.0 / processors;
      }
    },
    WIDEST("widest", 1 << 20) {
      @Override
      double of(long processors, long seconds) {
        return processors;
      }
    },
    SMALLEST_AREA("smallest-area", 1.0 / 60) {
      @Override
      double of(long processors, long seconds) {
        return 1.0 / ((double) processors * seconds);
      }
    };

    private final String word;
    private final double largest;

    Criterion(String word, double largest) {
      this.word = word;
      this.largest = largest;
    }

    /** Its name in a policy's text form. */
    String word() {
      return word;
    }

    /** More than any job has. */
    double largest() {
      return largest;
    }

    /** A job's value. */
    abstract double of(long processors, long seconds);
  }

  /** The criteria's names. */
  static List<String> words() {
    return Arrays.stream(Criterion.values()).map(Criterion::word).toList();
  }

  /** The greatest weight that a policy may have. */
  static double largestWeight() {
    return LARGEST_WEIGHT;
  }

  /**
   * Reads an order.
   *
   * @throws IllegalArgumentException where it has no fixed place for each job, or the weight is
   *     none
   */
  static JobOrder of(String word, String weight) {
    Optional<Criterion> criterion =
        Arrays.stream(Criterion.values()).filter(known -> known.word.equals(word)).findFirst();
    double number;
    try {
      number = Double.parseDouble(weight);
    } catch (NumberFormatException e) {
      number = -1;
    }
    if (criterion.isEmpty()) {
      throw new IllegalArgumentException(
          "order is '%s'; Slurm can be given arrival, %s, which give each job one place for all its"
                  .formatted(word, String.join(", ", words()))
              + " waiting");
    }
    if (!(number >= 0 && number <= LARGEST_WEIGHT)) {
      throw new IllegalArgumentException(
          "weight is '%s'; it must be a number from 0 to %.0f".formatted(weight, LARGEST_WEIGHT));
    }
    return new JobOrder(criterion.get(), number);
  }
}
