package io.gnomon.controller.cluster;

import static java.util.Objects.requireNonNull;

import io.gnomon.controller.cluster.change.AppliedChange;
import io.gnomon.controller.cluster.decide.CommandBuilder;
import io.gnomon.controller.cluster.decide.DecisionRecordBuilder;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.notification.Notifications;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.NoChangeReason;

/**
 * The third step of processing an event: turns the result of an evaluation into a decision, and
 * decides what the mode allows. Each evaluation ends in one decision record.
 */
final class DecisionMaker {
  private final ControlledCluster cluster;
  private final DecisionPublisher publisher;

  DecisionMaker(ControlledCluster cluster) {
    this.cluster = cluster;
    publisher = new DecisionPublisher(cluster);
  }

  /** Makes a decision from an evaluation's result and acts on it as the mode allows. */
  void decide(OpenTask.Evaluating evaluated, EvaluationResult result, Outbox out) {
    TrackedCluster tracked = evaluated.tracked();
    Decision decision = decision(evaluated, result);
    sendReview(tracked, result, out);
    if (!decision.changes()) {
      keep(
          evaluated,
          DecisionRecordBuilder.reason(requireNonNull(decision.reason())),
          decision,
          out);
      return;
    }
    if (!decision.rollsBack()) {
      tracked
          .tuner()
          .recommended(
              tracked.mirror().state(), tracked.policy(), requireNonNull(decision.chosen()));
    }
    Mode mode = cluster.controls.mode();
    boolean acts = mode == Mode.APPLY || mode == Mode.APPROVE;
    if (acts && !decision.rollsBack() && !tracked.tuner().fidelity().trusted()) {
      keep(evaluated, DecisionReason.MODEL_NOT_TRUSTED, decision, out);
      return;
    }
    ConfigRequested command =
        new CommandBuilder(
                cluster.id,
                cluster.ids.suffix(evaluated.received().offset()),
                tracked,
                cluster.settings)
            .of(decision, cluster.lifecycle.change());
    switch (mode) {
      case OBSERVE -> publisher.observe(evaluated, decision, command, out);
      case RECOMMEND -> publisher.recommend(evaluated, decision, command, out);
      case APPROVE -> publisher.propose(evaluated, decision, command, out);
      case APPLY ->
          publisher.command(
              evaluated, decision, cluster.settings.inWindow(command, tracked.mirror().now()), out);
    }
  }

  private Decision decision(OpenTask.Evaluating evaluated, EvaluationResult result) {
    TrackedCluster tracked = evaluated.tracked();
    NoChangeReason objection = evaluated.objection();
    return objection == null
        ? tracked.tuner().decide(result, evaluated.observed(), cluster.lifecycle.inForce())
        : tracked
            .tuner()
            .decide(
                tracked.mirror().state(),
                tracked.policy().spec(),
                result,
                evaluated.observed(),
                objection,
                cluster.lifecycle.inForce());
  }

  /** Sends the result of the review of the change in force, if there is one. */
  private void sendReview(TrackedCluster tracked, EvaluationResult result, Outbox out) {
    AppliedChange change = cluster.lifecycle.change();
    if (change != null) {
      result.reviews().stream()
          .filter(review -> review.change().equals(change.change()))
          .flatMap(
              review ->
                  Notifications.reviewed(
                      cluster.id, change.command(), change.former(), review, tracked.mirror().now())
                      .stream())
          .forEach(out::send);
    }
  }

  /**
   * Ends an evaluation without a result and records the reason: the given one, or that for which
   * there was no study. An interrupted study is repeated.
   */
  void abandon(OpenTask.Evaluating evaluated, NoChangeReason reason, Outbox out) {
    TrackedCluster tracked = evaluated.tracked();
    NoChangeReason objection = evaluated.objection();
    boolean interrupted = reason == NoChangeReason.STUDY_INTERRUPTED;
    if (interrupted) {
      tracked.tuner().interrupted(tracked.mirror().state(), objection == null);
    } else {
      tracked.tuner().abandoned(tracked.mirror().state());
    }
    keep(evaluated, objection == null || interrupted ? reason : objection, out);
  }

  /** Records that the configuration stays in force, without a study, and why. */
  void keep(OpenTask.Evaluating evaluated, NoChangeReason reason, Outbox out) {
    publisher.record(
        evaluated,
        DecisionRecordBuilder.of(
            DecisionOutcome.KEPT, DecisionRecordBuilder.reason(reason), evaluated.observed()),
        out);
  }

  private void keep(
      OpenTask.Evaluating evaluated, DecisionReason reason, Decision decision, Outbox out) {
    publisher.record(
        evaluated, DecisionRecordBuilder.of(DecisionOutcome.KEPT, reason, decision), out);
  }
}
