package io.gnomon.bridge;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;

/**
 * Counts why something that the scheduler reported was changed or left out. A cause is logged when
 * it occurs for the first, tenth, hundredth time and so on, never for each job. At most 1,000
 * causes are distinguished; all others count as one. Thread-safe.
 */
public final class CauseLog {
  private static final int MAX_CAUSES = 1000;
  private static final String OTHERS = "other causes";

  private final Logger log;
  private final Map<String, Long> counts = new LinkedHashMap<>();

  /** A log that has counted nothing. */
  public CauseLog(Logger log) {
    this.log = log;
  }

  /**
   * Counts an occurrence.
   *
   * @param cause a phrase that names no job and no value
   */
  public synchronized void count(String cause) {
    String key = counts.size() < MAX_CAUSES || counts.containsKey(cause) ? cause : OTHERS;
    long count = counts.merge(key, 1L, Long::sum);
    if (isPowerOfTen(count)) {
      log.warn("not published as reported: {} ({} since the start)", key, count);
    }
  }

  private static boolean isPowerOfTen(long count) {
    long power = 1;
    while (power < count) {
      power *= 10;
    }
    return power == count;
  }

  /** Returns how often each cause has occurred. */
  public synchronized Map<String, Long> counts() {
    return Map.copyOf(counts);
  }
}
