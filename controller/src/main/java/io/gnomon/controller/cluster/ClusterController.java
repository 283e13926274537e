package io.gnomon.controller.cluster;

import io.gnomon.controller.fault.Faults;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.mirror.SchedulerClock;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorControls;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.NoChangeReason;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller of one cluster. It mirrors the queue, evaluates the slowdown, starts studies,
 * makes decisions, publishes commands and tracks their lifecycle.
 *
 * <p>It is deterministic: its state and decisions depend only on the events with their offsets, the
 * operations with their positions among the events, and the results of the studies. A replay of
 * events and audit records therefore reproduces them. While a study is open, the controller accepts
 * no event; the owner buffers events until the study is concluded or abandoned. An event that
 * cannot be used is rejected without an exception. If the mirror no longer matches the cluster, the
 * controller is degraded until the next snapshot; likewise after a fault, which never leaves the
 * controller. Single-threaded.
 */
public final class ClusterController {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterController.class);

  private final String cluster;
  private final ControlSettings settings;
  private final SequenceChecker sequence;
  private final EventIds ids = new EventIds();
  private final ClusterCounters counters = new ClusterCounters();
  private final ChangeLifecycle lifecycle;
  private final OperatorControls controls;
  private final Operations operations;
  private final Evaluator evaluator;
  private final MirrorHealth health;
  private final EventApplier applier;
  private String lastFault = "";

  /** Creates a controller of a cluster that has not been declared yet. */
  public ClusterController(String cluster, ControlSettings settings) {
    this(cluster, settings, new SequenceChecker());
  }

  public ClusterController(String cluster, ControlSettings settings, SequenceChecker sequence) {
    this.cluster = cluster;
    this.settings = settings;
    this.sequence = sequence;
    lifecycle = new ChangeLifecycle(cluster, counters);
    health = new MirrorHealth(cluster, ids, sequence, settings.expirySeconds());
    applier = new EventApplier(cluster, settings, health, sequence, lifecycle, counters);
    controls = new OperatorControls(settings.mode());
    operations = new Operations(cluster, ids, settings, controls, lifecycle, counters);
    evaluator = new Evaluator(cluster, ids, settings, lifecycle, controls, counters);
  }

  /** The cluster's id. */
  public String cluster() {
    return cluster;
  }

  /** The state of this controller. */
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

  /** The reason why the scheduler cannot report at present, or null. */
  public @Nullable String problem() {
    return health.problem();
  }

  /** The settings of this controller. */
  public ControlSettings settings() {
    return settings;
  }

  /** The tracked cluster, or null before it has been declared. */
  public @Nullable TrackedCluster tracked() {
    return applier.tracked();
  }

  /** The command that the scheduler has not answered, or null. */
  public @Nullable PendingCommand pending() {
    return lifecycle.pending();
  }

  /** The proposal that waits for approval, or null. */
  public @Nullable Proposal proposal() {
    return lifecycle.proposal();
  }

  /** The mode, freezes and operation records. Do not modify. */
  public OperatorControls controls() {
    return controls;
  }

  /** The command of the last change while it is in force and can be rolled back, or null. */
  public @Nullable ConfigRequested lastChange() {
    AppliedChange change = lifecycle.change();
    return change == null ? null : change.command();
  }

  /** The policy in force before {@link #lastChange()}, or null. */
  public @Nullable String formerPolicy() {
    AppliedChange change = lifecycle.change();
    return change == null ? null : change.former();
  }

  /** The counters, which survive restarts. */
  public ClusterCounters counters() {
    return counters;
  }

  /** The ids of what this controller publishes. */
  public EventIds ids() {
    return ids;
  }

  public SequenceChecker sequence() {
    return sequence;
  }

  /** The bound on the scheduler's clock. */
  public SchedulerClock clock() {
    return applier.clock();
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
   * Degrades this restored controller until the next snapshot, because its checkpoint is not whole.
   */
  public void restoreDegraded(Throwable fault) {
    counters.faulted();
    health.restore(true, null, null, "the checkpoint cannot be restored: " + Faults.brief(fault));
  }

  /**
   * Processes the next event.
   *
   * @param offset the offset of its record, the same on every replay
   * @param timestamp the timestamp of its record in milliseconds, or {@link EventData#NONE}
   * @return a task that must be concluded or abandoned before the next event, or null
   * @throws IllegalStateException if a task is open
   */
  public @Nullable ClusterTask take(long offset, long timestamp, GnomonEvent event, Outbox out) {
    if (evaluator.busy()) {
      throw new IllegalStateException(
          "cluster " + cluster + " has an open task; conclude or abandon it first");
    }
    counters.eventReceived(event.type(), event.data().at());
    SequenceChecker.Verdict verdict =
        sequence.judge(event.envelope(), event.data(), health.clockProblem() != null);
    if (verdict == SequenceChecker.Verdict.DUPLICATE) {
      reject(
          offset,
          RejectReason.DUPLICATE,
          "event '" + event.envelope().id() + "' is a duplicate",
          out);
      return null;
    }
    try {
      if (!applier.checkTime(offset, timestamp, event.data(), out)) {
        sequence.record(event.envelope(), event.data());
        return null;
      }
    } catch (RejectedEventException e) {
      reject(offset, e.reason(), String.valueOf(e.getMessage()), out);
      return null;
    }
    sequence.record(event.envelope(), event.data());
    if (verdict == SequenceChecker.Verdict.GAP) {
      applier.degrade(offset, event.data().at(), SnapshotReason.GAP, sequence.explain(), out);
    }
    return proceed(offset, event, out, true);
  }

  /**
   * Contains a fault: drops the open task and degrades the controller until the next snapshot. No
   * command is sent meanwhile, and other clusters are not affected.
   *
   * @param offset the offset of the event that was being processed
   * @param at the time of the event
   */
  public void quarantine(long offset, long at, Throwable fault, Outbox out) {
    evaluator.drop();
    report(fault, "no decisions are made until its next snapshot");
    applier.quarantine(offset, at, "Gnomon failed: " + Faults.brief(fault), out);
  }

  /** Counts a fault and logs it, with its stack trace unless the last one was alike. */
  private void report(Throwable fault, String consequence) {
    counters.faulted();
    StackTraceElement[] trace = fault.getStackTrace();
    String origin = fault.getClass().getName() + (trace.length == 0 ? "" : trace[0].toString());
    LOG.error(
        "cluster {}: {}; {}. Please report this as a defect",
        cluster,
        Faults.brief(fault),
        consequence,
        origin.equals(lastFault) ? null : fault);
    lastFault = origin;
  }

  /**
   * Degrades the controller because records before {@code offset} were lost unread. Only a snapshot
   * restores the mirror.
   */
  public void lost(long offset, String detail, Outbox out) {
    TrackedCluster tracked = applier.tracked();
    if (tracked != null) {
      applier.degrade(offset, tracked.mirror().now(), SnapshotReason.GAP, detail, out);
    }
  }

  /**
   * @param first whether the event is new; a backtest that is due runs before a new event, and thus
   *     after the last decision has been published
   */
  private @Nullable ClusterTask proceed(long offset, GnomonEvent event, Outbox out, boolean first) {
    try {
      ClusterTask task = taskBefore(offset, event, out, first);
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
    } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError fault) {
      // a retry would fail again and block all later events
      reject(offset, RejectReason.FAULT, "processing failed: " + Faults.brief(fault), out);
      quarantine(offset, event.data().at(), fault, out);
      return null;
    } finally {
      reportEffect();
    }
  }

  private @Nullable ClusterTask taskBefore(
      long offset, GnomonEvent event, Outbox out, boolean first) throws RejectedEventException {
    TrackedCluster tracked = applier.tracked();
    if (tracked == null || !health.trusted()) {
      return null;
    }
    if (!first) {
      return evaluator.evaluationBefore(offset, event, tracked, out);
    }
    tracked.effects().before(event.data(), tracked.mirror(), tracked::live);
    return evaluator.taskBefore(offset, event, tracked, out);
  }

  private void reportEffect() {
    TrackedCluster tracked = applier.tracked();
    Throwable fault = tracked == null ? null : tracked.effects().takeFault();
    if (fault != null) {
      report(fault, "the simulations without its changes begin again, decisions are not affected");
    }
  }

  private void reject(long offset, RejectReason reason, String detail, Outbox out) {
    counters.eventRejected(reason);
    out.reject(offset, reason, detail);
  }

  // --- studies

  /**
   * Concludes the open evaluation and applies the event that was held back.
   *
   * @return the next task, if the event leads to one, or null
   */
  public @Nullable ClusterTask conclude(EvaluationResult result, Outbox out) {
    Evaluator.OpenEvaluation evaluation = evaluator.closeEvaluation();
    Throwable fault = outcome(held -> evaluator.decide(evaluation, result, held), out);
    if (fault == null) {
      return proceed(evaluation.offset(), evaluation.event(), out, false);
    }
    Throwable other =
        outcome(held -> evaluator.abandon(evaluation, NoChangeReason.STUDY_FAILED, held), out);
    if (other != null && other != fault) {
      fault.addSuppressed(other);
    }
    return rejected(evaluation.offset(), evaluation.event(), fault, out);
  }

  /**
   * Ends the open evaluation without a result and applies the event that was held back.
   *
   * @param reason the reason for the missing result
   * @return the next task, if the event leads to one, or null
   */
  public @Nullable ClusterTask abandonEvaluation(NoChangeReason reason, Outbox out) {
    Evaluator.OpenEvaluation evaluation = evaluator.closeEvaluation();
    Throwable fault = outcome(held -> evaluator.abandon(evaluation, reason, held), out);
    return fault == null
        ? proceed(evaluation.offset(), evaluation.event(), out, false)
        : rejected(evaluation.offset(), evaluation.event(), fault, out);
  }

  /**
   * Concludes the open backtest and applies the event that was held back.
   *
   * @return the next task, if the event leads to one, or null
   */
  public @Nullable ClusterTask conclude(StudyResult result, Outbox out) {
    Evaluator.OpenBacktest backtest = evaluator.closeBacktest();
    Throwable fault = outcome(held -> evaluator.backtested(backtest, result), out);
    return fault == null
        ? proceed(backtest.offset(), backtest.event(), out, false)
        : rejected(backtest.offset(), backtest.event(), fault, out);
  }

  /**
   * Ends the open backtest without a result and applies the event that was held back.
   *
   * @return the next task, if the event leads to one, or null
   */
  public @Nullable ClusterTask abandonBacktest(Outbox out) {
    Evaluator.OpenBacktest backtest = evaluator.closeBacktest();
    Throwable fault = outcome(held -> evaluator.abandon(backtest), out);
    return fault == null
        ? proceed(backtest.offset(), backtest.event(), out, false)
        : rejected(backtest.offset(), backtest.event(), fault, out);
  }

  /**
   * Does what leads to outputs. After a fault there are none, and no change has begun.
   *
   * @return the fault, or null
   */
  private @Nullable Throwable outcome(Consumer<Outbox> work, Outbox out) {
    Outbox.Held held = new Outbox.Held();
    Runnable undo = lifecycle.undo();
    Throwable fault = Faults.in(() -> work.accept(held));
    if (fault == null) {
      held.release(out);
    } else {
      undo.run();
    }
    return fault;
  }

  /** Contains the fault of a conclusion, then processes the event that was held back. */
  private @Nullable ClusterTask rejected(
      long offset, GnomonEvent event, Throwable fault, Outbox out) {
    quarantine(offset, event.data().at(), fault, out);
    return proceed(offset, event, out, false);
  }

  /**
   * Performs an operation between two events. The record of the operation contains its position
   * among the events, so that a replay performs it at the same position.
   *
   * @param offset the offset of the first event after the operation
   * @throws OperationRejectedException if the operation is not possible; nothing has changed
   * @throws IllegalStateException if a task is open, or if the operation failed: it has no output,
   *     and the controller is degraded
   */
  public OperationResult operate(long offset, OperatorRequest request, Outbox out)
      throws OperationRejectedException {
    if (evaluator.busy()) {
      throw new IllegalStateException(
          "cluster " + cluster + " has an open task; conclude or abandon it first");
    }
    TrackedCluster tracked = applier.tracked();
    if (tracked == null) {
      throw new OperationRejectedException(
          OperationRejectedException.Kind.CONFLICT,
          "cluster '"
              + cluster
              + "' has not been declared yet; retry when its bridge is connected");
    }
    Outbox.Held held = new Outbox.Held();
    Runnable undo = lifecycle.undo();
    Runnable undoControls = controls.undo();
    try {
      OperationResult result =
          operations.perform(
              new Operations.Placed(request, offset, tracked, health.trusted(), held));
      held.release(out);
      return result;
    } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError fault) {
      undo.run();
      undoControls.run();
      quarantine(offset, tracked.mirror().now(), fault, out);
      throw new IllegalStateException(
          "the operation failed and was not published: " + Faults.brief(fault), fault);
    }
  }
}
