package io.gnomon.sandbox.campaign;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.EventSink;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterTask;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The same cluster as one of the campaign, with a bridge and a controller in this process and
 * without Kafka: what a run without faults gives. Single-threaded.
 */
final class UndisturbedCluster {
  private final EventCodec codec = new EventCodec();
  private final EmulatedCluster cluster;
  private final JumpingClock port;
  private final BridgeRunner runner;
  private final ClusterController controller;
  private final List<GnomonEvent> events = new ArrayList<>();
  private final List<GnomonEvent> output = new ArrayList<>();
  private int handled;

  UndisturbedCluster(String name, EmulatedCluster cluster, ControlSettings settings) {
    this.cluster = cluster;
    port = new JumpingClock(cluster);
    controller = new ClusterController(name, settings);
    runner = new BridgeRunner(name, port, new Direct(), CommandLedger.NONE, 0);
    runner.start();
  }

  /** Runs to {@code second}; the clock jumps by {@code jump} seconds at {@code middle}. */
  void runUntil(int middle, long jump, int second) {
    cluster.runUntil(middle);
    runner.publishChanges();
    if (jump != 0) {
      port.jump(jump);
      runner.publishChanges();
      carryOutCommands();
    }
    cluster.runUntil(second);
    runner.publishChanges();
    carryOutCommands();
  }

  private void carryOutCommands() {
    for (; handled < output.size(); handled++) {
      GnomonEvent one = output.get(handled);
      if (one.type().topic() == Topic.COMMANDS) {
        runner.handle(one);
        if (one.data() instanceof SnapshotRequested) {
          cluster.runUntil(cluster.state().now());
          runner.publishChanges();
        }
      }
    }
  }

  /** The hash of the mirror's state, as the API prints it. */
  String stateHash() {
    return String.format(
        "%016x", Objects.requireNonNull(controller.tracked()).mirror().state().hash());
  }

  /** The events so far, in order. */
  List<GnomonEvent> events() {
    return List.copyOf(events);
  }

  /** What the controller has published to a topic so far, in order. */
  List<GnomonEvent> published(Topic topic) {
    return output.stream().filter(event -> event.type().topic() == topic).toList();
  }

  /** The event as a reader of its topic gets it. */
  private GnomonEvent read(GnomonEvent event) {
    return codec.decode(codec.encodeStructured(event).value());
  }

  /** Passes each event to the controller, which concludes its studies at once. */
  private final class Direct implements EventSink, Outbox {
    @Override
    public void send(GnomonEvent event) {
      GnomonEvent received = read(event);
      @Nullable ClusterTask task = controller.take(events.size(), EventData.NONE, received, this);
      events.add(received);
      while (task != null) {
        task =
            task.<@Nullable ClusterTask>match(
                evaluation -> controller.conclude(evaluation.run(), this),
                backtest -> controller.conclude(backtest.run(), this),
                replacement -> controller.conclude(replacement.run(), this));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void publish(String name, String id, EventData data) {
      output.add(read(GnomonEvent.of(name, id, EventData.NONE, null, data)));
    }

    @Override
    public void reject(long offset, RejectReason reason, String detail) {}
  }
}
