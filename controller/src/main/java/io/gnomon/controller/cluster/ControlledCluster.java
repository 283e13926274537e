package io.gnomon.controller.cluster;

import io.gnomon.controller.cluster.change.ChangeLifecycle;
import io.gnomon.controller.cluster.change.Proposal;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.ClusterCounters;
import io.gnomon.controller.cluster.output.EventIds;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.DeclarationExpansion;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.cluster.trust.MirrorHealth;
import io.gnomon.controller.cluster.trust.SchedulerClock;
import io.gnomon.controller.cluster.trust.SequenceChecker;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.OperatorControls;
import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;
import io.gnomon.events.audit.LapseCause;
import io.gnomon.events.audit.OperatorAction;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.config.Configuration;
import io.gnomon.sim.tune.Tuner;
import org.jspecify.annotations.Nullable;

/** What the steps of an event's way share: all that is held of one cluster. Single-threaded. */
final class ControlledCluster {
  final String id;
  final ControlSettings settings;
  final SequenceChecker sequence;
  final EventIds ids = new EventIds();
  final ClusterCounters counters = new ClusterCounters();
  final SchedulerClock clock = new SchedulerClock();
  final ChangeLifecycle lifecycle;
  final MirrorHealth health;
  final OperatorControls controls;
  private @Nullable TrackedCluster tracked;

  ControlledCluster(String id, ControlSettings settings, SequenceChecker sequence) {
    this.id = id;
    this.settings = settings;
    this.sequence = sequence;
    lifecycle = new ChangeLifecycle(id, counters);
    health = new MirrorHealth(id, ids, sequence, settings.expirySeconds());
    controls = new OperatorControls(settings.mode());
  }

  /** The tracked cluster, or null before it has been declared. */
  @Nullable TrackedCluster tracked() {
    return tracked;
  }

  void track(@Nullable TrackedCluster current) {
    tracked = current;
  }

  /**
   * Begins to take over a declaration. If its time is not possible, all but its time is.
   *
   * @throws RejectedEventException if its time is not valid
   */
  DeclarationExpansion expansion(ReceivedEvent received, ClusterDeclared declared)
      throws RejectedEventException {
    TrackedCluster current = tracked;
    if (current == null) {
      return new DeclarationExpansion(declared, new Tuner(settings.tuning()), settings.room());
    }
    return objection(received) == null
        ? current.expansion(declared)
        : new DeclarationExpansion(declared, current);
  }

  /** Why an event cannot have happened at its time, or null if it can. */
  @Nullable String objection(ReceivedEvent received) {
    return tracked == null
        ? null
        : clock.objection(received.at(), received.timestamp(), now(received.data()));
  }

  /** Degrades the mirror because of an objection to a time, and drops the proposal. */
  void loseClock(ReceivedEvent received, String objection, Outbox out) {
    long now = now(received.data());
    health.markClockLost(
        received.offset(), received.at(), received.timestamp(), now, objection, out);
    lifecycle.dropProposal(LapseCause.CLUSTER_DEGRADED);
  }

  /** The scheduler's clock in the mirror, or the time of an event before the declaration. */
  long now(EventData data) {
    TrackedCluster current = tracked;
    return current == null ? data.at() : current.mirror().now();
  }

  /** The configuration in force, or null before the declaration. */
  @Nullable Configuration configuration() {
    TrackedCluster current = tracked;
    return current == null ? null : current.configuration();
  }

  /** Processes the configuration that an event without a command has reported. */
  void reportConfiguration(@Nullable Configuration former, long at, Outbox out) {
    TrackedCluster current = tracked;
    Configuration now = configuration();
    if (current != null && former != null && now != null) {
      lifecycle.reported(former, now, at, out);
      current
          .effects()
          .changed(current.live(), lifecycle.expected(now), former, now, current.decisions());
    }
  }

  /**
   * The approved proposal that waits for a maintenance window, or null. It is the open proposal, of
   * which an approval is recorded.
   */
  @Nullable Proposal approved() {
    Proposal open = lifecycle.proposal();
    return open == null
            || controls
                .latest(
                    record ->
                        record.action() == OperatorAction.APPROVE
                            && open.id().equals(record.proposal()))
                .isEmpty()
        ? null
        : open;
  }

  /**
   * Whether a change that Gnomon decides on, or an approved one, waits for a maintenance window.
   */
  boolean waitsForMaintenance(long now) {
    return !settings.maintenance().open(now)
        && (controls.mode() == Mode.APPLY || approved() != null);
  }

  void reject(long offset, RejectReason reason, String detail, Outbox out) {
    counters.eventRejected(reason);
    out.reject(offset, reason, detail);
  }

  /** Degrades the mirror until the next snapshot and drops the proposal. */
  void degrade(long offset, long at, SnapshotReason reason, @Nullable String detail, Outbox out) {
    if (health.markLost(offset, at, reason, detail, out)) {
      lifecycle.dropProposal(LapseCause.CLUSTER_DEGRADED);
    }
  }

  /** Degrades the mirror until the next snapshot because of a fault, and drops the proposal. */
  void quarantine(long offset, long at, String detail, Outbox out) {
    if (health.markFaulty(offset, at, detail, out)) {
      lifecycle.dropProposal(LapseCause.CLUSTER_DEGRADED);
    }
  }
}
