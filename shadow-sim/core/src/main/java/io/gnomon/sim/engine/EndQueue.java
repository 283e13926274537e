package io.gnomon.sim.engine;

import java.util.Arrays;

/**
 * A priority queue of job ends, as (time, slot) packed into longs.
 *
 * <p>The earliest entries are kept sorted, next one last; if there are many, the rest is kept in a
 * binary heap. With few running jobs, removing the next end is free and adding one shifts a few
 * longs; with many, every operation costs O(log n). No operation allocates once the arrays have
 * grown.
 */
final class EndQueue {
  private static final int FEW = 64;

  private static final long LATEST = (long) Simulation.NEVER << 32;

  private final long[] soon = new long[FEW + 1]; // the first entry comes after all
  private int soonCount;
  private long[] heap = new long[FEW];
  private int heapSize;

  EndQueue() {
    soon[0] = LATEST;
  }

  int nextTime() {
    return (int) (soon[soonCount] >>> 32);
  }

  int nextSlot() {
    return (int) soon[soonCount];
  }

  void add(int time, int slot) {
    long entry = (long) time << 32 | slot;
    if (soonCount == FEW) {
      spill();
    }
    if (heapSize > 0 && entry > heap[1]) {
      push(entry);
      return;
    }
    int at = ++soonCount;
    for (; soon[at - 1] < entry; at--) {
      soon[at] = soon[at - 1];
    }
    soon[at] = entry;
  }

  void removeNext() {
    if (--soonCount == 0 && heapSize > 0) {
      soonCount = Math.min(heapSize, FEW / 2);
      for (int at = soonCount; at > 0; at--) {
        soon[at] = pop();
      }
    }
  }

  /** Moves the later half of the sorted entries to the heap. */
  private void spill() {
    for (int at = 1; at <= FEW / 2; at++) {
      push(soon[at]);
    }
    System.arraycopy(soon, FEW / 2 + 1, soon, 1, FEW / 2);
    soonCount = FEW / 2;
  }

  private void push(long entry) {
    if (++heapSize == heap.length) {
      heap = Arrays.copyOf(heap, 2 * heapSize);
    }
    int at = heapSize;
    for (; at > 1 && heap[at >> 1] > entry; at >>= 1) {
      heap[at] = heap[at >> 1];
    }
    heap[at] = entry;
  }

  private long pop() {
    long first = heap[1];
    long last = heap[heapSize--];
    int at = 1;
    for (int child = 2; child <= heapSize; child = 2 * at) {
      if (child < heapSize && heap[child + 1] < heap[child]) {
        child++;
      }
      if (heap[child] >= last) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return first;
  }

  void clear() {
    soonCount = 0;
    heapSize = 0;
  }

  EndQueue copy() {
    EndQueue copy = new EndQueue();
    System.arraycopy(soon, 1, copy.soon, 1, soonCount);
    copy.soonCount = soonCount;
    copy.heap = Arrays.copyOf(heap, Math.max(FEW, heapSize + 1));
    copy.heapSize = heapSize;
    return copy;
  }
}
