package io.gnomon.sim.eligibility;

import java.util.TreeMap;

/** The tasks of an array, and how many of them may run at a time. */
final class Throttle {
  final TreeMap<Integer, Integer> held; // slots of held tasks by job number
  int open; // tasks that wait in the queue or have started
  int tasks; // all active tasks

  Throttle() {
    held = new TreeMap<>();
  }

  Throttle(Throttle from) {
    held = new TreeMap<>(from.held);
    open = from.open;
    tasks = from.tasks;
  }
}
