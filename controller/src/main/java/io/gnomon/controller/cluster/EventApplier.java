package io.gnomon.controller.cluster;

import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.notification.Notifications;
import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.sim.tune.Tuner;
import org.jspecify.annotations.Nullable;

/**
 * What events do to what is known of a cluster: they declare it, replace it, move its jobs, and say
 * what became of commands. Where they contradict it, the mirror is degraded.
 */
final class EventApplier {
  private final String cluster;
  private final ControlSettings settings;
  private final MirrorHealth trust;
  private final ChangeLifecycle course;
  private final ClusterCounters tally;
  private @Nullable TrackedCluster followed;

  EventApplier(
      String cluster,
      ControlSettings settings,
      MirrorHealth trust,
      ChangeLifecycle course,
      ClusterCounters tally) {
    this.cluster = cluster;
    this.settings = settings;
    this.trust = trust;
    this.course = course;
    this.tally = tally;
  }

  /** What is known of the cluster, null before it has been declared. */
  @Nullable TrackedCluster followed() {
    return followed;
  }

  void resume(@Nullable TrackedCluster known) {
    followed = known;
  }

  /**
   * Applies an event that is in its turn.
   *
   * @throws RejectedEventException where it cannot be used
   */
  void apply(long offset, EventData data, Outbox out) throws RejectedEventException {
    trust.told(data instanceof ClockAdvanced clock ? clock.problem() : null);
    if (data instanceof ClusterDeclared declared) {
      Configuration former = configuration();
      declare(declared);
      seen(former, data.at(), out);
      return;
    }
    if (data instanceof ClusterSnapshot snapshot) {
      Configuration former = configuration();
      replace(snapshot);
      seen(former, data.at(), out);
      return;
    }
    TrackedCluster known = followed;
    if (known == null) {
      trust.ask(offset, data.at(), SnapshotReason.INITIAL, null, out);
      throw new RejectedEventException(
          RejectReason.NOT_DECLARED,
          "cluster '" + cluster + "' has not been declared; send cluster.declared first");
    }
    if (data instanceof ConfigApplied applied) {
      known.mirror().apply(data);
      course.applied(known, applied, out);
    } else if (data instanceof ConfigRejected rejected) {
      known.mirror().apply(data);
      course.rejected(known, rejected, out);
    } else if (trust.lost()) {
      known.mirror().second(data.at());
      trust.ask(
          offset, data.at(), SnapshotReason.DIVERGENCE, "the last request was not answered", out);
      throw new RejectedEventException(
          RejectReason.DEGRADED, "the mirror cannot be trusted before the next cluster.snapshot");
    } else {
      known.mirror().apply(data);
    }
    ConfigRequested unanswered = course.expire(known.mirror().now());
    if (unanswered != null) {
      String detail = "command " + unanswered.command() + " was not answered before it expired";
      degrade(offset, known.mirror().now(), SnapshotReason.DIVERGENCE, detail, out);
      out.tell(
          Notifications.unanswered(
              cluster, unanswered, known.configuration(), known.mirror().now()));
    }
  }

  private @Nullable Configuration configuration() {
    TrackedCluster known = followed;
    return known == null ? null : known.configuration();
  }

  private void seen(@Nullable Configuration former, long at, Outbox out) {
    Configuration now = configuration();
    if (former != null && now != null) {
      course.seen(former, now, at, out);
    }
  }

  private void declare(ClusterDeclared declared) throws RejectedEventException {
    TrackedCluster known = followed;
    if (known == null) {
      followed = TrackedCluster.declared(declared, new Tuner(settings.tuning()));
    } else {
      known.declareAgain(declared);
    }
  }

  private void replace(ClusterSnapshot snapshot) throws RejectedEventException {
    TrackedCluster known = followed;
    if (known == null) {
      known =
          TrackedCluster.declared(
              TrackedCluster.declaration(snapshot), new Tuner(settings.tuning()));
    }
    tally.divergence(known.replace(snapshot, !trust.lost()));
    followed = known;
    trust.restore();
  }

  /** From now on the mirror waits for a snapshot; what was proposed is dropped. */
  void degrade(long offset, long at, SnapshotReason reason, @Nullable String detail, Outbox out) {
    if (trust.lose(offset, at, reason, detail, out)) {
      course.dropProposal();
    }
  }
}
