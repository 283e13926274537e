package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.ProcessorMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Where jobs stand, or will return to, as numbers: the map's capacity, for each job its number,
 * whether it holds its processors and these as ranges, then the processors whose memory is still
 * being written and until when.
 */
final class PlacementSnapshot {
  private final int[] numbers;
  private int position;

  private PlacementSnapshot(int[] numbers) {
    this.numbers = numbers;
  }

  static int[] write(ClusterState state, ProcessorMap map, int[] writtenAt) {
    IntStream.Builder memory = IntStream.builder();
    memory.add(map.capacity()).add(state.activeCount());
    state.forEachActive(
        slot -> {
          memory.add(state.job(slot)).add(map.holds(slot) ? 1 : 0);
          IntStream.Builder ranges = IntStream.builder();
          int first = map.nextProcessor(slot, 0);
          while (first != ClusterState.NONE) {
            int last = first;
            int next = map.nextProcessor(slot, last + 1);
            while (next == last + 1) {
              last = next;
              next = map.nextProcessor(slot, last + 1);
            }
            ranges.add(first).add(last);
            first = next;
          }
          int[] all = ranges.build().toArray();
          memory.add(all.length / 2);
          IntStream.of(all).forEach(memory::add);
        });
    for (int p = 0; p < writtenAt.length; p++) {
      if (writtenAt[p] > state.now()) {
        memory.add(p).add(writtenAt[p]);
      }
    }
    return memory.build().toArray();
  }

  /**
   * Reads what {@link #write} wrote into a map that holds nobody; jobs that are not in the state
   * are passed over.
   *
   * @return the seconds at which the memory of each processor is written, 0 for those that are
   * @throws IllegalArgumentException if the numbers are something else
   */
  static int[] read(int[] numbers, ClusterState state, ProcessorMap map) {
    PlacementSnapshot memory = new PlacementSnapshot(numbers);
    Map<Integer, Integer> slots = new HashMap<>();
    state.forEachActive(slot -> slots.put(state.job(slot), slot));
    map.resize(memory.next());
    for (int left = memory.next(); left > 0; left--) {
      Integer slot = slots.get(memory.next());
      boolean holds = memory.next() == 1;
      int ranges = memory.next();
      for (int range = 0; range < ranges; range++) {
        int first = memory.next();
        int last = memory.next();
        if (slot != null) {
          map.rememberAlso(slot, first, last);
        }
      }
      if (slot != null && holds) {
        map.stand(slot);
      }
    }
    int[] writtenAt = new int[map.capacity()];
    while (memory.position < numbers.length) {
      int p = memory.next();
      if (p >= writtenAt.length) {
        writtenAt = Arrays.copyOf(writtenAt, p + 1);
      }
      writtenAt[p] = memory.next();
    }
    return writtenAt;
  }

  private int next() {
    if (position == numbers.length) {
      throw new IllegalArgumentException(
          numbers.length + " numbers are not the memory of where jobs stand: they end too soon");
    }
    return numbers[position++];
  }
}
