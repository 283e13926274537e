package io.gnomon.controller.cluster;

import io.gnomon.controller.fault.Faults;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.mirror.SchedulerClock;
import io.gnomon.controller.notification.Notifications;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidJob;
import io.gnomon.events.RejectReason;
import io.gnomon.events.audit.LapseCause;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.sim.tune.Tuner;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies events to a tracked cluster: declarations, snapshots, job events and answers to commands.
 * An event that contradicts the mirror degrades it.
 */
final class EventApplier {
  private final String cluster;
  private final ControlSettings settings;
  private final MirrorHealth health;
  private final ChangeLifecycle lifecycle;
  private final ClusterCounters counters;
  private final SequenceChecker sequence;
  private final SchedulerClock clock = new SchedulerClock();
  private @Nullable TrackedCluster tracked;

  EventApplier(
      String cluster,
      ControlSettings settings,
      MirrorHealth health,
      SequenceChecker sequence,
      ChangeLifecycle lifecycle,
      ClusterCounters counters) {
    this.cluster = cluster;
    this.settings = settings;
    this.health = health;
    this.sequence = sequence;
    this.lifecycle = lifecycle;
    this.counters = counters;
  }

  /** The tracked cluster, or null before it has been declared. */
  @Nullable TrackedCluster tracked() {
    return tracked;
  }

  void resume(@Nullable TrackedCluster current) {
    tracked = current;
  }

  /** The bound on the scheduler's clock. */
  SchedulerClock clock() {
    return clock;
  }

  /** The scheduler's clock in the mirror, or the time of an event before the declaration. */
  long now(EventData data) {
    TrackedCluster current = tracked;
    return current == null ? data.at() : current.mirror().now();
  }

  /**
   * Moves the bound on the scheduler's clock to the time of the next event. A declaration with a
   * time that is not possible announces that the clock was moved, and a snapshot after it confirms
   * it: the clock then starts anew. Otherwise an event with such a time degrades the mirror.
   *
   * @param timestamp the timestamp of the event's record in milliseconds
   * @param counts whether the bound may move to the time of the event if that is possible
   * @return whether the event can be applied
   */
  boolean acceptTime(long offset, long timestamp, EventData data, boolean counts, Outbox out)
      throws RejectedEventException {
    TrackedCluster current = tracked;
    long now = current == null ? 0 : current.mirror().now();
    String objection = current == null ? null : clock.objection(data.at(), timestamp, now);
    if (objection == null || current == null) {
      if (counts && (current != null || data instanceof ClusterDeclared)) {
        clock.accept(data.at(), timestamp);
      }
      return true;
    }
    if (data instanceof ClusterSnapshot && clock.confirms(data.at())) {
      moveClock(current, out);
      clock.accept(data.at(), timestamp);
      return true;
    }
    health.markClockLost(offset, data.at(), timestamp, now, objection, out);
    lifecycle.dropProposal(LapseCause.CLUSTER_DEGRADED);
    if (data instanceof ClusterDeclared declared) {
      Configuration former = configuration();
      current.redeclare(declared);
      reportConfiguration(former, now, out);
      clock.announce(data.at(), timestamp);
      return false;
    }
    throw new RejectedEventException(
        RejectReason.TIME_OUT_OF_RANGE,
        objection
            + ". If the scheduler's clock was set, send cluster.declared and cluster.snapshot");
  }

  private void moveClock(TrackedCluster current, Outbox out) throws RejectedEventException {
    ConfigRequested unanswered = lifecycle.expire(Long.MAX_VALUE);
    if (unanswered != null) {
      out.send(
          Notifications.unanswered(
              cluster, unanswered, current.configuration(), current.mirror().now()));
    }
    long at = clock.move();
    sequence.clockMoved(at);
    if (current.mirror().setClock(at)) {
      current.clockMoved();
    } else {
      // an emulated cluster that has started again, or wrong times that used up the seconds
      tracked = TrackedCluster.declared(current.declaration(at), new Tuner(settings.tuning()));
      lifecycle.resume(ControllerState.WATCHING, null, null, null, lifecycle.lapsed());
    }
  }

  /**
   * Applies the next event.
   *
   * @throws RejectedEventException if the event cannot be used
   */
  void apply(long offset, GnomonEvent event, Outbox out) throws RejectedEventException {
    EventData data = event.data();
    health.setProblem(data instanceof ClockAdvanced clock ? clock.problem() : null);
    if (data instanceof ClusterDeclared declared) {
      Configuration former = configuration();
      declare(declared);
      reportConfiguration(former, data.at(), out);
      return;
    }
    TrackedCluster current = tracked;
    if (current == null) {
      health.requestSnapshot(offset, data.at(), SnapshotReason.INITIAL, null, out);
      throw new RejectedEventException(
          RejectReason.NOT_DECLARED,
          "cluster '" + cluster + "' has not been declared; send cluster.declared first");
    }
    if (data instanceof ClusterSnapshot snapshot) {
      Configuration former = configuration();
      replace(current, snapshot, event.setAside());
      reportSetAside(offset, out);
      reportConfiguration(former, data.at(), out);
      return;
    }
    if (data instanceof ConfigApplied applied) {
      current.mirror().apply(data);
      lifecycle.applied(current, applied, out);
    } else if (data instanceof ConfigRejected rejected) {
      current.mirror().apply(data);
      ConfigRequested command = lifecycle.rejected(current, rejected, out);
      if (showsOtherVersion(rejected, command, current.configuration().version())) {
        String detail =
            "the rejection of command %s shows another version of the configuration than the reported one, %d"
                .formatted(command.command(), current.configuration().version());
        degrade(offset, data.at(), SnapshotReason.DIVERGENCE, detail, out);
      }
    } else if (health.lost()) {
      current.mirror().second(data.at());
      health.requestSnapshot(
          offset, data.at(), SnapshotReason.DIVERGENCE, "the last request was not answered", out);
      throw new RejectedEventException(
          RejectReason.DEGRADED, "the mirror is degraded; send cluster.snapshot");
    } else {
      current.apply(data);
    }
    ConfigRequested unanswered = lifecycle.expire(current.mirror().now());
    if (unanswered != null) {
      String detail = "command " + unanswered.command() + " was not answered before it expired";
      degrade(offset, current.mirror().now(), SnapshotReason.DIVERGENCE, detail, out);
      out.send(
          Notifications.unanswered(
              cluster, unanswered, current.configuration(), current.mirror().now()));
    }
  }

  /**
   * Whether a rejection shows that another configuration is in force than the scheduler reported;
   * which one is unknown until it is declared.
   */
  private static boolean showsOtherVersion(
      ConfigRejected rejected, ConfigRequested command, long reported) {
    return rejected.version() == EventData.NONE
        ? rejected.reason() == ConfigRejectReason.VERSION_MISMATCH
            && command.expectedVersion() == reported
        : rejected.version() != reported;
  }

  private @Nullable Configuration configuration() {
    TrackedCluster current = tracked;
    return current == null ? null : current.configuration();
  }

  private void reportConfiguration(@Nullable Configuration former, long at, Outbox out) {
    TrackedCluster current = tracked;
    Configuration now = configuration();
    if (current != null && former != null && now != null) {
      lifecycle.reported(former, now, at, out);
      current
          .effects()
          .changed(current.live(), lifecycle.expected(now), former, now, current.decisions());
    }
  }

  private void declare(ClusterDeclared declared) throws RejectedEventException {
    TrackedCluster current = tracked;
    if (current == null) {
      tracked = TrackedCluster.declared(declared, new Tuner(settings.tuning()));
    } else {
      current.declareAgain(declared);
    }
  }

  private void reportSetAside(long offset, Outbox out) {
    TrackedCluster current = tracked;
    if (current != null && current.mirror().setAside().count() > 0) {
      counters.eventRejected(RejectReason.SET_ASIDE);
      out.reject(offset, RejectReason.SET_ASIDE, current.mirror().setAside().describe());
    }
  }

  private void replace(TrackedCluster known, ClusterSnapshot snapshot, List<InvalidJob> invalid)
      throws RejectedEventException {
    TrackedCluster current = known;
    try {
      counters.divergence(current.replace(snapshot, invalid, !health.lost()));
    } catch (RuntimeException | Error fault) {
      if (health.fault() == null) {
        throw fault;
      }
      Faults.contain(fault);
      // the second fault in a row may be of the state that the snapshot is compared with
      current = current.anew(snapshot, new Tuner(settings.tuning()));
      counters.divergence(current.replace(snapshot, invalid, false));
    }
    tracked = current;
    clock.settle();
    health.restore();
  }

  /** Degrades the mirror until the next snapshot because of a fault, and drops the proposal. */
  void quarantine(long offset, long at, String detail, Outbox out) {
    if (health.markFaulty(offset, at, detail, out)) {
      lifecycle.dropProposal(LapseCause.CLUSTER_DEGRADED);
    }
  }

  /** Degrades the mirror, or repeats the request for a snapshot when it is time to. */
  void needSnapshot(long offset, EventData data, SnapshotReason reason, String detail, Outbox out) {
    if (health.lost()) {
      health.requestSnapshot(offset, data.at(), reason, detail, out);
    } else {
      degrade(offset, now(data), reason, detail, out);
    }
  }

  /** Degrades the mirror until the next snapshot and drops the proposal. */
  void degrade(long offset, long at, SnapshotReason reason, @Nullable String detail, Outbox out) {
    if (health.markLost(offset, at, reason, detail, out)) {
      lifecycle.dropProposal(LapseCause.CLUSTER_DEGRADED);
    }
  }
}
