package io.gnomon.controller.cluster;

import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.DeclarationExpansion;
import io.gnomon.controller.cluster.tracked.SlowPart;
import io.gnomon.controller.cluster.tracked.SnapshotReplacement;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.fault.Faults;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.notification.Notifications;
import io.gnomon.events.EventData;
import io.gnomon.events.InvalidJob;
import io.gnomon.events.RejectReason;
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
 * The last step of processing an event: applies declarations, snapshots, job events and answers to
 * commands. An event that contradicts the mirror degrades it.
 */
final class EventApplier {
  private final ControlledCluster cluster;

  EventApplier(ControlledCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Applies the next event.
   *
   * @param begun the slow part if it ran as a task, else null
   * @throws RejectedEventException if the event cannot be used
   */
  void apply(ReceivedEvent received, @Nullable SlowPart begun, Outbox out)
      throws RejectedEventException {
    EventData data = received.data();
    long offset = received.offset();
    cluster.health.setProblem(data instanceof ClockAdvanced clock ? clock.problem() : null);
    if (data instanceof ClusterDeclared declared) {
      Configuration former = cluster.configuration();
      String objection = cluster.objection(received);
      if (objection != null) {
        cluster.loseClock(received, objection, out);
      }
      declare(received, declared, begun);
      cluster.reportConfiguration(former, cluster.now(data), out);
      if (objection != null) {
        cluster.clock.announce(data.at(), received.timestamp());
      }
      return;
    }
    TrackedCluster current = cluster.tracked();
    if (current == null) {
      cluster.health.requestSnapshot(offset, data.at(), SnapshotReason.INITIAL, null, out);
      throw new RejectedEventException(
          RejectReason.NOT_DECLARED,
          "cluster '" + cluster.id + "' has not been declared; send cluster.declared first");
    }
    if (data instanceof ClusterSnapshot snapshot) {
      Configuration former = cluster.configuration();
      replace(current, snapshot, received.event().setAside(), (SnapshotReplacement) begun);
      reportSetAside(offset, out);
      cluster.reportConfiguration(former, data.at(), out);
      return;
    }
    if (data instanceof ConfigApplied applied) {
      current.mirror().apply(data);
      cluster.lifecycle.applied(current, applied, out);
    } else if (data instanceof ConfigRejected rejected) {
      current.mirror().apply(data);
      ConfigRequested command = cluster.lifecycle.rejected(current, rejected, out);
      current.tuner().changeRejected();
      if (showsOtherVersion(rejected, command, current.configuration().version())) {
        String detail =
            "the rejection of command %s shows another version of the configuration than the reported one, %d"
                .formatted(command.command(), current.configuration().version());
        cluster.degrade(offset, data.at(), SnapshotReason.DIVERGENCE, detail, out);
      }
    } else if (cluster.health.lost()) {
      current.mirror().second(data.at());
      cluster.health.requestSnapshot(
          offset, data.at(), SnapshotReason.DIVERGENCE, "the last request was not answered", out);
      throw new RejectedEventException(
          RejectReason.DEGRADED, "the mirror is degraded; send cluster.snapshot");
    } else {
      current.apply(data);
    }
    ConfigRequested unanswered = cluster.lifecycle.expire(current.mirror().now());
    if (unanswered != null) {
      String detail = "command " + unanswered.command() + " was not answered before it expired";
      cluster.degrade(offset, current.mirror().now(), SnapshotReason.DIVERGENCE, detail, out);
      out.send(
          Notifications.unanswered(
              cluster.id, unanswered, current.configuration(), current.mirror().now()));
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

  private void declare(ReceivedEvent received, ClusterDeclared declared, @Nullable SlowPart begun)
      throws RejectedEventException {
    TrackedCluster current = cluster.tracked();
    DeclarationExpansion expansion =
        begun == null ? cluster.expansion(received, declared) : (DeclarationExpansion) begun;
    if (begun == null) {
      expansion.run();
    }
    if (current == null) {
      cluster.track(expansion.created());
    } else {
      current.redeclare(expansion, !cluster.health.lost());
    }
  }

  private void reportSetAside(long offset, Outbox out) {
    TrackedCluster current = cluster.tracked();
    if (current != null && current.mirror().setAside().count() > 0) {
      cluster.reject(offset, RejectReason.SET_ASIDE, current.mirror().setAside().describe(), out);
    }
  }

  private void replace(
      TrackedCluster known,
      ClusterSnapshot snapshot,
      List<InvalidJob> invalid,
      @Nullable SnapshotReplacement begun)
      throws RejectedEventException {
    TrackedCluster current = known;
    try {
      SnapshotReplacement replacement =
          begun == null ? current.replacement(snapshot, invalid) : begun;
      if (begun == null) {
        replacement.run();
      }
      cluster.counters.add(Count.DIVERGENCE, current.replace(replacement, !cluster.health.lost()));
    } catch (RuntimeException | Error fault) {
      if (cluster.health.fault() == null) {
        throw fault;
      }
      Faults.contain(fault);
      // the second fault in a row may be of the state that the snapshot is compared with
      current = current.anew(snapshot, new Tuner(cluster.settings.tuning()));
      SnapshotReplacement again = current.replacement(snapshot, invalid);
      again.run();
      cluster.counters.add(Count.DIVERGENCE, current.replace(again, false));
    }
    cluster.track(current);
    cluster.clock.settle();
    cluster.health.restore();
  }

  /** Rejects an event that cannot be applied; one that contradicts the mirror degrades it. */
  void refuse(ReceivedEvent received, RejectedEventException refusal, Outbox out) {
    String detail = String.valueOf(refusal.getMessage());
    cluster.reject(received.offset(), refusal.reason(), detail, out);
    if (refusal.reason().meansDivergence()) {
      cluster.degrade(received.offset(), received.at(), SnapshotReason.DIVERGENCE, detail, out);
    }
  }
}
