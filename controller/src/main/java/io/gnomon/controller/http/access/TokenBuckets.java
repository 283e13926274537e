package io.gnomon.controller.http.access;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A rate limit per client: a bucket of permits for each, refilled over time. A full bucket equals
 * none. Keeps a bounded number of clients and forgets the one that was active longest ago. Not
 * thread-safe.
 *
 * @param <C> the type of clients
 */
public final class TokenBuckets<C> {
  private final int capacity;
  private final long refillNanos;
  private final int mostClients;
  private final LongSupplier nanoTime;
  // by client, the time at which its bucket is full; least recently used first
  private final Map<C, Long> fullAt = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Buckets that are full.
   *
   * @param capacity the permits of a full bucket
   * @param refillNanos the time to gain one permit
   * @param mostClients the most clients that are kept
   * @param nanoTime a clock that does not run backwards
   */
  public TokenBuckets(int capacity, long refillNanos, int mostClients, LongSupplier nanoTime) {
    this.capacity = capacity;
    this.refillNanos = refillNanos;
    this.mostClients = mostClients;
    this.nanoTime = nanoTime;
  }

  /** Takes a permit of a client if it has one. */
  public boolean take(C client) {
    long missing = missingNanos(client);
    if (missing > (capacity - 1) * refillNanos) {
      return false;
    }
    fullAt.put(client, nanoTime.getAsLong() + missing + refillNanos);
    if (fullAt.size() > mostClients) {
      Iterator<C> oldest = fullAt.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    return true;
  }

  /** The time until a client has a permit, in whole seconds, at least 1. */
  public long secondsToNext(C client) {
    long wait = missingNanos(client) - (capacity - 1) * refillNanos;
    return Math.max(1, (wait + 999_999_999L) / 1_000_000_000L);
  }

  /** The number of clients that are kept. */
  public int clients() {
    return fullAt.size();
  }

  /** The time until the bucket of a client is full. */
  private long missingNanos(C client) {
    Long at = fullAt.get(client);
    return at == null ? 0 : Math.max(0, at - nanoTime.getAsLong());
  }
}
