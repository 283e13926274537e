package io.gnomon.controller.replay;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterTask;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.cluster.Outbox;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.audit.SimulatedExtent;
import io.gnomon.sim.feedback.Backtest;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.study.StudyExtent;
import io.gnomon.sim.tune.Evaluation;
import io.gnomon.sim.tune.NoChangeReason;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A controller that does again what one has done: it takes the same events, people do the same
 * between them, and each study goes as far as the record of its decision says. Of a study that no
 * record tells of everything is simulated. Single-threaded; simulations run on the executor.
 */
public final class DecisionReplay {
  /** What is recorded of studies without a result; for another reason there was no study. */
  private static final Set<DecisionReason> ABANDONED =
      EnumSet.of(DecisionReason.STUDY_TIMEOUT, DecisionReason.STUDY_FAILED);

  private final Audit audit;
  private final ClusterController controller;
  private final Executor executor;
  private final ArrayDeque<OperatorRecorded> operations;
  private final Map<String, DecisionRecorded> made = new LinkedHashMap<>();
  private long events;
  private int studies;
  private int unrecorded;

  /**
   * A replay.
   *
   * @param audit what was decided and done
   * @param start a state to begin with, or null to begin with nothing
   * @param settings those of the controller that decided
   * @param executor for simulations
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
    Set<String> known = new HashSet<>();
    controller.controls().records().forEach(record -> known.add(record.record()));
    long from = start == null ? 0 : start.nextOffset();
    operations = new ArrayDeque<>(audit.operations());
    operations.removeIf(one -> one.offset() < from || known.contains(one.record()));
  }

  /** Takes the next event; what people did before it comes first. */
  public void take(long offset, GnomonEvent event) {
    while (!operations.isEmpty() && operations.element().offset() <= offset) {
      repeat(operations.remove());
    }
    events++;
    ClusterTask task = controller.take(offset, event, outbox);
    while (task != null) {
      task =
          task.<@Nullable ClusterTask>match(
              evaluation -> repeat(offset, evaluation), backtest -> repeat(offset, backtest));
    }
  }

  private void repeat(OperatorRecorded record) {
    try {
      controller.operate(record.offset(), OperatorRequest.of(record), outbox);
    } catch (OperationRejectedException refused) {
      throw new IllegalStateException(
          "what "
              + record.operator()
              + " did before offset "
              + record.offset()
              + " ("
              + record.action().wireName()
              + ") cannot be done again: "
              + refused.getMessage()
              + ". The events or the configuration are not those of then",
          refused);
    }
  }

  /** Repeats a backtest, unless the next decision's record says that it was abandoned. */
  private @Nullable ClusterTask repeat(long offset, Backtest backtest) {
    DecisionRecorded next = audit.from(offset);
    return next != null && next.backtestAbandonedAt() != EventData.NONE
        ? controller.abandonBacktest(outbox)
        : controller.conclude(backtest.run(executor).join(), outbox);
  }

  private @Nullable ClusterTask repeat(long offset, Evaluation evaluation) {
    studies++;
    DecisionRecorded recorded = audit.at(offset);
    SimulatedExtent extent = recorded == null ? null : recorded.extent();
    if (recorded != null && extent != null) {
      StudyExtent simulated = StudyExtent.of(extent.scenarios(), simulated(recorded));
      return controller.conclude(evaluation.run(executor, simulated).join(), outbox);
    }
    if (recorded != null && ABANDONED.contains(recorded.reason())) {
      return controller.abandonEvaluation(
          recorded.reason() == DecisionReason.STUDY_FAILED
              ? NoChangeReason.STUDY_FAILED
              : NoChangeReason.STUDY_TIMEOUT,
          outbox);
    }
    unrecorded++;
    return controller.conclude(evaluation.run(executor).join(), outbox);
  }

  private List<PolicySpec> simulated(DecisionRecorded recorded) {
    try {
      return recorded.alternatives().stream()
          .map(simulated -> PolicySpec.parse(simulated.policy()))
          .toList();
    } catch (InvalidPolicyException invalid) {
      throw new IllegalStateException(
          audit.source()
              + ": the record of "
              + recorded.decision()
              + " has a policy that this version cannot read: "
              + invalid.getMessage(),
          invalid);
    }
  }

  /** What was decided this time, by the decisions' ids, in order. */
  public Map<String, DecisionRecorded> made() {
    return made;
  }

  /** How many events it has taken. */
  public long events() {
    return events;
  }

  /** How many studies it has made, without backtests. */
  public int studies() {
    return studies;
  }

  /** Of how many of these no record said how far they had gone. */
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
          // it was refused then, too, and is on the topic of rejected records
        }
      };
}
