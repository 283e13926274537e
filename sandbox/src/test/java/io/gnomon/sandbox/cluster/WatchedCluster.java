package io.gnomon.sandbox.cluster;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterTask;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.fidelity.Fidelity;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An emulated cluster that the controller's core watches without a broker: whether the gate of
 * fidelity is open, and since when.
 */
final class WatchedCluster implements Outbox {
  private static final int HOUR = 3600;

  private final EmulatedCluster cluster;
  private final ClusterController controller;
  private long sequence;
  private int submitted;
  private boolean trusted;
  private int openedAfter;
  private int submittedBefore;
  private int closings;

  /**
   * A cluster that has not begun.
   *
   * @param required number of compared jobs that trust needs
   */
  WatchedCluster(EmulatedCluster cluster, int required) {
    this.cluster = cluster;
    TuneSettings withoutStudies =
        new TuneSettings(1e9, HOUR, HOUR, SearchSpace.partitions(2), GuardRails.NONE);
    controller =
        new ClusterController(
            "c",
            new ControlSettings(
                Mode.APPLY,
                HOUR,
                withoutStudies.withFidelity(
                    new FidelitySettings(
                        FidelitySettings.SPAN_SECONDS, required, FidelitySettings.MOST_ERROR))));
  }

  Fidelity fidelity() {
    return Objects.requireNonNull(controller.tracked()).tuner().fidelity();
  }

  /** Whether the gate is open. */
  boolean isTrusted() {
    return trusted;
  }

  /** How many jobs had been compared when the gate first opened; 0 if it never did. */
  int openedAfter() {
    return openedAfter;
  }

  /** How many jobs had been submitted when the gate first opened. */
  int submittedBefore() {
    return submittedBefore;
  }

  /** How often the gate has closed. */
  int closings() {
    return closings;
  }

  /** Declares the cluster and runs it to its end. */
  WatchedCluster run() {
    declare(cluster.declare());
    return runUntilSubmitted(Integer.MAX_VALUE);
  }

  /** The controller receives a declaration. */
  void declare(ClusterDeclared declared) {
    take(declared);
  }

  /** Runs the cluster until so many jobs have been submitted, or to its end. */
  WatchedCluster runUntilSubmitted(int jobs) {
    while (!cluster.done() && submitted < jobs) {
      cluster.runUntil(cluster.nextEventTime() + HOUR);
      List<EventData> events = new ArrayList<>();
      cluster.changes(0, events::add);
      events.forEach(this::take);
    }
    return this;
  }

  private void take(EventData data) {
    sequence++;
    submitted += data instanceof JobSubmitted ? 1 : 0;
    GnomonEvent event = GnomonEvent.of("c", "e" + sequence, sequence, null, data);
    ClusterTask task = controller.take(sequence, 1000 * data.at(), event, this);
    while (task != null) {
      task =
          task.<@Nullable ClusterTask>match(
              evaluation -> controller.conclude(evaluation.run(), this),
              backtest -> controller.conclude(backtest.run(), this),
              replacement -> controller.conclude(replacement.run(), this));
    }
    if (fidelity().trusted() != trusted) {
      trusted = !trusted;
      closings += trusted ? 0 : 1;
      if (trusted && openedAfter == 0) {
        openedAfter = fidelity().total().jobs();
        submittedBefore = submitted;
      }
    }
  }

  @Override
  public void publish(String of, String id, EventData data) {}

  @Override
  public void reject(long offset, RejectReason reason, String detail) {
    throw new AssertionError(reason + ": " + detail);
  }
}
