package io.gnomon.controller.cluster.trust;

import io.gnomon.events.Envelope;
import io.gnomon.events.EventData;
import io.gnomon.events.job.JobEvent;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import java.util.Objects;

/**
 * Which events have the latest sequence numbers of a cluster, so that an event that arrives again
 * can be distinguished from another event with the same number, which a second producer has sent.
 *
 * <p>Of the latest {@value #RECENT} events, a hash of id, type, time and job is known; of the
 * earlier ones, a time that none of them has exceeded. So an earlier event of a second producer may
 * be taken for one that arrives again, but not conversely. O(1) per event.
 */
final class RecentNumbers implements Saved {
  private static final int RECENT = 64;

  private final int[] hashes = new int[RECENT]; // by number
  private int known; // of the latest numbers, without a gap
  private long earlierUntil = Long.MAX_VALUE;

  /**
   * Records an event.
   *
   * @param follows whether its number is the next one
   * @param latest the latest time of any event
   */
  void record(Envelope envelope, EventData data, boolean follows, long latest) {
    known = follows ? Math.min(known + 1, RECENT) : 1;
    int slot = slot(envelope.sequence());
    hashes[slot] = hash(envelope, data);
    if (slot == 0 || !follows) {
      earlierUntil = latest;
    }
  }

  /**
   * Whether another event than this one had its number.
   *
   * @param last the last number, not below that of the event
   */
  boolean taken(Envelope envelope, EventData data, long last) {
    return last - envelope.sequence() < known
        ? hashes[slot(envelope.sequence())] != hash(envelope, data)
        : data.at() > earlierUntil;
  }

  /** Forgets the events, whose times are of another clock. */
  void clear() {
    known = 0;
    earlierUntil = Long.MAX_VALUE;
  }

  private static int slot(long number) {
    return Math.floorMod(number, RECENT);
  }

  /** The same in each process, unlike the hash of a record with an enum. */
  private static int hash(Envelope envelope, EventData data) {
    String job = data instanceof JobEvent event ? event.job() : "";
    return Objects.hash(envelope.id(), data.type().typeName(), data.at(), job);
  }

  @Override
  public void fields(Fields fields) {
    fields.fill("hashes", hashes);
    known = fields.number("known", known);
    earlierUntil = fields.number("earlierUntil", earlierUntil);
  }
}
