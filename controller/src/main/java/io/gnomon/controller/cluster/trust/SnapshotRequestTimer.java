package io.gnomon.controller.cluster.trust;

import io.gnomon.events.EventData;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;

/**
 * The exponential backoff of snapshot requests, on the scheduler's clock or in the time of records.
 * The first wait is the timeout of a request; each further wait is twice as long, up to a day.
 *
 * <p>Times may be wrong, so a wait also ends after {@value #FIRST_WAIT_EVENTS} events that need a
 * snapshot, or twice as many after each further request, up to {@value #LONGEST_WAIT_EVENTS}; and
 * after {@value #LEAST_WAIT_EVENTS} events if times go back.
 */
public final class SnapshotRequestTimer implements Saved {
  private static final long LONGEST_WAIT_SECONDS = 86_400;
  private static final int LEAST_WAIT_EVENTS = 16;
  private static final int FIRST_WAIT_EVENTS = 256;
  private static final int LONGEST_WAIT_EVENTS = 1 << 16;

  private final int timeoutSeconds;
  private long askedAt = EventData.NONE;
  private long waitSeconds;
  private int events; // since the last request
  private int requests;

  /** A timer before the first request. */
  public SnapshotRequestTimer(int timeoutSeconds) {
    this.timeoutSeconds = timeoutSeconds;
  }

  /** Counts an event that needs a snapshot; starts a request, unless one waits for its answer. */
  public boolean ask(long at) {
    events++;
    if (askedAt != EventData.NONE && !waitIsOver(at)) {
      return false;
    }
    waitSeconds =
        askedAt == EventData.NONE
            ? timeoutSeconds
            : Math.min(2 * waitSeconds, Math.max(timeoutSeconds, LONGEST_WAIT_SECONDS));
    askedAt = at;
    events = 0;
    requests++;
    return true;
  }

  private boolean waitIsOver(long at) {
    int most = FIRST_WAIT_EVENTS << Math.min(8, Math.max(0, requests - 1));
    return at >= askedAt + waitSeconds
        || events >= Math.min(most, LONGEST_WAIT_EVENTS)
        || (at < askedAt && events >= LEAST_WAIT_EVENTS);
  }

  /** Resets the backoff after an answer or for a new reason. */
  public void reset() {
    askedAt = EventData.NONE;
    waitSeconds = 0;
    events = 0;
    requests = 0;
  }

  /** Resets the backoff if no request has been necessary for four times the last wait. */
  public void resetIfCalm(long at) {
    if (askedAt != EventData.NONE && at >= askedAt + 4 * waitSeconds) {
      reset();
    }
  }

  /** The number of requests since the backoff was reset. */
  public int requests() {
    return requests;
  }

  @Override
  public void fields(Fields fields) {
    askedAt = fields.number("askedAt", askedAt);
    waitSeconds = fields.number("waitSeconds", waitSeconds);
    events = fields.number("events", events);
    requests = fields.number("requests", requests);
  }
}
