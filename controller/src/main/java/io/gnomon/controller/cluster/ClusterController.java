package io.gnomon.controller.cluster;

import io.gnomon.controller.cluster.change.AppliedChange;
import io.gnomon.controller.cluster.change.ChangeLifecycle;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.change.PendingCommand;
import io.gnomon.controller.cluster.change.Proposal;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.ClusterCounters;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.cluster.output.EventIds;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.SlowPart;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.cluster.trust.MirrorHealth;
import io.gnomon.controller.cluster.trust.SchedulerClock;
import io.gnomon.controller.cluster.trust.SequenceChecker;
import io.gnomon.controller.fault.Faults;
import io.gnomon.controller.mirror.RejectedEventException;
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
import org.jspecify.annotations.Nullable;

/**
 * The controller of one cluster. It takes each event through five steps: {@link Admission admit},
 * {@link DueTasks evaluate}, {@link DecisionMaker decide}, {@link DecisionPublisher publish},
 * {@link EventApplier apply}. If the evaluation needs simulations, the way stops until they have
 * ended.
 *
 * <p>It is deterministic: its state and decisions depend only on the events with their offsets, the
 * operations with their positions among the events, and the results of the studies. A replay of
 * events and audit records therefore reproduces them. While a task is open, the controller accepts
 * no event; the owner buffers events until it has ended. An event that cannot be used is rejected
 * without an exception. If the mirror no longer matches the cluster, the controller is degraded
 * until the next snapshot; likewise after a fault, which never leaves the controller.
 * Single-threaded.
 */
public final class ClusterController {
  private final ControlledCluster cluster;
  private final Admission admission;
  private final DueTasks tasks;
  private final DecisionMaker decisions;
  private final EventApplier applier;
  private final Operations operations;
  private final FaultBoundary boundary;

  /** Creates a controller of a cluster that has not been declared yet. */
  public ClusterController(String cluster, ControlSettings settings) {
    this(cluster, settings, new SequenceChecker());
  }

  public ClusterController(String id, ControlSettings settings, SequenceChecker sequence) {
    cluster = new ControlledCluster(id, settings, sequence);
    admission = new Admission(cluster);
    decisions = new DecisionMaker(cluster);
    tasks = new DueTasks(cluster, decisions);
    applier = new EventApplier(cluster);
    operations = new Operations(cluster);
    boundary = new FaultBoundary(cluster, tasks);
  }

  // --- processing of an event

  /**
   * Processes the next event.
   *
   * @param offset the offset of its record, the same on every replay
   * @param timestamp the timestamp of its record in milliseconds, or {@link EventData#NONE}
   * @return a task that must end before the next event, or null
   * @throws IllegalStateException if a task is open
   */
  public @Nullable ClusterTask take(long offset, long timestamp, GnomonEvent event, Outbox out) {
    requireNoTask();
    ReceivedEvent received = new ReceivedEvent(offset, timestamp, event);
    return admit(received, out) ? proceed(received, true, out) : null;
  }

  /**
   * Concludes the open evaluation and applies the event that was held back.
   *
   * @return the next task, if the event leads to one, or null
   */
  public @Nullable ClusterTask conclude(EvaluationResult result, Outbox out) {
    OpenTask.Evaluating ended = tasks.end(OpenTask.Evaluating.class);
    if (!decide(ended, out, held -> decisions.decide(ended, result, held))) {
      decide(ended, out, held -> decisions.abandon(ended, NoChangeReason.STUDY_FAILED, held));
    }
    return proceed(ended.received(), false, out);
  }

  /**
   * Concludes the open backtest and applies the event that was held back.
   *
   * @return the next task, if the event leads to one, or null
   */
  public @Nullable ClusterTask conclude(StudyResult result, Outbox out) {
    OpenTask.Backtesting ended = tasks.end(OpenTask.Backtesting.class);
    decide(ended, out, held -> tasks.backtested(ended, result));
    return proceed(ended.received(), false, out);
  }

  /**
   * Applies the large event that was held back.
   *
   * @param part that of the open task, which has run
   * @return null: the event leads to no other task
   */
  public @Nullable ClusterTask conclude(SlowPart part, Outbox out) {
    ReceivedEvent received = tasks.end(OpenTask.Preparing.class).received();
    try {
      apply(received, part, out);
    } catch (RejectedEventException e) {
      applier.refuse(received, e, out);
    }
    return null;
  }

  /**
   * Ends the open simulations without a result and applies the event that was held back.
   *
   * @param reason why an evaluation has no result; a backtest records none
   * @return the next task, if the event leads to one, or null
   */
  public @Nullable ClusterTask abandon(NoChangeReason reason, Outbox out) {
    OpenTask.Simulating ended = tasks.end(OpenTask.Simulating.class);
    decide(
        ended,
        out,
        held -> {
          if (ended instanceof OpenTask.Evaluating evaluated) {
            decisions.abandon(evaluated, reason, held);
          } else {
            tasks.backtestAbandoned(ended);
          }
        });
    return proceed(ended.received(), false, out);
  }

  private @Nullable ClusterTask proceed(ReceivedEvent received, boolean first, Outbox out) {
    try {
      ClusterTask task = before(received, first, out);
      if (task == null && tasks.isLarge(received.data())) {
        return prepare(received, out);
      }
      if (task == null) {
        apply(received, null, out);
      }
      return task;
    } catch (RejectedEventException e) {
      applier.refuse(received, e, out);
      return null;
    }
  }

  private boolean admit(ReceivedEvent received, Outbox out) {
    return boundary.pass(
        received.offset(),
        cluster.now(received.data()),
        out,
        held -> admission.admit(received, held),
        fault -> {
          cluster.sequence.record(received.event().envelope(), received.data());
          return rejectFaulty(received, fault, out);
        });
  }

  private @Nullable ClusterTask before(ReceivedEvent received, boolean first, Outbox out)
      throws RejectedEventException {
    return boundary
        .<Optional<ClusterTask>, RejectedEventException>pass(
            received.offset(),
            received.at(),
            out,
            held -> Optional.ofNullable(tasks.before(received, first, held)),
            fault -> Optional.empty())
        .orElse(null);
  }

  private @Nullable ClusterTask prepare(ReceivedEvent received, Outbox out)
      throws RejectedEventException {
    return boundary
        .<Optional<ClusterTask>, RejectedEventException>pass(
            received.offset(),
            received.at(),
            out,
            held -> Optional.of(tasks.prepare(received)),
            fault -> {
              rejectFaulty(received, fault, out);
              return Optional.empty();
            })
        .orElse(null);
  }

  /** Ends a task; returns whether that succeeded. */
  private boolean decide(OpenTask ended, Outbox out, Consumer<Outbox> work) {
    return boundary.pass(
        ended.received().offset(),
        ended.received().at(),
        out,
        held -> {
          work.accept(held);
          return true;
        },
        fault -> false);
  }

  private void apply(ReceivedEvent received, @Nullable SlowPart begun, Outbox out)
      throws RejectedEventException {
    boundary.<Boolean, RejectedEventException>pass(
        received.offset(),
        received.at(),
        out,
        held -> {
          applier.apply(received, begun, held);
          return true;
        },
        fault -> rejectFaulty(received, fault, out));
  }

  /** Rejects an event that Gnomon failed to process: a retry would block all later events. */
  private boolean rejectFaulty(ReceivedEvent received, Throwable fault, Outbox out) {
    cluster.reject(
        received.offset(), RejectReason.FAULT, "processing failed: " + Faults.brief(fault), out);
    return false;
  }

  private void requireNoTask() {
    if (tasks.busy()) {
      throw new IllegalStateException(
          "cluster " + cluster.id + " has an open task, which must end first");
    }
  }

  // --- between events

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
    TrackedCluster tracked = cluster.tracked();
    if (tracked == null) {
      throw new OperationRejectedException(
          OperationRejectedException.Kind.CONFLICT,
          "cluster '"
              + cluster.id
              + "' has not been declared yet; retry when its bridge is connected");
    }
    Runnable undo = cluster.controls.undo();
    return boundary.<OperationResult, OperationRejectedException>pass(
        offset,
        tracked.mirror().now(),
        out,
        held ->
            operations.perform(
                new Operations.Placed(request, offset, tracked, cluster.health.trusted(), held)),
        fault -> {
          undo.run();
          throw new IllegalStateException(
              "the operation failed and was not published: " + Faults.brief(fault), fault);
        });
  }

  /**
   * Degrades the controller because records before {@code offset} were lost unread. Only a snapshot
   * restores the mirror.
   */
  public void lost(long offset, String detail, Outbox out) {
    TrackedCluster tracked = cluster.tracked();
    if (tracked != null) {
      long now = tracked.mirror().now();
      boundary.<Boolean, RuntimeException>pass(
          offset,
          now,
          out,
          held -> {
            cluster.degrade(offset, now, SnapshotReason.GAP, detail, held);
            return true;
          },
          fault -> false);
    }
  }

  /**
   * Contains a fault outside the work on the cluster: drops the open task and degrades the
   * controller until the next snapshot.
   *
   * @param offset the offset of the event that was being processed
   * @param at the time of the event
   */
  public void quarantine(long offset, long at, Throwable fault, Outbox out) {
    boundary.quarantine(offset, at, fault, out);
  }

  // --- state

  /** The cluster's id. */
  public String cluster() {
    return cluster.id;
  }

  /** The state of this controller. */
  public ControllerState state() {
    TrackedCluster tracked = cluster.tracked();
    if (!cluster.health.trusted()) {
      return ControllerState.DEGRADED;
    }
    if (tasks.simulates()) {
      return ControllerState.STUDYING;
    }
    boolean cold = tracked == null || !tracked.tuner().warm(tracked.mirror().state());
    return cold && cluster.lifecycle.state() == ControllerState.WATCHING
        ? ControllerState.WARMING
        : cluster.lifecycle.state();
  }

  /** Whether a task is open, so that no event and no operation is accepted. */
  public boolean busy() {
    return tasks.busy();
  }

  /** The reason why the scheduler cannot report at present, or null. */
  public @Nullable String problem() {
    return cluster.health.problem();
  }

  /** The settings of this controller. */
  public ControlSettings settings() {
    return cluster.settings;
  }

  /** The tracked cluster, or null before it has been declared. */
  public @Nullable TrackedCluster tracked() {
    return cluster.tracked();
  }

  /** The command that the scheduler has not answered, or null. */
  public @Nullable PendingCommand pending() {
    return cluster.lifecycle.pending();
  }

  /** The proposal that waits for approval, or null. */
  public @Nullable Proposal proposal() {
    return cluster.lifecycle.proposal();
  }

  /** Whether the open proposal is approved and waits for a maintenance window. */
  public boolean approvalWaits() {
    return cluster.approved() != null;
  }

  /** The mode, freezes and operation records. Do not modify. */
  public OperatorControls controls() {
    return cluster.controls;
  }

  /** The command of the last change while it is in force and can be rolled back, or null. */
  public @Nullable ConfigRequested lastChange() {
    AppliedChange change = cluster.lifecycle.change();
    return change == null ? null : change.command();
  }

  /** The counters, which survive restarts. */
  public ClusterCounters counters() {
    return cluster.counters;
  }

  /** The ids of what this controller publishes. */
  public EventIds ids() {
    return cluster.ids;
  }

  public SequenceChecker sequence() {
    return cluster.sequence;
  }

  /** The bound on the scheduler's clock. */
  public SchedulerClock clock() {
    return cluster.clock;
  }

  public ChangeLifecycle lifecycle() {
    return cluster.lifecycle;
  }

  public MirrorHealth health() {
    return cluster.health;
  }

  public void resume(@Nullable TrackedCluster tracked) {
    cluster.track(tracked);
  }

  /**
   * Degrades this restored controller until the next snapshot, because its checkpoint is not whole.
   */
  public void restoreDegraded(Throwable fault) {
    cluster.counters.add(Count.FAULTS);
    cluster.health.restore(
        true, null, null, "the checkpoint cannot be restored: " + Faults.brief(fault));
  }
}
