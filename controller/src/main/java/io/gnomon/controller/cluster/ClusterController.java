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
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
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
  private final Outbox.Held held = new Outbox.Held(); // of the work that is being done
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

  /** Whether a task is open, so that no event and no operation is accepted. */
  public boolean busy() {
    return evaluator.busy();
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
    requireNoTask();
    boolean admitted =
        enter(
            offset,
            applier.now(event.data()),
            out,
            held -> admit(offset, timestamp, event, held),
            fault -> failed(offset, event, fault, out));
    return admitted ? proceed(offset, event, out, true) : null;
  }

  /** Counts an event and checks its place in the sequence; returns whether to apply it. */
  private boolean admit(long offset, long timestamp, GnomonEvent event, Outbox out) {
    counters.eventReceived(event.type(), event.data().at());
    SequenceChecker.Verdict verdict =
        sequence.judge(event.envelope(), event.data(), health.clockProblem() != null);
    if (verdict == SequenceChecker.Verdict.DUPLICATE) {
      sequence.recordDuplicate(event.envelope(), event.data());
      String detail = "event '" + event.envelope().id() + "' is a duplicate";
      reject(offset, RejectReason.DUPLICATE, detail, out);
      if (sequence.inDoubt()) {
        applier.needSnapshot(
            offset, event.data(), SnapshotReason.GAP, sequence.explain(event.envelope()), out);
      }
      return false;
    }
    boolean counts = verdict != SequenceChecker.Verdict.GAP;
    String explanation =
        verdict == SequenceChecker.Verdict.NEXT ? "" : sequence.explain(event.envelope());
    try {
      boolean possible = applier.acceptTime(offset, timestamp, event.data(), counts, out);
      if (counts) {
        sequence.record(event.envelope(), event.data());
      }
      if (possible && verdict != SequenceChecker.Verdict.NEXT) {
        applier.needSnapshot(offset, event.data(), SnapshotReason.GAP, explanation, out);
      }
      return possible;
    } catch (RejectedEventException e) {
      reject(offset, e.reason(), String.valueOf(e.getMessage()), out);
      return false;
    }
  }

  private void requireNoTask() {
    if (evaluator.busy()) {
      throw new IllegalStateException(
          "cluster " + cluster + " has an open task; conclude or abandon it first");
    }
  }

  /** Work on a cluster that may refuse what it is given. */
  @FunctionalInterface
  private interface Work<T, X extends Exception> {
    T run(Outbox out) throws X;
  }

  /**
   * The single entry point to the cluster's state: events, studies and operations all pass through
   * here. Work that fails has no output, begins no change, and degrades the cluster.
   *
   * @param offset the offset of the event that is being processed
   * @param at the time of the event
   * @param out receives the outputs of work that does not fail, even if it refuses
   * @param otherwise the result if the work fails, called once the cluster is degraded
   */
  private <T, X extends Exception> T enter(
      long offset, long at, Outbox out, Work<T, X> work, Function<Throwable, T> otherwise)
      throws X {
    Runnable undo = lifecycle.undo();
    T result;
    try {
      result = work.run(held);
    } catch (RuntimeException | Error thrown) {
      held.drop();
      Faults.contain(thrown);
      undo.run();
      quarantine(offset, at, thrown, out);
      return otherwise.apply(thrown);
    } finally {
      held.release(out);
    }
    reportEffect();
    return result;
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

  /** Rejects an event that Gnomon failed to process: a retry would block all later events. */
  private boolean failed(long offset, GnomonEvent event, Throwable fault, Outbox out) {
    sequence.record(event.envelope(), event.data());
    return rejectFaulty(offset, fault, out);
  }

  private boolean rejectFaulty(long offset, Throwable fault, Outbox out) {
    reject(offset, RejectReason.FAULT, "processing failed: " + Faults.brief(fault), out);
    return false;
  }

  /**
   * Degrades the controller because records before {@code offset} were lost unread. Only a snapshot
   * restores the mirror.
   */
  public void lost(long offset, String detail, Outbox out) {
    TrackedCluster tracked = applier.tracked();
    if (tracked != null) {
      long now = tracked.mirror().now();
      enter(
          offset,
          now,
          out,
          held -> {
            applier.degrade(offset, now, SnapshotReason.GAP, detail, held);
            return true;
          },
          fault -> false);
    }
  }

  /**
   * Decides what is due before an event, then applies the event.
   *
   * @param first whether the event is new; a backtest that is due runs before a new event, and thus
   *     after the last decision has been published
   * @return the task that must end before the event is applied, or null
   */
  private @Nullable ClusterTask proceed(long offset, GnomonEvent event, Outbox out, boolean first) {
    long at = event.data().at();
    try {
      Optional<ClusterTask> task =
          this.<Optional<ClusterTask>, RejectedEventException>enter(
              offset,
              at,
              out,
              held -> taskBefore(offset, event, held, first),
              fault -> Optional.empty());
      if (task.isPresent()) {
        return task.get();
      }
      enter(
          offset,
          at,
          out,
          held -> {
            applier.apply(offset, event, held);
            return true;
          },
          fault -> rejectFaulty(offset, fault, out));
    } catch (RejectedEventException e) {
      String detail = String.valueOf(e.getMessage());
      reject(offset, e.reason(), detail, out);
      if (e.reason().meansDivergence()) {
        applier.degrade(offset, at, SnapshotReason.DIVERGENCE, detail, out);
      }
    }
    return null;
  }

  private Optional<ClusterTask> taskBefore(
      long offset, GnomonEvent event, Outbox out, boolean first) throws RejectedEventException {
    TrackedCluster tracked = applier.tracked();
    if (tracked == null || !health.trusted()) {
      return Optional.empty();
    }
    if (!first) {
      return Optional.ofNullable(evaluator.evaluationBefore(offset, event, tracked, out));
    }
    tracked.effects().before(event.data(), tracked.mirror(), tracked::live);
    return Optional.ofNullable(evaluator.taskBefore(offset, event, tracked, out));
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
    long offset = evaluation.offset();
    GnomonEvent event = evaluation.event();
    boolean decided =
        conclude(offset, event, out, held -> evaluator.decide(evaluation, result, held));
    if (!decided) {
      conclude(
          offset,
          event,
          out,
          held -> evaluator.abandon(evaluation, NoChangeReason.STUDY_FAILED, held));
    }
    return proceed(offset, event, out, false);
  }

  /**
   * Ends the open evaluation without a result and applies the event that was held back.
   *
   * @param reason the reason for the missing result
   * @return the next task, if the event leads to one, or null
   */
  public @Nullable ClusterTask abandonEvaluation(NoChangeReason reason, Outbox out) {
    Evaluator.OpenEvaluation evaluation = evaluator.closeEvaluation();
    long offset = evaluation.offset();
    GnomonEvent event = evaluation.event();
    conclude(offset, event, out, held -> evaluator.abandon(evaluation, reason, held));
    return proceed(offset, event, out, false);
  }

  /**
   * Concludes the open backtest and applies the event that was held back.
   *
   * @return the next task, if the event leads to one, or null
   */
  public @Nullable ClusterTask conclude(StudyResult result, Outbox out) {
    Evaluator.OpenBacktest backtest = evaluator.closeBacktest();
    conclude(
        backtest.offset(), backtest.event(), out, held -> evaluator.backtested(backtest, result));
    return proceed(backtest.offset(), backtest.event(), out, false);
  }

  /**
   * Ends the open backtest without a result and applies the event that was held back.
   *
   * @return the next task, if the event leads to one, or null
   */
  public @Nullable ClusterTask abandonBacktest(Outbox out) {
    Evaluator.OpenBacktest backtest = evaluator.closeBacktest();
    conclude(backtest.offset(), backtest.event(), out, held -> evaluator.abandon(backtest));
    return proceed(backtest.offset(), backtest.event(), out, false);
  }

  /** Ends a task; returns whether that succeeded. */
  private boolean conclude(long offset, GnomonEvent event, Outbox out, Consumer<Outbox> work) {
    return enter(
        offset,
        event.data().at(),
        out,
        held -> {
          work.accept(held);
          return true;
        },
        fault -> false);
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
    requireNoTask();
    TrackedCluster tracked = applier.tracked();
    if (tracked == null) {
      throw new OperationRejectedException(
          OperationRejectedException.Kind.CONFLICT,
          "cluster '"
              + cluster
              + "' has not been declared yet; retry when its bridge is connected");
    }
    Runnable undo = controls.undo();
    return this.<OperationResult, OperationRejectedException>enter(
        offset,
        tracked.mirror().now(),
        out,
        held ->
            operations.perform(
                new Operations.Placed(request, offset, tracked, health.trusted(), held)),
        fault -> {
          undo.run();
          throw new IllegalStateException(
              "the operation failed and was not published: " + Faults.brief(fault), fault);
        });
  }
}
