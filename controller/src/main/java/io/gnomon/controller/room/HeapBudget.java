package io.gnomon.controller.room;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The heap that the declarations of all clusters of a replica may take: a quarter of it. The first
 * {@value #FREE} bytes of each cluster do not count, so that large clusters leave room for as many
 * small ones as {@code clusters.max} allows. Thread-safe.
 */
public final class HeapBudget {
  /** The bytes of each cluster that do not count, enough for about 500 nodes. */
  static final long FREE = 64 << 10;

  private static final int REMEMBERED = 1_000;
  private static final Duration RECENT = Duration.ofDays(1);

  private final long most;
  private final LongSupplier nanoTime;
  private final Map<String, Refusal> refusals = new LinkedHashMap<>();
  private long taken;

  /** Why a cluster had no room, and when. */
  private record Refusal(String detail, long nanos) {}

  /**
   * A budget without clusters.
   *
   * @param heap the largest size of the heap in bytes
   * @param nanoTime a clock that neither stops nor is set
   */
  public HeapBudget(long heap, LongSupplier nanoTime) {
    most = heap / 4;
    this.nanoTime = nanoTime;
  }

  /** The room of a cluster, which takes nothing yet. */
  public Room of(String cluster) {
    return new Room(this, cluster);
  }

  /** Why the last declaration of a cluster had no room, or null if it had. */
  public synchronized @Nullable String refusal(String cluster) {
    refusals.values().removeIf(one -> nanoTime.getAsLong() - one.nanos > RECENT.toNanos());
    Refusal refusal = refusals.get(cluster);
    return refusal == null ? null : refusal.detail;
  }

  /** The clusters whose last declarations had no room, of the past day. */
  public synchronized List<String> refused() {
    refusal("");
    return List.copyOf(refusals.keySet());
  }

  /** Takes other room for a cluster than before; returns why there is none, or null. */
  synchronized @Nullable String exchange(String cluster, long from, long to) {
    long left = most - taken + from;
    if (to > from && to > left) {
      String detail =
          "what cluster '%s' declares would take about %d MiB of the heap, and %d of the %d MiB for the declarations of all clusters are left"
              .formatted(cluster, to >> 20, left >> 20, most >> 20);
      refusals.put(cluster, new Refusal(detail, nanoTime.getAsLong()));
      if (refusals.size() > REMEMBERED) {
        refusals.remove(refusals.keySet().iterator().next());
      }
      return detail;
    }
    taken += to - from;
    return null;
  }

  /** The last declaration of a cluster had room. */
  synchronized void settled(String cluster) {
    refusals.remove(cluster);
  }
}
