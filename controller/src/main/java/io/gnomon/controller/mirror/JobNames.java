package io.gnomon.controller.mirror;

import io.gnomon.sim.cluster.ClusterState;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** The mapping between scheduler ids of active jobs and slots. O(1) in both directions. */
final class JobNames {
  private final Map<String, Integer> slots = new HashMap<>();
  private String[] names = new String[64];

  JobNames() {
    Arrays.fill(names, "");
  }

  /** The job's slot, or {@link ClusterState#NONE}. */
  int slot(String job) {
    return slots.getOrDefault(job, ClusterState.NONE);
  }

  /** The slots of all jobs by id; read-only. */
  Map<String, Integer> slots() {
    return Collections.unmodifiableMap(slots);
  }

  /** The name of the job in {@code slot}. */
  String name(int slot) {
    return names[slot];
  }

  void bind(String job, int slot) {
    slots.put(job, slot);
    if (slot >= names.length) {
      int length = names.length;
      names = Arrays.copyOf(names, Math.max(slot + 1, 2 * length));
      Arrays.fill(names, length, names.length, "");
    }
    names[slot] = job;
  }

  void unbind(int slot) {
    slots.remove(names[slot]);
    names[slot] = "";
  }
}
