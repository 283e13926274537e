package io.gnomon.sim.engine;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Running jobs that have been preempted and go on until their grace time is over. */
final class GraceTimes {
  /**
   * How a job ends.
   *
   * @param at second at which it ends
   * @param requeues whether it waits again
   * @param delay seconds for which it is then not eligible
   */
  record Ending(int at, boolean requeues, int delay) {}

  private final Map<Integer, Ending> endings = new HashMap<>(); // by slot; at most the running jobs

  GraceTimes copy() {
    GraceTimes copy = new GraceTimes();
    copy.endings.putAll(endings);
    return copy;
  }

  void add(int slot, Ending ending) {
    endings.put(slot, ending);
  }

  /** Null if the job has not been preempted. */
  @Nullable Ending of(int slot) {
    return endings.isEmpty() ? null : endings.get(slot);
  }

  void remove(int slot) {
    if (!endings.isEmpty()) {
      endings.remove(slot);
    }
  }
}
