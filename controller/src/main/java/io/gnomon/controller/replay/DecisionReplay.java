package io.gnomon.controller.replay;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterTask;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.audit.RecordedFidelity;
import io.gnomon.events.audit.SimulatedExtent;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyExtent;
import io.gnomon.sim.tune.Evaluation;
import io.gnomon.sim.tune.NoChangeReason;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A controller that repeats recorded decisions: it processes the same events and the same
 * operations between them, and runs each study to the extent in the record of its decision. A study
 * without a record runs completely. Single-threaded; simulations run on the executor.
 */
public final class DecisionReplay {
  /** The recorded reasons of studies without a result. */
  private static final Map<DecisionReason, NoChangeReason> ABANDONED =
      Map.of(
          DecisionReason.STUDY_TIMEOUT, NoChangeReason.STUDY_TIMEOUT,
          DecisionReason.STUDY_FAILED, NoChangeReason.STUDY_FAILED,
          DecisionReason.STUDY_INTERRUPTED, NoChangeReason.STUDY_INTERRUPTED);

  private final Audit audit;
  private final ClusterController controller;
  private final Executor executor;
  private final ArrayDeque<OperatorRecorded> operations;
  private final Map<String, DecisionRecorded> made = new LinkedHashMap<>();
  private long events;
  private int studies;
  private int unrecorded;

  /**
   * Creates a replay.
   *
   * @param audit the recorded decisions and operations
   * @param start the checkpoint to start from, or null to start with the first event
   * @param settings the settings of the controller that made the decisions
   * @param executor runs the simulations
   */
  public DecisionReplay(
      Audit audit,
      CheckpointFormat.@Nullable Restored start,
      ControlSettings settings,
      Executor executor) {
    this.audit = audit;
    this.executor = executor;
    controller =
        start == null ? new ClusterController(audit.cluster(), settings) : start.controller();
    controller.ids().topic(audit.topic());
    Set<String> processed = new HashSet<>();
    controller.controls().records().forEach(record -> processed.add(record.record()));
    long from = start == null ? 0 : start.nextOffset();
    operations = new ArrayDeque<>(audit.operations());
    operations.removeIf(one -> one.offset() < from || processed.contains(one.record()));
  }

  /**
   * Processes the next event, after the operations before it.
   *
   * @param timestamp the timestamp of its record in milliseconds, or {@link EventData#NONE}
   */
  public void take(long offset, long timestamp, GnomonEvent event) {
    while (!operations.isEmpty() && operations.element().offset() <= offset) {
      repeat(operations.remove());
    }
    events++;
    ClusterTask task = controller.take(offset, timestamp, event, outbox);
    while (task != null) {
      task =
          task.<@Nullable ClusterTask>match(
              evaluation -> repeat(offset, evaluation),
              backtest -> repeat(offset, backtest),
              replacement -> controller.conclude(replacement.run(), outbox));
    }
  }

  private void repeat(OperatorRecorded record) {
    try {
      controller.operate(record.offset(), OperatorRequest.of(record), outbox);
    } catch (OperationRejectedException rejected) {
      throw new IllegalStateException(
          "operation "
              + record.action().wireName()
              + " of "
              + record.operator()
              + " before offset "
              + record.offset()
              + " cannot be repeated: "
              + rejected.getMessage()
              + ". Check that the events and the configuration are the original ones",
          rejected);
    }
  }

  /** Repeats a backtest, unless the next decision's record says that it was abandoned. */
  private @Nullable ClusterTask repeat(long offset, ShadowStudy backtest) {
    DecisionRecorded next = audit.from(offset);
    return next != null && next.backtestAbandonedAt() != EventData.NONE
        ? controller.abandon(NoChangeReason.STUDY_FAILED, outbox)
        : controller.conclude(backtest.run(executor).join(), outbox);
  }

  private @Nullable ClusterTask repeat(long offset, Evaluation evaluation) {
    DecisionRecorded recorded = audit.at(offset);
    if (!evaluation.hasStudy()) {
      // simulations of the past without a result are not in the record
      return recorded != null && recorded.reviews().isEmpty() && !hasCompared(recorded)
          ? controller.abandon(
              ABANDONED.getOrDefault(recorded.reason(), NoChangeReason.STUDY_TIMEOUT), outbox)
          : controller.conclude(evaluation.run(executor).join(), outbox);
    }
    studies++;
    SimulatedExtent extent = recorded == null ? null : recorded.extent();
    if (recorded != null && extent != null) {
      StudyExtent simulated = StudyExtent.of(extent.scenarios(), simulated(recorded));
      return controller.conclude(evaluation.run(executor, simulated).join(), outbox);
    }
    NoChangeReason abandoned = recorded == null ? null : ABANDONED.get(recorded.reason());
    if (abandoned != null) {
      return controller.abandon(abandoned, outbox);
    }
    unrecorded++;
    return controller.conclude(evaluation.run(executor).join(), outbox);
  }

  private static boolean hasCompared(DecisionRecorded recorded) {
    RecordedFidelity fidelity = recorded.fidelity();
    return fidelity != null && fidelity.comparedSeconds() != EventData.NONE;
  }

  private List<Spec> simulated(DecisionRecorded recorded) {
    try {
      return recorded.alternatives().stream()
          .map(simulated -> Spec.parse(simulated.policy()))
          .toList();
    } catch (InvalidSpecException invalid) {
      throw new IllegalStateException(
          audit.source()
              + ": the record of "
              + recorded.decision()
              + " has a policy that this version cannot read: "
              + invalid.getMessage(),
          invalid);
    }
  }

  /** The repeated decisions by id, in order. */
  public Map<String, DecisionRecorded> made() {
    return made;
  }

  /** The number of processed events. */
  public long events() {
    return events;
  }

  /** The number of studies, without backtests. */
  public int studies() {
    return studies;
  }

  /** The number of studies without a record of their extent. */
  public int unrecorded() {
    return unrecorded;
  }

  private final Outbox outbox =
      new Outbox() {
        @Override
        public void publish(String cluster, String id, EventData data) {
          if (data instanceof DecisionRecorded decision) {
            made.put(decision.decision(), decision);
          }
        }

        @Override
        public void reject(long offset, RejectReason reason, String detail) {
          // the original controller has published the rejection
        }
      };
}
