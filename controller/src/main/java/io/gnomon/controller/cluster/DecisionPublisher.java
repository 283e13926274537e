package io.gnomon.controller.cluster;

import io.gnomon.controller.cluster.decide.DecisionRecordBuilder;
import io.gnomon.controller.cluster.decide.FidelityText;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.notification.Notification;
import io.gnomon.controller.notification.Notifications;
import io.gnomon.controller.operation.MaintenanceWindows;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.LapseCause;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.fidelity.Fidelity;
import io.gnomon.sim.tune.Decision;

/**
 * Publishes decisions: the decision record, and what follows from it in the mode, a proposal or a
 * command. The outputs of an event's way leave together, in the owner's next transaction.
 */
final class DecisionPublisher {
  private final ControlledCluster cluster;

  DecisionPublisher(ControlledCluster cluster) {
    this.cluster = cluster;
  }

  /** Publishes a decision that only its record names. */
  void observe(
      OpenTask.Evaluating evaluated, Decision decision, ConfigRequested command, Outbox out) {
    record(
        evaluated,
        DecisionRecordBuilder.of(DecisionOutcome.KEPT, DecisionReason.OBSERVING, decision)
            .choosing(command),
        out);
  }

  /** Publishes a recommendation. */
  void recommend(
      OpenTask.Evaluating evaluated, Decision decision, ConfigRequested command, Outbox out) {
    record(
        evaluated,
        DecisionRecordBuilder.of(DecisionOutcome.RECOMMENDED, why(decision), decision)
            .proposing(command),
        out);
    notify(Notification.Kind.RECOMMENDED, evaluated.tracked(), command, out);
  }

  /** Publishes a proposal, which replaces an open one. */
  void propose(
      OpenTask.Evaluating evaluated, Decision decision, ConfigRequested command, Outbox out) {
    cluster.lifecycle.dropProposal(LapseCause.REPLACED);
    record(
        evaluated,
        DecisionRecordBuilder.of(DecisionOutcome.AWAITING_APPROVAL, why(decision), decision)
            .proposing(command),
        out);
    cluster.lifecycle.propose(command);
    notify(Notification.Kind.PROPOSED, evaluated.tracked(), command, out);
  }

  /** Publishes a command. */
  void command(
      OpenTask.Evaluating evaluated, Decision decision, ConfigRequested command, Outbox out) {
    DecisionOutcome outcome =
        decision.rollsBack() ? DecisionOutcome.ROLLED_BACK : DecisionOutcome.COMMANDED;
    record(
        evaluated,
        DecisionRecordBuilder.of(outcome, why(decision), decision).commanding(command),
        out);
    cluster.lifecycle.send(evaluated.tracked(), command, out);
  }

  private static DecisionReason why(Decision decision) {
    return decision.rollsBack() ? DecisionReason.GAIN_NOT_REALISED : DecisionReason.LOWER_COST;
  }

  private void notify(
      Notification.Kind kind, TrackedCluster tracked, ConfigRequested command, Outbox out) {
    Fidelity fidelity = tracked.tuner().fidelity();
    MaintenanceWindows windows = cluster.settings.maintenance();
    long now = tracked.mirror().now();
    String why =
        kind == Notification.Kind.RECOMMENDED || windows.open(now)
            ? command.reason()
            : command.reason() + "; " + windows.describeOpening(now);
    String reason =
        fidelity.trusted()
            ? why
            : "do not rely on it yet, %s; %s".formatted(FidelityText.objection(fidelity), why);
    out.send(Notifications.proposed(cluster.id, kind, tracked.configuration(), command, reason));
  }

  /** Publishes a decision record. */
  void record(OpenTask.Evaluating evaluated, DecisionRecordBuilder text, Outbox out) {
    TrackedCluster tracked = evaluated.tracked();
    DecisionRecorded data =
        text.at(
            cluster.id,
            cluster.ids.suffix(evaluated.received().offset()),
            tracked,
            cluster.settings,
            cluster.lifecycle.takeLapsed());
    tracked.decided(data);
    tracked.effect().setAdvises(cluster.controls.mode() != Mode.APPLY);
    tracked.effects().decided(tracked.live(), data);
    cluster.counters.decided(data.outcome(), data.reason());
    out.publish(cluster.id, data.decision(), data);
  }
}
