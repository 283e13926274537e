package io.gnomon.bridge;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.config.ContentHash;
import java.util.ArrayList;
import java.util.List;

/** A scheduler that keeps one configuration, counts how often it is changed, and can fail. */
public final class ToyScheduler implements SchedulerPort {
  public static final String CLUSTER = "c";
  public static final String POLICY = "multi-queue(partitions=2)";

  final List<EventData> pending = new ArrayList<>();
  Configuration configuration = new Configuration("easy", 3);
  long now = 1000;
  int changes;
  boolean broken;
  boolean ignoresCommands;
  private String refusal = "no such partition";

  /** Refuses each configuration from now on. */
  public void refuse(String detail) {
    broken = true;
    refusal = detail;
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public ClusterDeclared declare() {
    return new ClusterDeclared(now, 8, 0, "toy", null, configuration);
  }

  @Override
  public ClusterSnapshot snapshot(long reflectsSequence) {
    return new ClusterSnapshot(now, 8, reflectsSequence, configuration, List.of());
  }

  @Override
  public void changes(long lastSequence, ChangeSink published) {
    pending.forEach(published);
    pending.clear();
  }

  @Override
  public Configuration configuration() {
    return configuration;
  }

  @Override
  public void apply(Configuration wanted) throws CannotApplyException {
    if (broken) {
      throw new CannotApplyException(ConfigRejectReason.FAILED, refusal);
    }
    if (!ignoresCommands) {
      configuration = wanted;
      changes++;
    }
  }

  /** A command that replaces version {@code expected} by two queues. */
  public static GnomonEvent command(String id, long expected) {
    return command(id, expected, ContentHash.of(POLICY, expected, CLUSTER), 2000);
  }

  public static GnomonEvent command(String id, long expected, String hash, long expires) {
    ConfigRequested data =
        new ConfigRequested(
            1000,
            id,
            "p",
            CommandMode.APPLY,
            expected,
            new Configuration(POLICY, expected + 1),
            hash,
            expires,
            "slow",
            null);
    return GnomonEvent.of(CLUSTER, id, EventData.NONE, null, data);
  }
}
