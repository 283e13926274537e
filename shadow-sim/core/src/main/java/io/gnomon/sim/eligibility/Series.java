package io.gnomon.sim.eligibility;

import java.util.TreeMap;

/** The active jobs of one user and name. */
final class Series {
  final TreeMap<Integer, Integer> active; // slots by job number
  int started;

  Series() {
    active = new TreeMap<>();
  }

  Series(Series from) {
    active = new TreeMap<>(from.active);
    started = from.started;
  }
}
