package io.gnomon.controller.cluster;

import static java.util.Objects.requireNonNull;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.notification.Notification;
import io.gnomon.controller.notification.Notifications;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.OperatorControls;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.LapseCause;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.Evaluation;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.NoChangeReason;
import io.gnomon.sim.tune.Tuner;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a cluster's slowdown periodically, starts studies and turns their results into recorded
 * decisions. At most one study is open at a time.
 */
final class Evaluator {
  private final String cluster;
  private final EventIds ids;
  private final ControlSettings settings;
  private final ChangeLifecycle lifecycle;
  private final OperatorControls controls;
  private final ClusterCounters counters;
  private @Nullable OpenEvaluation open;
  private @Nullable OpenBacktest backtest;

  /**
   * An evaluation that has not been concluded.
   *
   * @param offset the offset of the event that is held back
   * @param event the event that is held back
   * @param tracked the cluster
   * @param observed the observed slowdown
   * @param objection the reason for not running a study, so that only the past is simulated, or
   *     null
   */
  record OpenEvaluation(
      long offset,
      GnomonEvent event,
      TrackedCluster tracked,
      double observed,
      @Nullable NoChangeReason objection) {}

  /**
   * A backtest that has not been concluded.
   *
   * @param offset the offset of the event that is held back
   * @param event the event that is held back
   * @param tracked the cluster
   */
  record OpenBacktest(long offset, GnomonEvent event, TrackedCluster tracked) {}

  Evaluator(
      String cluster,
      EventIds ids,
      ControlSettings settings,
      ChangeLifecycle lifecycle,
      OperatorControls controls,
      ClusterCounters counters) {
    this.cluster = cluster;
    this.ids = ids;
    this.settings = settings;
    this.lifecycle = lifecycle;
    this.controls = controls;
    this.counters = counters;
  }

  /** Whether an evaluation or a backtest has not been concluded. */
  boolean busy() {
    return open != null || backtest != null;
  }

  /**
   * Returns the task before a new event: the backtest that became due with the last evaluation,
   * whose decision has been published by now, or else the evaluation that is due. Null if there is
   * none.
   */
  @Nullable ClusterTask taskBefore(
      long offset, GnomonEvent event, TrackedCluster tracked, Outbox out)
      throws RejectedEventException {
    ClusterTask task = backtestBefore(offset, event, tracked);
    return task == null ? evaluationBefore(offset, event, tracked, out) : task;
  }

  private @Nullable ClusterTask backtestBefore(
      long offset, GnomonEvent event, TrackedCluster tracked) {
    ShadowStudy due =
        tracked.tuner().backtestDue(tracked.mirror().state(), tracked.policy(), tracked.possible());
    if (due == null) {
      return null;
    }
    backtest = new OpenBacktest(offset, event, tracked);
    return new ClusterTask.RunBacktest(due);
  }

  /**
   * Evaluates the cluster if an evaluation is due before {@code event}.
   *
   * @return the simulations of the evaluation, or null if it needs none
   */
  @Nullable ClusterTask evaluationBefore(
      long offset, GnomonEvent event, TrackedCluster tracked, Outbox out)
      throws RejectedEventException {
    Tuner tuner = tracked.tuner();
    Mirror mirror = tracked.mirror();
    int second = mirror.second(event.data().at());
    if (tuner.nextEvaluation() < 0 || second < tuner.nextEvaluation()) {
      return null;
    }
    mirror.state().advanceTo(second);
    double observed = tuner.observe(mirror.state());
    tracked.observed(second, observed);
    counters.evaluated();
    lifecycle.endRolledBack();
    tracked.endSpanIfDue();
    boolean frozen = controls.frozen(mirror.now());
    NoChangeReason objection = objection(tracked, observed, frozen);
    tuner.evaluated(second);
    OpenEvaluation current = new OpenEvaluation(offset, event, tracked, observed, objection);
    Evaluation evaluation =
        objection == null
            ? tuner.evaluate(
                mirror.state(),
                tracked.policy(),
                tuner.scenarios(mirror.state()),
                tracked.possible())
            : tuner.ofThePast(mirror.state(), !frozen && lifecycle.pending() == null);
    tracked.beginSpan();
    if (evaluation == null) {
      keepConfiguration(current, requireNonNull(objection), out);
      return null;
    }
    open = current;
    return new ClusterTask.Evaluate(evaluation);
  }

  private @Nullable NoChangeReason objection(
      TrackedCluster tracked, double observed, boolean frozen) {
    if (lifecycle.pending() != null) {
      return NoChangeReason.PENDING;
    }
    NoChangeReason objection = tracked.tuner().objection(tracked.mirror().state(), observed);
    if (objection != null) {
      return objection;
    }
    return frozen ? NoChangeReason.FROZEN : tracked.capable() ? null : NoChangeReason.NOT_CAPABLE;
  }

  /** Drops the open task; its event is not applied. */
  void drop() {
    open = null;
    backtest = null;
  }

  /** Ends the open evaluation. */
  OpenEvaluation closeEvaluation() {
    OpenEvaluation evaluation = open;
    if (evaluation == null) {
      throw new IllegalStateException("cluster " + cluster + " is not being evaluated");
    }
    open = null;
    if (evaluation.objection() == null) {
      counters.studied();
    }
    return evaluation;
  }

  /** Ends the open backtest. */
  OpenBacktest closeBacktest() {
    OpenBacktest closed = backtest;
    if (closed == null) {
      throw new IllegalStateException("cluster " + cluster + " is not being backtested");
    }
    backtest = null;
    return closed;
  }

  /** Passes the result of a backtest to the tuner. */
  void backtested(OpenBacktest closed, StudyResult result) {
    closed.tracked().tuner().backtested(result);
    counters.backtested();
  }

  /** Ends a backtest without a result. */
  void abandon(OpenBacktest closed) {
    closed.tracked().tuner().backtestAbandoned(closed.tracked().mirror().state());
    counters.backtestAbandoned();
  }

  /** Makes a decision from an evaluation's result and acts on it as the mode allows. */
  void decide(OpenEvaluation evaluation, EvaluationResult result, Outbox out) {
    TrackedCluster tracked = evaluation.tracked();
    Decision decision = decision(evaluation, result);
    sendReview(tracked, result, out);
    if (!decision.changes()) {
      DecisionReason reason = DecisionRecordBuilder.reason(requireNonNull(decision.reason()));
      record(evaluation, DecisionRecordBuilder.of(DecisionOutcome.KEPT, reason, decision), out);
      return;
    }
    PolicySpec chosen = requireNonNull(decision.chosen());
    if (!decision.rollsBack()) {
      tracked.tuner().recommended(tracked.mirror().state(), tracked.policy(), chosen);
    }
    if (controls.mode() == Mode.APPLY && !decision.rollsBack() && !trusted(tracked)) {
      record(
          evaluation,
          DecisionRecordBuilder.of(
              DecisionOutcome.KEPT, DecisionReason.MODEL_NOT_TRUSTED, decision),
          out);
      return;
    }
    ConfigRequested command = command(evaluation, decision);
    DecisionReason why =
        decision.rollsBack() ? DecisionReason.GAIN_NOT_REALISED : DecisionReason.LOWER_COST;
    switch (controls.mode()) {
      case OBSERVE ->
          record(
              evaluation,
              DecisionRecordBuilder.of(DecisionOutcome.KEPT, DecisionReason.OBSERVING, decision)
                  .choosing(command),
              out);
      case RECOMMEND -> {
        record(
            evaluation,
            DecisionRecordBuilder.of(DecisionOutcome.RECOMMENDED, why, decision).proposing(command),
            out);
        out.send(proposal(Notification.Kind.RECOMMENDED, tracked, command));
      }
      case APPROVE -> {
        lifecycle.dropProposal(LapseCause.REPLACED);
        record(
            evaluation,
            DecisionRecordBuilder.of(DecisionOutcome.AWAITING_APPROVAL, why, decision)
                .proposing(command),
            out);
        lifecycle.propose(command);
        out.send(proposal(Notification.Kind.PROPOSED, tracked, command));
      }
      case APPLY -> {
        DecisionOutcome outcome =
            decision.rollsBack() ? DecisionOutcome.ROLLED_BACK : DecisionOutcome.COMMANDED;
        record(
            evaluation, DecisionRecordBuilder.of(outcome, why, decision).commanding(command), out);
        lifecycle.send(tracked, command, out);
      }
    }
  }

  private static boolean trusted(TrackedCluster tracked) {
    return tracked.tuner().fidelity().trusted();
  }

  private Decision decision(OpenEvaluation evaluation, EvaluationResult result) {
    TrackedCluster tracked = evaluation.tracked();
    NoChangeReason objection = evaluation.objection();
    return objection == null
        ? tracked.tuner().decide(result, evaluation.observed(), lifecycle.inForce())
        : tracked
            .tuner()
            .decide(
                tracked.mirror().state(),
                tracked.policy().spec(),
                result,
                evaluation.observed(),
                objection,
                lifecycle.inForce());
  }

  /** Sends the result of the review of the change in force, if there is one. */
  private void sendReview(TrackedCluster tracked, EvaluationResult result, Outbox out) {
    AppliedChange change = lifecycle.change();
    if (change != null) {
      result.reviews().stream()
          .filter(review -> review.change().equals(change.change()))
          .flatMap(
              review ->
                  Notifications.reviewed(
                      cluster, change.command(), change.former(), review, tracked.mirror().now())
                      .stream())
          .forEach(out::send);
    }
  }

  private ConfigRequested command(OpenEvaluation evaluation, Decision decision) {
    ReviewResult cause = decision.rollbackCause();
    String suffix = ids.suffix(evaluation.offset());
    return cause == null
        ? DecisionRecordBuilder.command(cluster, suffix, evaluation.tracked(), decision, settings)
        : DecisionRecordBuilder.rollback(
            cluster,
            suffix,
            evaluation.tracked(),
            requireNonNull(lifecycle.change()),
            settings,
            DecisionRecordBuilder.reason(cause));
  }

  private Notification proposal(
      Notification.Kind kind, TrackedCluster tracked, ConfigRequested command) {
    return Notifications.proposed(cluster, kind, tracked.configuration(), command);
  }

  /**
   * Ends an evaluation without a result and records the reason: the given one, or that for which
   * there was no study. An interrupted study is repeated.
   */
  void abandon(OpenEvaluation evaluation, NoChangeReason reason, Outbox out) {
    TrackedCluster tracked = evaluation.tracked();
    NoChangeReason objection = evaluation.objection();
    boolean interrupted = reason == NoChangeReason.STUDY_INTERRUPTED;
    NoChangeReason recorded = objection == null || interrupted ? reason : objection;
    if (interrupted) {
      tracked.tuner().interrupted(tracked.mirror().state(), objection == null);
    } else {
      tracked.tuner().abandoned(tracked.mirror().state());
    }
    keepConfiguration(evaluation, recorded, out);
  }

  /** Records that the configuration stays in force, with the reason. */
  private void keepConfiguration(OpenEvaluation current, NoChangeReason reason, Outbox out) {
    record(
        current,
        DecisionRecordBuilder.of(
            DecisionOutcome.KEPT, DecisionRecordBuilder.reason(reason), current.observed()),
        out);
  }

  private void record(OpenEvaluation current, DecisionRecordBuilder text, Outbox out) {
    TrackedCluster tracked = current.tracked();
    DecisionRecorded data =
        text.at(cluster, ids.suffix(current.offset()), tracked, settings, lifecycle.takeLapsed());
    tracked.decided(data);
    tracked.effect().setAdvises(controls.mode() != Mode.APPLY);
    tracked.effects().decided(tracked.live(), data);
    counters.decided(data.outcome(), data.reason());
    out.publish(cluster, data.decision(), data);
  }
}
