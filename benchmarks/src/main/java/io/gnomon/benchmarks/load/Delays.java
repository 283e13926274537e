package io.gnomon.benchmarks.load;

import io.gnomon.events.GnomonEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The time from sending an event until a replica was seen to report a state with it. {@link #sent}
 * may be called on another thread.
 */
final class Delays {
  private static final double SECOND = 1e9;

  private final AtomicLongArray sentNanos;
  private final double[] seconds;
  private final Map<String, List<Integer>> positions = new HashMap<>();
  private final Map<String, Integer> processed = new HashMap<>();

  /** The delays of events that have not been sent. */
  Delays(List<GnomonEvent> events) {
    sentNanos = new AtomicLongArray(events.size());
    seconds = new double[events.size()];
    Arrays.fill(seconds, Double.NaN);
    for (int position = 0; position < events.size(); position++) {
      positions
          .computeIfAbsent(events.get(position).cluster(), none -> new ArrayList<>())
          .add(position);
    }
  }

  /** The position of an event by its place in the sequence of its cluster, from 0. */
  int position(String cluster, int place) {
    return positions.getOrDefault(cluster, List.of()).get(place);
  }

  /** Notes that an event is sent now. */
  void sent(int position, long nanos) {
    sentNanos.set(position, nanos);
  }

  /** Notes that a state with the first {@code events} events of a cluster was seen. */
  void processed(String cluster, int events, long nanos) {
    List<Integer> all = positions.getOrDefault(cluster, List.of());
    for (int i = processed.getOrDefault(cluster, 0); i < Math.min(events, all.size()); i++) {
      int position = all.get(i);
      seconds[position] = (nanos - sentNanos.get(position)) / SECOND;
    }
    processed.merge(cluster, events, Math::max);
  }

  /** The delay of an event in seconds; NaN until a state with it was seen. */
  double seconds(int position) {
    return seconds[position];
  }
}
