package io.gnomon.controller.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.kafka.output.Checkpoints;
import io.gnomon.controller.kafka.output.OutgoingBatch;
import io.gnomon.controller.kafka.topic.LogRange;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.config.Configuration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class CongestionTest {
  private static final ControlSettings CONTROL =
      ControllerConfig.defaults("127.0.0.1:9092").control();
  private static final int MANY = 50_000;
  private static final long NOW = Instant.now().toEpochMilli();

  private final OutgoingBatch outbox = new OutgoingBatch(0, null, OwnerListener.NONE);
  private final OwnedClusters clusters =
      new OwnedClusters(
          0, 100, new ClusterAdmission(10, Set.of(), () -> 0), name -> CONTROL, outbox);
  private final List<String> cut = new ArrayList<>();
  private final Queue<Runnable> timers = new ArrayDeque<>();
  private final Congestion congestion =
      new Congestion(
          clusters.waiting(),
          any -> true,
          controller -> cut.add(controller.cluster()),
          clusters::shareNewEvents,
          timers::add);
  private long offset;

  @Test
  void aStudyThatStopsTheOthersIsEndedAfterAWhile() {
    takeOver(0, "large", "small");
    study("large", NOW);

    waiting("large", MANY - 1, NOW);
    congestion.observe();
    assertThat(timers).as("there is room").isEmpty();

    waiting("large", 1, NOW);
    congestion.observe();
    congestion.observe();
    assertThat(timers).hasSize(1);
    assertThat(cut).isEmpty();
    timers.remove().run();
    assertThat(cut).containsExactly("large");
  }

  @Test
  void theClocksOfProducersDoNotMatter() {
    takeOver(0, "large", "small");
    study("large", NOW - 3_600_000);
    waiting("large", MANY, NOW - 3_600_000);
    congestion.observe();
    timers.remove().run();
    assertThat(cut).containsExactly("large");
  }

  @Test
  void noStudyIsEndedWhileTheBacklogFromBeforeTheTakeoverIsRead() {
    takeOver(MANY + 10, "large", "small");
    study("large", NOW + 3_600_000);
    waiting("large", MANY, NOW + 3_600_000);
    congestion.observe();
    assertThat(timers).isEmpty();

    clusters.advance(MANY + 10);
    congestion.observe();
    timers.remove().run();
    assertThat(cut).containsExactly("large");
  }

  @Test
  void aClusterAloneIsNotInterrupted() {
    takeOver(0, "large");
    study("large", NOW);
    waiting("large", MANY, NOW);
    congestion.observe();
    assertThat(timers).isEmpty();
  }

  @Test
  void aStudyThatEndsInTimeIsNotEnded() {
    takeOver(0, "large", "small");
    study("large", NOW);
    waiting("large", MANY, NOW);
    congestion.observe();

    clusters.waiting().studied(owned("large"));
    timers.remove().run();
    assertThat(cut).isEmpty();
  }

  /** Takes a partition over that ends at an offset, with clusters that are then declared. */
  private void takeOver(long end, String... names) {
    clusters.restore(Checkpoints.of(Map.of(), 0, name -> CONTROL), new LogRange("", 0, end));
    for (String name : names) {
      ClusterDeclared declared =
          new ClusterDeclared(0, 8, 0, null, null, new Configuration("easy", 0));
      Objects.requireNonNull(clusters.controllerFor(name, offset, declared))
          .take(offset, NOW, GnomonEvent.of(name, name, -1, null, declared), outbox);
      clusters.advance(++offset);
    }
    clusters.checkpoint();
    outbox.take();
  }

  private void study(String cluster, long timestamp) {
    clusters.waiting().study(owned(cluster), record(cluster, timestamp));
  }

  private void waiting(String cluster, int events, long timestamp) {
    GnomonEvent event = GnomonEvent.of(cluster, cluster, -1, null, new ClockAdvanced(0));
    for (int i = 0; i < events; i++) {
      ConsumerRecord<String, byte[]> record = record(cluster, timestamp);
      clusters.advance(offset);
      assertThat(clusters.waiting().letWait(owned(cluster), record, event)).isTrue();
    }
  }

  private OwnedCluster owned(String cluster) {
    return Objects.requireNonNull(clusters.owned(cluster));
  }

  private ConsumerRecord<String, byte[]> record(String cluster, long timestamp) {
    return new ConsumerRecord<>(
        "events",
        0,
        offset++,
        timestamp,
        TimestampType.CREATE_TIME,
        0,
        0,
        cluster,
        new byte[0],
        new RecordHeaders(),
        Optional.empty());
  }
}
