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
 * Evaluates a cluster's slowdown periodically, starts studies and turns their results into recorded
 * decisions. At most one study is open at a time.
 */
final class Evaluator {
  private final String cluster;
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
   * @param verification the comparison of the last change with its prediction, or null
   */
  record OpenEvaluation(
      long offset,
      GnomonEvent event,
      TrackedCluster tracked,
      double observed,
      @Nullable RecordedVerification verification) {}

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
      ControlSettings settings,
      ChangeLifecycle lifecycle,
      OperatorControls controls,
      ClusterCounters counters) {
    this.cluster = cluster;
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
    Backtest due =
        tracked.tuner().backtestDue(tracked.mirror().state(), tracked.policy(), tracked::allows);
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
    tuner.evaluated(second);
    tracked.observed(second, observed);
    counters.evaluated();
    boolean frozen = controls.frozen(mirror.now());
    // during a freeze a change cannot be rolled back; it is verified after the freeze
    Verification change = frozen ? null : lifecycle.endVerification();
    RecordedVerification verification = change == null ? null : change.compare(observed);
    OpenEvaluation current = new OpenEvaluation(offset, event, tracked, observed, verification);
    if (change != null && verification != null) {
      out.send(
          Notifications.verified(
              cluster,
              change.command(),
              change.former(),
              verification,
              Verification.describe(verification),
              mirror.now()));
    }
    if (change != null && needsRollback(change, observed)) {
      rollBack(current, change, null, out);
      return null;
    }
    NoChangeReason objection = objection(tracked, observed, frozen);
    if (objection != null) {
      keepConfiguration(current, objection, out);
      return null;
    }
    Evaluation evaluation =
        tuner.evaluate(
            mirror.state(), tracked.policy(), tuner.scenarios(mirror.state()), tracked::allows);
    open = current;
    return new ClusterTask.Evaluate(evaluation);
  }

  private boolean needsRollback(Verification change, double observed) {
    return lifecycle.pending() == null
        && controls.mode() == Mode.APPLY
        && change.worseThanPredicted(observed, settings.rollbackFactor());
  }

  private void rollBack(
      OpenEvaluation current, Verification change, @Nullable Decision decision, Outbox out) {
    ConfigRequested rollback =
        DecisionRecordBuilder.rollback(
            cluster,
            Long.toString(current.offset()),
            current.tracked(),
            change,
            settings,
            "the change by "
                + change.command().command()
                + " made the slowdown worse than predicted without it");
    DecisionRecordBuilder text =
        decision == null
            ? DecisionRecordBuilder.of(
                DecisionOutcome.ROLLED_BACK, DecisionReason.GAIN_NOT_REALISED, current.observed())
            : DecisionRecordBuilder.of(
                DecisionOutcome.ROLLED_BACK, DecisionReason.GAIN_NOT_REALISED, decision);
    record(current, text.commanding(rollback), out);
    lifecycle.send(current.tracked(), rollback, out);
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

  /** Ends the open evaluation. */
  OpenEvaluation closeEvaluation() {
    OpenEvaluation evaluation = open;
    if (evaluation == null) {
      throw new IllegalStateException("cluster " + cluster + " is not being evaluated");
    }
    open = null;
    counters.studied();
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
  void backtested(OpenBacktest closed, BacktestResult result) {
    closed.tracked().tuner().backtested(result);
    counters.backtested();
  }

  /** Ends a backtest without a result. */
  void abandon(OpenBacktest closed) {
    closed.tracked().tuner().backtestAbandoned(closed.tracked().mirror().state());
    counters.backtestAbandoned();
  }

  /** Makes a decision from an evaluation's result and acts on it as the mode allows. */
  void decide(OpenEvaluation study, EvaluationResult result, Outbox out) {
    TrackedCluster tracked = study.tracked();
    Decision decision = tracked.tuner().decide(result, study.observed());
    if (!decision.changes()) {
      DecisionReason reason = DecisionRecordBuilder.reason(requireNonNull(decision.reason()));
      record(study, DecisionRecordBuilder.of(DecisionOutcome.KEPT, reason, decision), out);
      return;
    }
    PolicySpec chosen = decision.chosen();
    if (chosen != null && !decision.rollsBack()) {
      tracked.tuner().advised(tracked.mirror().state(), tracked.policy(), chosen);
    }
    Verification change = lifecycle.change();
    if (decision.rollsBack() && change != null && controls.mode() == Mode.APPLY) {
      rollBack(study, change, decision, out);
      return;
    }
    ConfigRequested command =
        DecisionRecordBuilder.command(cluster, study.offset(), tracked, decision, settings);
    DecisionReason why =
        decision.rollsBack() ? DecisionReason.GAIN_NOT_REALISED : DecisionReason.LOWER_COST;
    switch (controls.mode()) {
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
        out.send(proposal(Notification.Kind.RECOMMENDED, tracked, command));
      }
      case APPROVE -> {
        record(
            study,
            DecisionRecordBuilder.of(DecisionOutcome.AWAITING_APPROVAL, why, decision)
                .proposing(command),
            out);
        lifecycle.propose(command);
        out.send(proposal(Notification.Kind.PROPOSED, tracked, command));
      }
      case APPLY -> {
        record(
            study,
            DecisionRecordBuilder.of(DecisionOutcome.COMMANDED, why, decision).commanding(command),
            out);
        lifecycle.send(tracked, command, out);
      }
    }
  }

  private Notification proposal(
      Notification.Kind kind, TrackedCluster tracked, ConfigRequested command) {
    return Notifications.proposed(cluster, kind, tracked.configuration(), command);
  }

  /** Ends an evaluation without a result and records the reason. */
  void abandon(OpenEvaluation study, NoChangeReason reason, Outbox out) {
    TrackedCluster tracked = study.tracked();
    tracked.tuner().abandoned(tracked.mirror().state());
    keepConfiguration(study, reason, out);
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
        text.verifying(current.verification()).at(cluster, current.offset(), tracked, settings);
    tracked.decided(data);
    counters.decided(data.outcome(), data.reason());
    out.publish(cluster, data.decision(), data);
  }
}
