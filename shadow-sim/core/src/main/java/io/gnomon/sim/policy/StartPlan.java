package io.gnomon.sim.policy;

import java.util.Arrays;

/**
 * The jobs that a pass is going to start, with their processors and seconds. Later stages of the
 * pass can modify entries before they are dispatched. Does not allocate once grown.
 */
public final class StartPlan {
  private int[] slots = new int[16];
  private int[] processors = new int[16];
  private int[] seconds = new int[16];
  private int size;

  /** Removes all entries. */
  public void clear() {
    size = 0;
  }

  /** Adds a waiting job. */
  public void add(int slot, int onProcessors, int expectedSeconds) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, 2 * size);
      processors = Arrays.copyOf(processors, 2 * size);
      seconds = Arrays.copyOf(seconds, 2 * size);
    }
    slots[size] = slot;
    set(size++, onProcessors, expectedSeconds);
  }

  /** Changes the {@code i}-th entry. */
  public void set(int i, int onProcessors, int expectedSeconds) {
    processors[i] = onProcessors;
    seconds[i] = expectedSeconds;
  }

  /** Number of jobs. */
  public int size() {
    return size;
  }

  /** The slot of the {@code i}-th job. */
  public int slot(int i) {
    return slots[i];
  }

  /** The processors of the {@code i}-th job. */
  public int processors(int i) {
    return processors[i];
  }

  /** The seconds until the expected end of the {@code i}-th job. */
  public int seconds(int i) {
    return seconds[i];
  }

  /** Starts all jobs in the order in which they were added. */
  public void dispatch(Dispatcher dispatcher) {
    for (int i = 0; i < size; i++) {
      if (processors[i] == dispatcher.state().width(slots[i])) {
        dispatcher.start(slots[i]);
      } else {
        dispatcher.start(slots[i], processors[i], seconds[i]);
      }
    }
    clear();
  }
}
