package io.gnomon.sandbox;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.ChangeSink;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.Configuration;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import java.util.function.Predicate;

/**
 * An emulated cluster that does not report some events.
 *
 * @param omitted which events are not reported
 */
record OmittingPort(EmulatedCluster cluster, Predicate<EventData> omitted)
    implements SchedulerPort {
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
  public void changes(long lastSequence, ChangeSink receiver) {
    cluster.changes(
        lastSequence,
        event -> {
          if (!omitted.test(event)) {
            receiver.accept(event);
          }
        });
  }

  @Override
  public Configuration configuration() {
    return cluster.configuration();
  }

  @Override
  public void apply(Configuration configuration) throws CannotApplyException {
    cluster.apply(configuration);
  }
}
