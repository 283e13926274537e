package io.gnomon.events.machine;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Immutable maps from names to counts in alphabetical order, so that equal maps print equally. */
final class SortedCounts {
  private SortedCounts() {}

  static Map<String, Integer> of(Map<String, Integer> counts) {
    // Map.copyOf does not copy what is immutable already, and keeps one entry in 24 bytes
    return counts.size() <= 1
        ? Map.copyOf(counts)
        : Collections.unmodifiableMap(new TreeMap<>(counts));
  }
}
