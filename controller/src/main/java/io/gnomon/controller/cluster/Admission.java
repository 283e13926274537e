package io.gnomon.controller.cluster;

import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.cluster.trust.SequenceChecker.Verdict;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.notification.Notifications;
import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.tune.Tuner;

/**
 * The first step of processing an event: counts it, and checks its place in the sequence and its
 * time.
 */
final class Admission {
  private final ControlledCluster cluster;

  Admission(ControlledCluster cluster) {
    this.cluster = cluster;
  }

  /** Admits an event, or rejects it; returns whether it goes on. */
  boolean admit(ReceivedEvent arrival, Outbox out) {
    cluster.counters.eventReceived(arrival.event().type(), arrival.at());
    Verdict verdict =
        cluster.sequence.judge(
            arrival.event().envelope(), arrival.data(), cluster.health.clockProblem() != null);
    if (verdict == Verdict.DUPLICATE || verdict == Verdict.TAKEN) {
      cluster.sequence.recordDuplicate(arrival.event().envelope(), arrival.data());
      rejectOld(arrival, verdict == Verdict.TAKEN, out);
      if (cluster.sequence.inDoubt()) {
        needSnapshot(arrival, cluster.sequence.explain(arrival.event().envelope()), out);
      }
      return false;
    }
    boolean counts = verdict != Verdict.GAP;
    String explanation =
        verdict == Verdict.NEXT ? "" : cluster.sequence.explain(arrival.event().envelope());
    try {
      boolean possible = acceptTime(arrival, counts, out);
      if (counts) {
        cluster.sequence.record(arrival.event().envelope(), arrival.data());
      }
      if (possible && verdict != Verdict.NEXT) {
        needSnapshot(arrival, explanation, out);
      }
      return possible || arrival.data() instanceof ClusterDeclared;
    } catch (RejectedEventException e) {
      cluster.reject(arrival.offset(), e.reason(), String.valueOf(e.getMessage()), out);
      return false;
    }
  }

  private void rejectOld(ReceivedEvent arrival, boolean taken, Outbox out) {
    String event = "event '" + arrival.event().envelope().id() + "'";
    cluster.reject(
        arrival.offset(),
        taken ? RejectReason.NUMBER_TAKEN : RejectReason.DUPLICATE,
        taken
            ? event
                + " has sequence number "
                + arrival.event().envelope().sequence()
                + ", which another event had; let one producer number the events of the cluster"
            : event + " is a duplicate",
        out);
  }

  /** Degrades the mirror, or repeats the request for a snapshot when it is time to. */
  private void needSnapshot(ReceivedEvent arrival, String detail, Outbox out) {
    if (cluster.health.lost()) {
      cluster.health.requestSnapshot(
          arrival.offset(), arrival.at(), SnapshotReason.GAP, detail, out);
    } else {
      cluster.degrade(
          arrival.offset(), cluster.now(arrival.data()), SnapshotReason.GAP, detail, out);
    }
  }

  /**
   * Moves the bound on the scheduler's clock to the time of the next event. A declaration with a
   * time that is not possible announces that the clock was moved, and a snapshot after it confirms
   * it: the clock then starts anew. Another event with such a time degrades the mirror.
   *
   * @param counts whether the bound may move to the time of the event if that is possible
   * @return false if the event is a declaration of such a time
   */
  private boolean acceptTime(ReceivedEvent arrival, boolean counts, Outbox out)
      throws RejectedEventException {
    TrackedCluster tracked = cluster.tracked();
    EventData data = arrival.data();
    String objection = cluster.objection(arrival);
    if (objection == null || tracked == null) {
      if (counts && (tracked != null || data instanceof ClusterDeclared)) {
        cluster.clock.accept(data.at(), arrival.timestamp());
      }
      return true;
    }
    if (data instanceof ClusterSnapshot && cluster.clock.confirms(data.at())) {
      moveClock(tracked, out);
      cluster.clock.accept(data.at(), arrival.timestamp());
      return true;
    }
    if (data instanceof ClusterDeclared) {
      return false;
    }
    cluster.loseClock(arrival, objection, out);
    throw new RejectedEventException(
        RejectReason.TIME_OUT_OF_RANGE,
        objection
            + ". If the scheduler's clock was set, send cluster.declared and cluster.snapshot");
  }

  private void moveClock(TrackedCluster tracked, Outbox out) throws RejectedEventException {
    ConfigRequested unanswered = cluster.lifecycle.expire(Long.MAX_VALUE);
    if (unanswered != null) {
      out.send(
          Notifications.unanswered(
              cluster.id, unanswered, tracked.configuration(), tracked.mirror().now()));
    }
    long at = cluster.clock.move();
    cluster.sequence.clockMoved(at);
    if (tracked.mirror().setClock(at)) {
      tracked.clockMoved();
    } else {
      // an emulated cluster that has started again, or wrong times that used up the seconds
      cluster.track(
          TrackedCluster.declared(
              tracked.declaration(at),
              new Tuner(cluster.settings.tuning()),
              cluster.settings.room()));
      cluster.lifecycle.resume(
          ControllerState.WATCHING, null, null, null, cluster.lifecycle.lapsed());
    }
  }
}
