package io.gnomon.sandbox.campaign;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.ChangeSink;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.Configuration;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import java.util.ArrayList;
import java.util.List;

/** An emulated cluster whose reports of its clock can be wrong. Not thread-safe. */
final class JumpingClock implements SchedulerPort {
  private final EmulatedCluster cluster;
  private final List<EventData> wrong = new ArrayList<>();

  JumpingClock(EmulatedCluster cluster) {
    this.cluster = cluster;
  }

  /** Reports the clock once, wrong by {@code seconds}, after the events so far; not for 0. */
  void jump(long seconds) {
    if (seconds != 0) {
      wrong.add(new ClockAdvanced(cluster.now() + seconds));
    }
  }

  @Override
  public long now() {
    return cluster.now();
  }

  @Override
  public ClusterDeclared declare() {
    return cluster.declare();
  }

  @Override
  public ClusterSnapshot snapshot(long reflectsSequence) {
    return cluster.snapshot(reflectsSequence);
  }

  @Override
  public void changes(long lastSequence, ChangeSink sink) {
    cluster.changes(lastSequence, sink);
    wrong.forEach(sink);
    wrong.clear();
  }

  @Override
  public Configuration configuration() {
    return cluster.configuration();
  }

  @Override
  public void apply(Configuration wanted) throws CannotApplyException {
    cluster.apply(wanted);
  }
}
