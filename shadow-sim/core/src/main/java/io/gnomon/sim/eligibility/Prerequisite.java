package io.gnomon.sim.eligibility;

import java.util.TreeSet;

/** What is known about a job for which others wait, or will wait. */
final class Prerequisite {
  private static final int NEVER = -1;

  final TreeSet<Integer> dependents; // slots of the jobs that wait for it
  int pins; // jobs that will wait for it and have not been submitted
  int started = NEVER; // its first start, or the time of its cancellation
  boolean ended;
  boolean succeeded;

  Prerequisite() {
    dependents = new TreeSet<>();
  }

  Prerequisite(Prerequisite from) {
    dependents = new TreeSet<>(from.dependents);
    pins = from.pins;
    started = from.started;
    ended = from.ended;
    succeeded = from.succeeded;
  }

  boolean hasStarted() {
    return started != NEVER;
  }

  boolean isNeeded() {
    return pins > 0 || !dependents.isEmpty();
  }
}
