package io.gnomon.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The queue against a sorted map of jobs, up to several levels of bounds. */
class WaitingQueueProperties {
  private static final int WIDEST = 64;
  private static final int LONGEST = 1000;

  private record Waiting(int slot, int width, int estimate) {
    boolean fits(int mostWide, int seconds, int narrow) {
      return width <= mostWide && (estimate <= seconds || width <= narrow);
    }
  }

  @Property(tries = 60)
  void searchesFindWhatAPlainScanFinds(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 3000) int jobs) {
    Random random = new Random(seed);
    WaitingQueue queue = new WaitingQueue();
    TreeMap<Integer, Waiting> plain = new TreeMap<>();
    int leaving = random.nextInt(100);
    for (int job = 0; job < jobs; job++) {
      // hard to please: most jobs are wide and long, so that whole blocks are passed over
      int width = random.nextInt(20) == 0 ? 1 + random.nextInt(WIDEST) : WIDEST;
      int estimate = random.nextInt(20) == 0 ? 1 + random.nextInt(LONGEST) : LONGEST;
      queue.add(job, job, width, estimate);
      plain.put(job, new Waiting(job, width, estimate));
      if (random.nextInt(100) < leaving) {
        remove(queue, plain, random.nextInt(job + 1));
      }
      if (random.nextInt(50) == 0) {
        queue = comesBack(queue, plain, random, jobs);
      }
      if (job % 40 == 0) {
        assertSameAnswers(queue, plain, random);
      }
    }
    assertSameAnswers(queue, plain, random);
    assertSameAnswers(queue.copy(jobs), plain, random);
  }

  private static void remove(WaitingQueue queue, TreeMap<Integer, Waiting> plain, int from) {
    Integer job = plain.ceilingKey(from);
    if (job != null) {
      queue.remove(job);
      plain.remove(job);
    }
  }

  /** A job leaves and comes back changed, to the queue or to a copy of it. */
  private static WaitingQueue comesBack(
      WaitingQueue queue, TreeMap<Integer, Waiting> plain, Random random, int slots) {
    WaitingQueue next = random.nextBoolean() ? queue : queue.copy(slots);
    if (!plain.isEmpty()) {
      Integer job = plain.floorKey(plain.firstKey() + random.nextInt(plain.lastKey() + 1));
      int width = 1 + random.nextInt(WIDEST);
      next.remove(job);
      next.add(job, job, width, 1);
      plain.put(job, new Waiting(job, width, 1));
    }
    return next;
  }

  private static void assertSameAnswers(
      WaitingQueue queue, TreeMap<Integer, Waiting> plain, Random random) {
    int[] order = plain.keySet().stream().mapToInt(Integer::intValue).toArray();
    assertThat(queue.size()).isEqualTo(order.length);
    int[] walked = new int[order.length];
    int count = 0;
    for (int slot = queue.first(); slot != ClusterState.NONE; slot = queue.next(slot)) {
      walked[count++] = slot;
    }
    assertThat(walked).isEqualTo(order);
    assertThat(queue.leastWidth())
        .isEqualTo(
            Arrays.stream(order)
                .map(job -> Integer.highestOneBit(plain.get(job).width()))
                .min()
                .orElse(Integer.MAX_VALUE));
    for (int i = 0; i < 5; i++) {
      int width = random.nextInt(WIDEST + 2);
      int seconds = random.nextInt(LONGEST + 2);
      int narrow = random.nextInt(WIDEST + 2) - 1;
      int[] fitting =
          Arrays.stream(order).filter(job -> plain.get(job).fits(width, seconds, narrow)).toArray();
      int[] found = new int[fitting.length];
      int slot = queue.firstFitting(width, seconds, narrow);
      for (int k = 0; k < found.length; k++) {
        found[k] = slot;
        slot = queue.nextFitting(slot, width, seconds, narrow);
      }
      assertThat(found).isEqualTo(fitting);
      assertThat(slot).isEqualTo(ClusterState.NONE);
    }
  }
}
