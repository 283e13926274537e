package io.gnomon.sim.cluster.demand;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The index against a plain scan, up to three levels of bounds, whatever comes and goes. */
class DemandIndexProperties {
  private static final int CAPACITY = 3 * 32 * 32 * 32;
  private static final int LONGEST = 100_000;

  @Property(tries = 40)
  void findsWhatAPlainScanFinds(
      @ForAll long seed,
      @ForAll @IntRange(min = 300, max = CAPACITY / 2) int filled,
      @ForAll @IntRange(min = 3, max = 100_000) int widest) {
    Random random = new Random(seed);
    DemandIndex index = new DemandIndex(CAPACITY);
    int end = 0;
    for (; end < filled; end++) {
      index.append(end, need(random, widest));
    }
    int first = 0;
    int from = 0;
    int steps = Math.min(300, CAPACITY - filled);
    for (int step = 0; step < steps; step++) {
      int width = 1 + random.nextInt(1 + random.nextInt(widest));
      int seconds = random.nextInt(1 + random.nextInt(LONGEST));
      int narrow = Math.min(width, random.nextInt(3));
      int found = index.find(first, from, end, width, seconds, narrow);
      assertThat(Math.min(found, end)).isEqualTo(scan(index, from, end, width, seconds, narrow));
      switch (random.nextInt(12)) {
        case 0 -> from = first + random.nextInt(end - first);
        case 1 -> index = index.copy(0, end, CAPACITY);
        case 2 -> {
          index.set(first + random.nextInt(end - first), need(random, widest));
          index.end(end);
        }
        case 3 -> end = Math.max(end - random.nextInt(40), from + 1); // the last have left
        case 4, 5 -> index.append(end++, need(random, widest));
        case 6 -> {
          for (int left = random.nextInt(100); left > 0 && first < end - 1; left--) {
            index.clear(first++);
          }
          from = first;
        }
        default -> from = first;
      }
      if (found < end && index.at(found) != Demand.NONE) {
        index.clear(found);
      }
    }
  }

  /** Hard to please in most cases, so that large blocks are passed over. */
  private static long need(Random random, int widest) {
    boolean easy = random.nextInt(500) == 0;
    int width = easy ? 1 + random.nextInt(widest) : widest;
    return Demand.of(width, random.nextInt(100) == 0 ? 1 + random.nextInt(LONGEST) : LONGEST);
  }

  private static int scan(
      DemandIndex index, int from, int end, int width, int seconds, int narrow) {
    for (int p = from; p < end; p++) {
      long need = index.at(p);
      if (Demand.width(need) <= width
          && (Demand.estimate(need) <= seconds || Demand.width(need) <= narrow)) {
        return p;
      }
    }
    return end;
  }
}
