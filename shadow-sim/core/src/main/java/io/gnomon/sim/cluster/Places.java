package io.gnomon.sim.cluster;

import java.util.Arrays;

/** The position of each job in a set, by slot. */
final class Places {
  private int[] bySlot;

  Places() {
    this(new int[16]);
  }

  private Places(int[] bySlot) {
    this.bySlot = bySlot;
  }

  /** A copy for slots below {@code limit}. */
  Places copy(int limit) {
    return new Places(Arrays.copyOf(bySlot, Math.max(16, Math.min(bySlot.length, limit))));
  }

  int of(int slot) {
    return bySlot[slot];
  }

  void set(int slot, int place) {
    if (slot >= bySlot.length) {
      bySlot = Arrays.copyOf(bySlot, slot + slot / 2 + 1);
    }
    bySlot[slot] = place;
  }
}
