package io.gnomon.controller.cluster.trust;

import io.gnomon.controller.cluster.output.EventIds;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.cluster.SnapshotRequested;
import org.jspecify.annotations.Nullable;

/**
 * The health of a cluster's mirror. After a gap or a contradiction the mirror is lost until the
 * scheduler's next snapshot, which is requested. The same holds after a fault: what Gnomon then
 * holds of the cluster is unknown. While the scheduler reports a problem, the mirror is not trusted
 * either.
 */
public final class MirrorHealth {
  private final String cluster;
  private final EventIds ids;
  private final SequenceChecker sequence;
  private final SnapshotRequestTimer requestTimer;
  private final SnapshotRequestTimer clockTimer;
  private boolean lost;
  private @Nullable String clockProblem;
  private @Nullable String problem;
  private @Nullable String fault;
  private long requestedFor = EventData.NONE; // the offset of the event of the last request

  /**
   * Creates a healthy state.
   *
   * @param timeoutSeconds the time for an answer to a snapshot request, in seconds
   */
  public MirrorHealth(String cluster, EventIds ids, SequenceChecker sequence, int timeoutSeconds) {
    this.cluster = cluster;
    this.ids = ids;
    this.sequence = sequence;
    requestTimer = new SnapshotRequestTimer(timeoutSeconds);
    clockTimer = new SnapshotRequestTimer(timeoutSeconds);
  }

  /** Whether decisions may be based on the mirror. */
  public boolean trusted() {
    return !lost && problem == null;
  }

  /** Whether the mirror waits for a snapshot. */
  public boolean lost() {
    return lost;
  }

  /** The reason why the scheduler cannot report at present, or null. */
  public @Nullable String problem() {
    return problem;
  }

  /** Why the times of events are not accepted, or null. The mirror is lost while it is not null. */
  public @Nullable String clockProblem() {
    return clockProblem;
  }

  /** Sets the reason why the scheduler cannot report, or null if it reports again. */
  public void setProblem(@Nullable String reason) {
    problem = reason;
  }

  /**
   * Marks the mirror as lost and requests a snapshot.
   *
   * @return false if the mirror was lost already
   */
  public boolean markLost(
      long offset, long at, SnapshotReason reason, @Nullable String detail, Outbox out) {
    if (lost) {
      return false;
    }
    lost = true;
    requestedFor = EventData.NONE;
    requestTimer.reset();
    requestSnapshot(offset, at, reason, detail, out);
    return true;
  }

  /**
   * Marks the mirror as lost because the time of an event is not accepted, and requests a snapshot.
   * Repeated requests follow the timestamps of records, because the clock is in doubt.
   *
   * @param timestamp the timestamp of the record in milliseconds
   * @param now the scheduler's clock in the mirror
   */
  public void markClockLost(
      long offset, long at, long timestamp, long now, String detail, Outbox out) {
    if (!lost) {
      requestTimer.reset();
      requestTimer.ask(now);
    }
    lost = true;
    clockProblem = detail;
    if (clockTimer.ask(timestamp / 1000)) {
      request(offset, at, SnapshotReason.DIVERGENCE, detail, out);
    }
  }

  /**
   * Marks the mirror as lost because Gnomon failed, and requests a snapshot. A fault may recur at
   * each snapshot, so the backoff of requests continues from fault to fault.
   *
   * @return false if the mirror was lost because of a fault already
   */
  public boolean markFaulty(long offset, long at, String detail, Outbox out) {
    if (fault != null) {
      return false;
    }
    if (lost) {
      requestTimer.reset(); // the work that failed may have been to request a snapshot
    } else {
      requestTimer.resetIfCalm(at);
    }
    lost = true;
    fault = detail;
    requestedFor = EventData.NONE; // that request may have been dropped with the other outputs
    requestSnapshot(offset, at, SnapshotReason.DIVERGENCE, detail, out);
    return true;
  }

  /** What failed, while the mirror is lost because of a fault, or null. */
  public @Nullable String fault() {
    return fault;
  }

  /** Marks the mirror as intact after a snapshot. */
  public void restore() {
    lost = false;
    clockProblem = null;
    if (fault == null) {
      requestTimer.reset();
    }
    fault = null;
    clockTimer.reset();
  }

  /** Requests a snapshot once per event, unless the time for the last request is not over. */
  public void requestSnapshot(
      long offset, long at, SnapshotReason reason, @Nullable String detail, Outbox out) {
    if (offset != requestedFor && requestTimer.ask(at)) {
      request(offset, at, reason, detail, out);
    }
  }

  private void request(
      long offset, long at, SnapshotReason reason, @Nullable String detail, Outbox out) {
    requestedFor = offset;
    out.publish(
        cluster,
        cluster + "-s" + ids.suffix(offset),
        new SnapshotRequested(at, reason, sequence.last(), detail));
  }

  /** How many requests for a snapshot have not been answered. */
  public int unanswered() {
    return lost ? Math.max(requestTimer.requests(), clockTimer.requests()) : 0;
  }

  /** The timer of snapshot requests, for checkpoints. */
  public SnapshotRequestTimer requestTimer() {
    return requestTimer;
  }

  /** The timer of snapshot requests for the clock's sake, for checkpoints. */
  public SnapshotRequestTimer clockTimer() {
    return clockTimer;
  }

  /** Restores the state from a checkpoint. */
  public void restore(
      boolean wasLost,
      @Nullable String savedProblem,
      @Nullable String savedClockProblem,
      @Nullable String savedFault) {
    lost = wasLost;
    problem = savedProblem;
    clockProblem = savedClockProblem;
    fault = savedFault;
  }
}
