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
import io.gnomon.events.audit.RecordedVerification;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.feedback.Backtest;
import io.gnomon.sim.feedback.BacktestResult;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.Evaluation;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.NoChangeReason;
import io.gnomon.sim.tune.Tuner;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a cluster's slowdown when it is time to, asks for studies, and turns their results into
 * decisions, each of which is recorded. One study at a time.
 */
final class Evaluator {
  private final String cluster;
  private final ControlSettings settings;
  private final ChangeLifecycle course;
  private final OperatorControls oversight;
  private final ClusterCounters tally;
  private @Nullable OpenEvaluation open;
  private @Nullable OpenBacktest backtest;

  /**
   * An evaluation that has not been concluded.
   *
   * @param offset of the event that waits for it
   * @param event that waits
   * @param known the cluster
   * @param observed the slowdown that led to it
   * @param verification how the last change compares with its prediction, or null
   */
  record OpenEvaluation(
      long offset,
      GnomonEvent event,
      TrackedCluster known,
      double observed,
      @Nullable RecordedVerification verification) {}

  /**
   * A backtest that has not been concluded.
   *
   * @param offset of the event that waits for it
   * @param event that waits
   * @param known the cluster
   */
  record OpenBacktest(long offset, GnomonEvent event, TrackedCluster known) {}

  Evaluator(
      String cluster,
      ControlSettings settings,
      ChangeLifecycle course,
      OperatorControls oversight,
      ClusterCounters tally) {
    this.cluster = cluster;
    this.settings = settings;
    this.course = course;
    this.oversight = oversight;
    this.tally = tally;
  }

  /** Whether an evaluation or a backtest has not been concluded. */
  boolean busy() {
    return open != null || backtest != null;
  }

  /**
   * The task before an event that has just come: the backtest that the last evaluation left, whose
   * decision has been published by now, or else the evaluation that is due. Null if there is none.
   */
  @Nullable ClusterTask taskBefore(long offset, GnomonEvent event, TrackedCluster known, Outbox out)
      throws RejectedEventException {
    ClusterTask task = backtestBefore(offset, event, known);
    return task == null ? evaluationBefore(offset, event, known, out) : task;
  }

  private @Nullable ClusterTask backtestBefore(
      long offset, GnomonEvent event, TrackedCluster known) {
    Backtest due = known.tuner().backtestDue(known.mirror().state(), known.policy(), known::allows);
    if (due == null) {
      return null;
    }
    backtest = new OpenBacktest(offset, event, known);
    return new ClusterTask.RunBacktest(due);
  }

  /**
   * Evaluates the cluster if an evaluation is due before {@code event}.
   *
   * @return the simulations that it needs, or null
   */
  @Nullable ClusterTask evaluationBefore(
      long offset, GnomonEvent event, TrackedCluster known, Outbox out)
      throws RejectedEventException {
    Tuner tuner = known.tuner();
    Mirror mirror = known.mirror();
    int second = mirror.second(event.data().at());
    if (tuner.nextEvaluation() < 0 || second < tuner.nextEvaluation()) {
      return null;
    }
    mirror.state().advanceTo(second);
    double observed = tuner.observe(mirror.state());
    tuner.evaluated(second);
    known.observed(second, observed);
    tally.looked();
    boolean frozen = oversight.frozen(mirror.now());
    // what cannot be undone now is held against its prediction once it can
    Verification change = frozen ? null : course.endVerification();
    RecordedVerification verification = change == null ? null : change.compare(observed);
    OpenEvaluation look = new OpenEvaluation(offset, event, known, observed, verification);
    if (change != null && verification != null) {
      out.tell(
          Notifications.verified(
              cluster,
              change.command(),
              change.former(),
              verification,
              Verification.describe(verification),
              mirror.now()));
    }
    if (change != null && disappoints(change, observed)) {
      rollBack(look, change, null, out);
      return null;
    }
    NoChangeReason objection = objection(known, observed, frozen);
    if (objection != null) {
      keep(look, objection, out);
      return null;
    }
    Evaluation evaluation =
        tuner.evaluate(
            mirror.state(), known.policy(), tuner.scenarios(mirror.state()), known::allows);
    open = look;
    return new ClusterTask.Evaluate(evaluation);
  }

  private boolean disappoints(Verification change, double observed) {
    return course.pending() == null
        && oversight.mode() == Mode.APPLY
        && change.disappoints(observed, settings.rollbackFactor());
  }

  private void rollBack(
      OpenEvaluation look, Verification change, @Nullable Decision decision, Outbox out) {
    ConfigRequested back =
        DecisionRecordBuilder.rollback(
            cluster,
            Long.toString(look.offset()),
            look.known(),
            change,
            settings,
            "the change by " + change.command().command() + " did not pay");
    DecisionRecordBuilder text =
        decision == null
            ? DecisionRecordBuilder.of(
                DecisionOutcome.ROLLED_BACK, DecisionReason.GAIN_NOT_REALISED, look.observed())
            : DecisionRecordBuilder.of(
                DecisionOutcome.ROLLED_BACK, DecisionReason.GAIN_NOT_REALISED, decision);
    record(look, text.commanding(back), out);
    course.send(look.known(), back, out);
  }

  private @Nullable NoChangeReason objection(
      TrackedCluster known, double observed, boolean frozen) {
    if (course.pending() != null) {
      return NoChangeReason.PENDING;
    }
    NoChangeReason objection = known.tuner().objection(known.mirror().state(), observed);
    if (objection != null) {
      return objection;
    }
    return frozen ? NoChangeReason.FROZEN : known.capable() ? null : NoChangeReason.NOT_CAPABLE;
  }

  /** Ends the open evaluation. */
  OpenEvaluation closeEvaluation() {
    OpenEvaluation evaluation = open;
    if (evaluation == null) {
      throw new IllegalStateException("cluster " + cluster + " is not being evaluated");
    }
    open = null;
    tally.studied();
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

  /** Takes over the result of a backtest. */
  void backtested(OpenBacktest closed, BacktestResult result) {
    closed.known().tuner().backtested(result);
    tally.tried();
  }

  /** Ends a backtest without a result. */
  void abandon(OpenBacktest closed) {
    closed.known().tuner().backtestAbandoned(closed.known().mirror().state());
    tally.trialGivenUp();
  }

  /** Decides by an evaluation's result, and does what the mode allows. */
  void decide(OpenEvaluation study, EvaluationResult result, Outbox out) {
    TrackedCluster known = study.known();
    Decision decision = known.tuner().decide(result, study.observed());
    if (!decision.changes()) {
      DecisionReason reason = DecisionRecordBuilder.reason(requireNonNull(decision.reason()));
      record(study, DecisionRecordBuilder.of(DecisionOutcome.KEPT, reason, decision), out);
      return;
    }
    PolicySpec chosen = decision.chosen();
    if (chosen != null && !decision.rollsBack()) {
      known.tuner().advised(known.mirror().state(), known.policy(), chosen);
    }
    Verification change = course.change();
    if (decision.rollsBack() && change != null && oversight.mode() == Mode.APPLY) {
      rollBack(study, change, decision, out);
      return;
    }
    ConfigRequested command =
        DecisionRecordBuilder.command(cluster, study.offset(), known, decision, settings);
    DecisionReason why =
        decision.rollsBack() ? DecisionReason.GAIN_NOT_REALISED : DecisionReason.LOWER_COST;
    switch (oversight.mode()) {
      case OBSERVE ->
          record(
              study,
              DecisionRecordBuilder.of(DecisionOutcome.KEPT, DecisionReason.OBSERVING, decision),
              out);
      case RECOMMEND -> {
        record(
            study,
            DecisionRecordBuilder.of(DecisionOutcome.RECOMMENDED, why, decision).proposing(command),
            out);
        out.tell(wanted(Notification.Kind.RECOMMENDED, known, command));
      }
      case APPROVE -> {
        record(
            study,
            DecisionRecordBuilder.of(DecisionOutcome.AWAITING_APPROVAL, why, decision)
                .proposing(command),
            out);
        course.propose(command);
        out.tell(wanted(Notification.Kind.PROPOSED, known, command));
      }
      case APPLY -> {
        record(
            study,
            DecisionRecordBuilder.of(DecisionOutcome.COMMANDED, why, decision).commanding(command),
            out);
        course.send(known, command, out);
      }
    }
  }

  private Notification wanted(
      Notification.Kind kind, TrackedCluster known, ConfigRequested command) {
    return Notifications.proposed(cluster, kind, known.configuration(), command);
  }

  /** Ends an evaluation without a result, and records why. */
  void abandon(OpenEvaluation study, NoChangeReason why, Outbox out) {
    TrackedCluster known = study.known();
    known.tuner().abandoned(known.mirror().state());
    keep(study, why, out);
  }

  /** Records that nothing is changed, and why. */
  private void keep(OpenEvaluation look, NoChangeReason why, Outbox out) {
    record(
        look,
        DecisionRecordBuilder.of(
            DecisionOutcome.KEPT, DecisionRecordBuilder.reason(why), look.observed()),
        out);
  }

  private void record(OpenEvaluation look, DecisionRecordBuilder text, Outbox out) {
    TrackedCluster known = look.known();
    DecisionRecorded data =
        text.verifying(look.verification()).at(cluster, look.offset(), known, settings);
    known.decided(data);
    tally.decided(data.outcome(), data.reason());
    out.publish(cluster, data.decision(), data);
  }
}
