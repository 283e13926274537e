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
  boolean admit(ReceivedEvent received, Outbox out) {
    cluster.counters.eventReceived(received.event().type(), received.at());
    Verdict verdict =
        cluster.sequence.judge(
            received.event().envelope(), received.data(), cluster.health.clockProblem() != null);
    if (verdict == Verdict.DUPLICATE || verdict == Verdict.TAKEN) {
      cluster.sequence.recordDuplicate(received.event().envelope(), received.data());
      rejectOld(received, verdict == Verdict.TAKEN, out);
      if (cluster.sequence.inDoubt()) {
        needSnapshot(received, cluster.sequence.explain(received.event().envelope()), out);
      }
      return false;
    }
    boolean counts = verdict != Verdict.GAP;
    String explanation =
        verdict == Verdict.NEXT ? "" : cluster.sequence.explain(received.event().envelope());
    try {
      boolean possible = acceptTime(received, counts, out);
      if (counts) {
        cluster.sequence.record(received.event().envelope(), received.data());
      }
      if (possible && verdict != Verdict.NEXT) {
        needSnapshot(received, explanation, out);
      }
      return possible || received.data() instanceof ClusterDeclared;
    } catch (RejectedEventException e) {
      cluster.reject(received.offset(), e.reason(), String.valueOf(e.getMessage()), out);
      return false;
    }
  }

  private void rejectOld(ReceivedEvent received, boolean taken, Outbox out) {
    String event = "event '" + received.event().envelope().id() + "'";
    cluster.reject(
        received.offset(),
        taken ? RejectReason.NUMBER_TAKEN : RejectReason.DUPLICATE,
        taken
            ? event
                + " has sequence number "
                + received.event().envelope().sequence()
                + ", which another event had; let one producer number the events of the cluster"
            : event + " is a duplicate",
        out);
  }

  /** Degrades the mirror, or repeats the request for a snapshot when it is time to. */
  private void needSnapshot(ReceivedEvent received, String detail, Outbox out) {
    if (cluster.health.lost()) {
      cluster.health.requestSnapshot(
          received.offset(), received.at(), SnapshotReason.GAP, detail, out);
    } else {
      cluster.degrade(
          received.offset(), cluster.now(received.data()), SnapshotReason.GAP, detail, out);
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
  private boolean acceptTime(ReceivedEvent received, boolean counts, Outbox out)
      throws RejectedEventException {
    TrackedCluster tracked = cluster.tracked();
    EventData data = received.data();
    String objection = cluster.objection(received);
    if (objection == null || tracked == null) {
      if (counts && (tracked != null || data instanceof ClusterDeclared)) {
        cluster.clock.accept(data.at(), received.timestamp());
      }
      return true;
    }
    if (data instanceof ClusterSnapshot && cluster.clock.confirms(data.at())) {
      moveClock(tracked, out);
      cluster.clock.accept(data.at(), received.timestamp());
      return true;
    }
    if (data instanceof ClusterDeclared) {
      return false;
    }
    cluster.loseClock(received, objection, out);
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
