package io.gnomon.sandbox.slurm;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.EventSink;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterTask;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.notification.Notification;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The controller of a cluster that receives what a bridge publishes, as records of a topic. */
final class BridgedController implements EventSink, Outbox {
  private static final int HOUR = 3600;

  /** Why snapshots were requested. */
  final List<SnapshotRequested> requests = new ArrayList<>();

  /** Why events were rejected. */
  final List<String> rejected = new ArrayList<>();

  private final EventCodec codec = EventCodec.jobByJob();
  private final ClusterController controller;
  private long offset;

  BridgedController(String cluster) {
    controller =
        new ClusterController(
            cluster,
            new ControlSettings(
                Mode.OBSERVE,
                HOUR,
                new TuneSettings(1e9, HOUR, HOUR, SearchSpace.partitions(2), GuardRails.NONE)));
  }

  ControllerState state() {
    return controller.state();
  }

  TrackedCluster tracked() {
    return Objects.requireNonNull(controller.tracked());
  }

  Mirror mirror() {
    return tracked().mirror();
  }

  /** The active jobs: {@code held 4}, {@code waiting 4}, or {@code running 4 since 1700000000}. */
  TreeMap<String, String> jobs() {
    TreeMap<String, String> jobs = new TreeMap<>();
    ClusterState state = mirror().state();
    state.forEachActive(
        slot ->
            jobs.put(
                mirror().name(slot),
                switch (state.phase(slot)) {
                  case RUNNING ->
                      "running %d since %d"
                          .formatted(
                              state.heldProcessors(slot),
                              mirror().origin() + state.startTime(slot));
                  case HELD -> "held";
                  case WAITING -> "waiting";
                  default -> JobPhase.SUSPENDED.toString();
                }));
    return jobs;
  }

  @Override
  public void send(GnomonEvent published) {
    GnomonEvent event = codec.decode(codec.encodeStructured(published).value());
    ClusterTask task = controller.take(offset++, 1000 * event.data().at(), event, this);
    while (task != null) {
      task =
          task.<@Nullable ClusterTask>match(
              evaluation -> controller.conclude(evaluation.run(), this),
              backtest -> controller.conclude(backtest.run(), this),
              replacement -> controller.conclude(replacement.run(), this));
    }
  }

  /** Lets a bridge answer the requests for a snapshot so far; returns how many there were. */
  int answer(BridgeRunner runner) {
    int answered = requests.size();
    if (answered > 0) {
      SnapshotRequested last = requests.get(answered - 1);
      requests.clear();
      runner.handle(GnomonEvent.of(controller.cluster(), "request", EventData.NONE, null, last));
    }
    return answered;
  }

  @Override
  public void flush() {}

  @Override
  public void publish(String of, String id, EventData data) {
    if (data instanceof SnapshotRequested request) {
      requests.add(request);
    }
  }

  @Override
  public void reject(long at, RejectReason reason, String detail) {
    rejected.add(reason + ": " + detail);
  }

  @Override
  public void send(Notification notification) {}
}
