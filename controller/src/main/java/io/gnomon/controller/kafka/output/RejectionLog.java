package io.gnomon.controller.kafka.output;

import io.gnomon.events.RejectReason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs rejected records of one partition: the first of each reason, and then, at most once per
 * {@link #PERIOD} and reason, the next one with the number of those in between.
 */
final class RejectionLog {
  private static final Logger LOG = LoggerFactory.getLogger(RejectionLog.class);
  static final Duration PERIOD = Duration.ofSeconds(30);
  private static final int MAX_DETAIL = 300;

  private static final class Kind {
    private long loggedAt;
    private long omitted;
  }

  private final int partition;
  private final LongSupplier nanoTime;
  private final Map<RejectReason, Kind> kinds = new EnumMap<>(RejectReason.class);

  /** A log for {@code partition}, with a clock in nanoseconds. */
  RejectionLog(int partition, LongSupplier nanoTime) {
    this.partition = partition;
    this.nanoTime = nanoTime;
  }

  void rejected(long offset, RejectReason reason, String detail) {
    long now = nanoTime.getAsLong();
    Kind kind = kinds.get(reason);
    if (kind == null) {
      kind = new Kind();
      kinds.put(reason, kind);
    } else if (now - kind.loggedAt < PERIOD.toNanos()) {
      kind.omitted++;
      return;
    }
    LOG.warn(
        "partition {} offset {}: {}: {}{}",
        partition,
        offset,
        reason,
        detail.length() <= MAX_DETAIL ? detail : detail.substring(0, MAX_DETAIL) + "…",
        kind.omitted == 0 ? "" : " (and " + kind.omitted + " more since the last such line)");
    kind.loggedAt = now;
    kind.omitted = 0;
  }

  /** Logs the number of records that no line has reported, if the last line is old enough. */
  void report() {
    long now = nanoTime.getAsLong();
    kinds.forEach(
        (reason, kind) -> {
          if (kind.omitted > 0 && now - kind.loggedAt >= PERIOD.toNanos()) {
            LOG.warn(
                "partition {}: {}: {} more since the last such line",
                partition,
                reason,
                kind.omitted);
            kind.loggedAt = now;
            kind.omitted = 0;
          }
        });
  }
}
