package io.gnomon.controller.wait;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Waits and slowdowns of jobs by a name, such as that of their partition. The names with most jobs
 * have histograms of their own, all others share {@link #OTHER}.
 *
 * <p>A name replaces the smallest one when it has had more than twice as many jobs, and then starts
 * empty. The histograms of the smallest end: in those of {@link #OTHER} its jobs would count again
 * as new ones, because Prometheus sums what series grew by. Not thread-safe; recording costs O(1),
 * or O(names with histograms) for a job of another name.
 */
public final class NamedWaits {
  /** The name of all that have no histograms of their own, and of jobs of this very name. */
  public static final String OTHER = "other";

  // names of accounts come from users
  private static final int MOST_COUNTED = 4096;

  private final Map<String, Long> jobs = new HashMap<>();
  private final Map<String, Waits> own = new TreeMap<>();
  private int most;

  /**
   * The histograms of one name.
   *
   * @param seconds from submission to start, of started jobs
   * @param slowdown bounded slowdown (bound 10 s) of completed jobs
   */
  public record Waits(Histogram seconds, Histogram slowdown) {
    private Waits() {
      this(
          new Histogram(60, 600, 3_600, 14_400, 43_200, 86_400, 259_200),
          new Histogram(1.1, 2, 5, 10, 50, 200));
    }
  }

  NamedWaits(int most) {
    this.most = most;
  }

  /** Sets how many names have histograms of their own from now on; fewer than before is ignored. */
  void keep(int names) {
    most = Math.max(most, names);
  }

  /**
   * Records a job that has started.
   *
   * @param name null for a job that does not count
   * @param waitSeconds at least 0
   */
  public void started(@Nullable String name, int waitSeconds) {
    if (name != null && most > 0) {
      if (jobs.containsKey(name) || jobs.size() < MOST_COUNTED) {
        jobs.merge(name, 1L, Long::sum);
      }
      of(name).seconds.add(waitSeconds);
    }
  }

  /**
   * Records a job that has completed.
   *
   * @param name null for a job that does not count
   * @param slowdown at least 1
   */
  public void completed(@Nullable String name, double slowdown) {
    if (name != null && most > 0) {
      of(name).slowdown.add(slowdown);
    }
  }

  private Waits of(String name) {
    Waits known = own.get(name);
    if (known != null) {
      return known;
    }
    long count = jobs.getOrDefault(name, 0L);
    int named = own.size() - (own.containsKey(OTHER) ? 1 : 0);
    if (named >= most && !name.equals(OTHER)) {
      String smallest = smallest();
      if (count <= 2 * count(smallest)) {
        return own.computeIfAbsent(OTHER, other -> new Waits());
      }
      own.remove(smallest);
    }
    Waits fresh = new Waits();
    own.put(name, fresh);
    return fresh;
  }

  private String smallest() {
    String smallest = OTHER;
    for (String name : own.keySet()) {
      if (!name.equals(OTHER) && (smallest.equals(OTHER) || count(name) < count(smallest))) {
        smallest = name;
      }
    }
    return smallest;
  }

  private long count(String name) {
    return jobs.getOrDefault(name, 0L);
  }

  /** The histograms by name; unmodifiable. */
  public Map<String, Waits> byName() {
    return Collections.unmodifiableMap(own);
  }
}
