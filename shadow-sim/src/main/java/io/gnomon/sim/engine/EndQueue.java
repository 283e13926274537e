package io.gnomon.sim.engine;

import java.util.Arrays;

/** A binary heap of (time, slot), packed into longs. All operations O(log n), none allocates. */
final class EndQueue {
  private long[] heap = new long[64];
  private int size;

  int nextTime() {
    return size == 0 ? Simulation.NEVER : (int) (heap[1] >>> 32);
  }

  int nextSlot() {
    return (int) heap[1];
  }

  void add(int time, int slot) {
    if (++size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    long entry = (long) time << 32 | slot;
    int at = size;
    for (; at > 1 && heap[at >> 1] > entry; at >>= 1) {
      heap[at] = heap[at >> 1];
    }
    heap[at] = entry;
  }

  void removeNext() {
    long last = heap[size--];
    int at = 1;
    for (int child = 2; child <= size; child = 2 * at) {
      if (child < size && heap[child + 1] < heap[child]) {
        child++;
      }
      if (heap[child] >= last) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
  }

  void clear() {
    size = 0;
  }

  EndQueue copy() {
    EndQueue copy = new EndQueue();
    copy.heap = Arrays.copyOf(heap, Math.max(64, size + 1));
    copy.size = size;
    return copy;
  }
}
