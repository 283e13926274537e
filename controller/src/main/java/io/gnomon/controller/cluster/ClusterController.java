package io.gnomon.controller.cluster;

import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorControls;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.feedback.BacktestResult;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.NoChangeReason;
import org.jspecify.annotations.Nullable;

/**
 * Follows one cluster: mirrors its queue, watches its slowdown, asks for studies, decides, commands
 * and follows what becomes of a command.
 *
 * <p>Its behaviour is a function of the events, of their offsets, of what people did between which
 * events, and of the studies' results alone, so that a replay of events and audit reproduces the
 * state and every decision. While a study is open no event is taken: the owner holds them back
 * until it is concluded or abandoned. No event ends it with an exception: one that cannot be used
 * is refused, and where the mirror can no longer be trusted it is degraded until a snapshot comes.
 * Single-threaded.
 */
public final class ClusterController {
  private final String cluster;
  private final ControlSettings settings;
  private final SequenceChecker sequence;
  private final ClusterCounters counters = new ClusterCounters();
  private final ChangeLifecycle lifecycle;
  private final OperatorControls controls;
  private final Operations operations;
  private final Evaluator evaluator;
  private final MirrorHealth health;
  private final EventApplier applier;

  /** A controller that knows nothing of its cluster yet. */
  public ClusterController(String cluster, ControlSettings settings) {
    this(cluster, settings, new SequenceChecker());
  }

  public ClusterController(String cluster, ControlSettings settings, SequenceChecker sequence) {
    this.cluster = cluster;
    this.settings = settings;
    this.sequence = sequence;
    lifecycle = new ChangeLifecycle(cluster, counters);
    health = new MirrorHealth(cluster, sequence, settings.expirySeconds());
    applier = new EventApplier(cluster, settings, health, lifecycle, counters);
    controls = new OperatorControls(settings.mode());
    operations = new Operations(cluster, settings, controls, lifecycle, counters);
    evaluator = new Evaluator(cluster, settings, lifecycle, controls, counters);
  }

  /** The cluster's id. */
  public String cluster() {
    return cluster;
  }

  /** Where this controller stands with the cluster. */
  public ControllerState state() {
    TrackedCluster tracked = applier.tracked();
    if (!health.trusted()) {
      return ControllerState.DEGRADED;
    }
    if (evaluator.busy()) {
      return ControllerState.STUDYING;
    }
    boolean cold = tracked == null || !tracked.tuner().warm(tracked.mirror().state());
    return cold && lifecycle.state() == ControllerState.WATCHING
        ? ControllerState.WARMING
        : lifecycle.state();
  }

  /** Why its scheduler can tell nothing at present, by what was told at last, or null. */
  public @Nullable String problem() {
    return health.problem();
  }

  /** How it is tuned. */
  public ControlSettings settings() {
    return settings;
  }

  /** What is known of the cluster, null before it has been declared. */
  public @Nullable TrackedCluster tracked() {
    return applier.tracked();
  }

  /** The command that waits for an answer, or null. */
  public @Nullable PendingCommand pending() {
    return lifecycle.pending();
  }

  /** The proposal that waits for approval, or null. */
  public @Nullable Proposal proposal() {
    return lifecycle.proposal();
  }

  /** What people have decided about it; to read. */
  public OperatorControls controls() {
    return controls;
  }

  /** The last change by a command, as long as it is in force and can be undone, or null. */
  public @Nullable ConfigRequested lastChange() {
    Verification change = lifecycle.change();
    return change == null ? null : change.command();
  }

  /** What was in force before {@link #lastChange()}, or null. */
  public @Nullable String formerPolicy() {
    Verification change = lifecycle.change();
    return change == null ? null : change.former();
  }

  /** Counts of what happened. */
  public ClusterCounters counters() {
    return counters;
  }

  public SequenceChecker sequence() {
    return sequence;
  }

  public ChangeLifecycle lifecycle() {
    return lifecycle;
  }

  public MirrorHealth health() {
    return health;
  }

  public void resume(@Nullable TrackedCluster tracked) {
    applier.resume(tracked);
  }

  /**
   * Takes the next event.
   *
   * @param offset of its record, the same on every replay
   * @return a task that must be concluded or abandoned before the next event, or null
   */
  public @Nullable ClusterTask take(long offset, GnomonEvent event, Outbox out) {
    if (evaluator.busy()) {
      throw new IllegalStateException(
          "cluster " + cluster + " is being studied; conclude it first");
    }
    counters.eventReceived(event.type());
    SequenceChecker.Verdict verdict = sequence.judge(event.envelope(), event.data());
    if (verdict == SequenceChecker.Verdict.DUPLICATE) {
      reject(
          offset,
          RejectReason.DUPLICATE,
          "event '" + event.envelope().id() + "' has been seen before",
          out);
      return null;
    }
    if (verdict == SequenceChecker.Verdict.GAP) {
      applier.degrade(offset, event.data().at(), SnapshotReason.GAP, sequence.explain(), out);
    }
    return proceed(offset, event, out, true);
  }

  /**
   * Records before {@code offset} have been lost unread; only a snapshot can tell what they did.
   */
  public void lost(long offset, String detail, Outbox out) {
    TrackedCluster tracked = applier.tracked();
    if (tracked != null) {
      applier.degrade(offset, tracked.mirror().now(), SnapshotReason.GAP, detail, out);
    }
  }

  /**
   * @param first whether the event has just come; a backtest that is left runs before it, and so
   *     after the last decision has been published
   */
  private @Nullable ClusterTask proceed(long offset, GnomonEvent event, Outbox out, boolean first) {
    try {
      TrackedCluster tracked = applier.tracked();
      ClusterTask task =
          tracked == null || !health.trusted()
              ? null
              : first
                  ? evaluator.taskBefore(offset, event, tracked, out)
                  : evaluator.evaluationBefore(offset, event, tracked, out);
      if (task == null) {
        applier.apply(offset, event.data(), out);
      }
      return task;
    } catch (RejectedEventException e) {
      String detail = String.valueOf(e.getMessage());
      reject(offset, e.reason(), detail, out);
      if (e.reason().meansDivergence()) {
        applier.degrade(offset, event.data().at(), SnapshotReason.DIVERGENCE, detail, out);
      }
      return null;
    } catch (RuntimeException e) {
      // a fault of ours; another attempt would fail alike, and nothing after it could be read
      String detail = "handling it failed: " + e;
      reject(offset, RejectReason.FAULT, detail, out);
      applier.degrade(offset, event.data().at(), SnapshotReason.DIVERGENCE, detail, out);
      return null;
    }
  }

  private void reject(long offset, RejectReason reason, String detail, Outbox out) {
    counters.eventRejected(reason);
    out.reject(offset, reason, detail);
  }

  // --- studies

  /**
   * Concludes the open evaluation and applies the event that waited for it.
   *
   * @return the next task, if the waiting event leads to one, or null
   */
  public @Nullable ClusterTask conclude(EvaluationResult result, Outbox out) {
    Evaluator.OpenEvaluation evaluation = evaluator.closeEvaluation();
    evaluator.decide(evaluation, result, out);
    return proceed(evaluation.offset(), evaluation.event(), out, false);
  }

  /**
   * Ends the open evaluation without a result and applies the event that waited for it.
   *
   * @param why there is no result
   * @return the next task, if the waiting event leads to one, or null
   */
  public @Nullable ClusterTask abandonEvaluation(NoChangeReason reason, Outbox out) {
    Evaluator.OpenEvaluation evaluation = evaluator.closeEvaluation();
    evaluator.abandon(evaluation, reason, out);
    return proceed(evaluation.offset(), evaluation.event(), out, false);
  }

  /**
   * Concludes the open backtest and applies the event that waited for it.
   *
   * @return the next task, if the waiting event leads to one, or null
   */
  public @Nullable ClusterTask conclude(BacktestResult result, Outbox out) {
    Evaluator.OpenBacktest backtest = evaluator.closeBacktest();
    evaluator.backtested(backtest, result);
    return proceed(backtest.offset(), backtest.event(), out, false);
  }

  /**
   * Ends the open backtest without a result and applies the event that waited for it.
   *
   * @return the next task, if the waiting event leads to one, or null
   */
  public @Nullable ClusterTask abandonBacktest(Outbox out) {
    Evaluator.OpenBacktest backtest = evaluator.closeBacktest();
    evaluator.abandon(backtest);
    return proceed(backtest.offset(), backtest.event(), out, false);
  }

  /**
   * Carries out what a person asks, between two events. It is recorded at its place among the
   * events, so that a replay of both leads to the same.
   *
   * @param offset of the first event that comes after it
   * @throws OperationRejectedException where it cannot be carried out; then nothing has changed
   */
  public OperationResult operate(long offset, OperatorRequest request, Outbox out)
      throws OperationRejectedException {
    if (evaluator.busy()) {
      throw new IllegalStateException(
          "cluster " + cluster + " is being studied; conclude it first");
    }
    TrackedCluster tracked = applier.tracked();
    if (tracked == null) {
      throw new OperationRejectedException(
          OperationRejectedException.Kind.CONFLICT,
          "cluster '" + cluster + "' has not been declared yet");
    }
    return operations.perform(
        new Operations.Placed(request, offset, tracked, health.trusted(), out));
  }
}
