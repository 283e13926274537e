package io.gnomon.controller.http.access;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Counts what the HTTP server refused. Thread-safe. */
public final class AccessCounters {
  private final Map<Refusal, Long> counts = new EnumMap<>(Refusal.class);
  private volatile boolean reloadFailed;

  /** Why a request was refused. */
  public enum Refusal {
    /** Its Host header is not allowed. */
    HOST,
    /** A page of another site made a browser send it. */
    CROSS_SITE,
    /** It has no token. */
    NO_TOKEN,
    /** Its token is not known. */
    UNKNOWN_TOKEN,
    /** Too many requests of the client had unknown tokens. */
    LOGIN_RATE,
    /** Its user may not do this. */
    PERMISSION,
    /** Its client has too many simulations, or too many are running. */
    SIMULATION_LIMIT;

    /** The value of the metric's label. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Counts a refused request. */
  public synchronized void add(Refusal refusal) {
    counts.merge(refusal, 1L, Long::sum);
  }

  /** Sets whether a changed file cannot be used. */
  public void reloadFailed(boolean failed) {
    reloadFailed = failed;
  }

  /** How many requests were refused for a reason. */
  public synchronized long count(Refusal refusal) {
    return counts.getOrDefault(refusal, 0L);
  }

  /** Whether the operators file or the certificate has changed to one that cannot be used. */
  public boolean isReloadFailed() {
    return reloadFailed;
  }
}
