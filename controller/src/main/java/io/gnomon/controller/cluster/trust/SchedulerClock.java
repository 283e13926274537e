package io.gnomon.controller.cluster.trust;

import io.gnomon.events.EventData;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import org.jspecify.annotations.Nullable;

/**
 * The bound on how far a scheduler's clock may advance, learned from the timestamps of its records.
 *
 * <p>The <em>lead</em> is the scheduler's clock minus the timestamp of the record. A clock in real
 * time keeps its lead, whatever the offset, the delays of its producer and the pauses between its
 * events. The lead of an emulated cluster grows as fast as the emulation runs; this growth is
 * measured once an hour. An event may be ahead of the largest lead so far by ten minutes, or by
 * what four times the measured growth would add in half an hour beyond the last maximum, but never
 * by more than ten years. Until the first measurement, the limit is ten years. A clock that was
 * moved keeps its measurements.
 *
 * <p>The bound depends on events and record timestamps only. A record without a timestamp is
 * limited to ten years beyond the mirror. Single-threaded, O(1) per event.
 */
public final class SchedulerClock implements Saved {
  /** The most that the clock may advance with one event, in seconds. */
  public static final long MAX_ADVANCE = 10 * 365 * 86_400L;

  private static final long SECOND = 1000;
  private static final long HOUR = 3_600 * SECOND;
  private static final long MIN_ALLOWANCE = HOUR / 6;
  private static final long BURST = HOUR / 2;
  private static final double SPARE = 4;
  private static final double UNKNOWN = -1;

  private long lead = EventData.NONE;
  private long leadAt = EventData.NONE; // the timestamp of the record with the largest lead
  private long measuredLead = EventData.NONE;
  private long measuredAt = EventData.NONE;
  private double growth = UNKNOWN; // of the lead, in seconds per second
  private long lastTimestamp = EventData.NONE;
  private long announced = EventData.NONE;
  private long announcedAt = EventData.NONE;

  /**
   * Returns why an event cannot have happened at {@code at}, or null if it can.
   *
   * @param at the time of the event, in epoch seconds of the scheduler's clock
   * @param timestamp the timestamp of its record in milliseconds, or {@link EventData#NONE}
   * @param now the scheduler's clock in the mirror
   */
  public @Nullable String objection(long at, long timestamp, long now) {
    if (at < now) {
      return "time " + at + " is " + (now - at) + " s before the cluster's clock " + now;
    }
    long latest = latest(timestamp, now);
    return at <= latest
        ? null
        : "time "
            + at
            + " is "
            + (at - now)
            + " s after the cluster's clock "
            + now
            + "; the record's timestamp and the clock's rate so far allow at most "
            + latest;
  }

  /** The latest time that an event may have, in epoch seconds of the scheduler's clock. */
  long latest(long timestamp, long now) {
    long farthest = now + MAX_ADVANCE;
    if (leadAt < 0 || timestamp < 0) {
      return farthest;
    }
    long seen = Math.max(timestamp, leadAt);
    return Math.min(farthest, (seen + lead + allowance(seen - leadAt)) / SECOND);
  }

  private long allowance(long sinceLead) {
    long most = MAX_ADVANCE * SECOND;
    return growth == UNKNOWN
        ? most
        : (long) Math.min(most, Math.max(MIN_ALLOWANCE, SPARE * growth * (BURST + sinceLead)));
  }

  /** Records the time of an event to which there was no objection. */
  public void accept(long at, long timestamp) {
    if (timestamp < 0) {
      return;
    }
    // a timestamp older than the latest one must not make the clock seem to be ahead
    lastTimestamp = Math.max(timestamp, lastTimestamp);
    if (leadAt < 0) {
      lead = at * SECOND - lastTimestamp;
      leadAt = lastTimestamp;
      measuredLead = lead;
      measuredAt = lastTimestamp;
      return;
    }
    long current = at * SECOND - lastTimestamp;
    if (current > lead) {
      lead = current;
      leadAt = lastTimestamp;
    }
    measure(lastTimestamp);
  }

  private void measure(long timestamp) {
    if (timestamp - measuredAt >= HOUR) {
      double measured = (double) (lead - measuredLead) / (timestamp - measuredAt);
      growth = Math.max(measured, growth / 2);
      measuredAt = timestamp;
      measuredLead = lead;
    }
  }

  /** The latest timestamp of a record, in milliseconds, or {@link EventData#NONE}. */
  public long lastTimestamp() {
    return lastTimestamp;
  }

  /** Records a declaration to whose time there was an objection. */
  public void announce(long at, long timestamp) {
    announced = at;
    announcedAt = timestamp;
  }

  /**
   * Whether a snapshot at {@code at} confirms that the clock was moved to the time of the
   * declaration before it.
   */
  public boolean confirms(long at) {
    return announced != EventData.NONE && at >= announced && at - announced <= MAX_ADVANCE;
  }

  /**
   * Continues at the time of the last declaration, which it returns. A clock that was moved forward
   * has shown how far it may advance within an hour.
   */
  public long move() {
    long moved = announced;
    long from = lead;
    leadAt = announcedAt;
    lastTimestamp = announcedAt;
    if (announcedAt >= 0) {
      lead = moved * SECOND - announcedAt;
      boolean known = measuredAt >= 0;
      measuredLead = known ? measuredLead + lead - from : lead;
      measuredAt = known ? Math.min(measuredAt, announcedAt) : announcedAt;
      if (growth != UNKNOWN) {
        growth = Math.max(growth, (double) (lead - from) / HOUR);
      }
    }
    settle();
    return moved;
  }

  /** Forgets a declaration whose time was not confirmed. */
  public void settle() {
    announced = EventData.NONE;
    announcedAt = EventData.NONE;
  }

  @Override
  public void fields(Fields fields) {
    lead = fields.number("lead", lead);
    leadAt = fields.number("leadAt", leadAt);
    measuredLead = fields.number("measuredLead", measuredLead);
    measuredAt = fields.number("measuredAt", measuredAt);
    growth = fields.number("growth", growth);
    lastTimestamp = fields.number("lastTimestamp", lastTimestamp);
    announced = fields.number("announced", announced);
    announcedAt = fields.number("announcedAt", announcedAt);
  }
}
