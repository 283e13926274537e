package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectHeaders;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.Configuration;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.workload.JobLog;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/**
 * Two clusters' events on one partition, bad records among them: all there when the controller
 * starts, or coming in small bursts, or all there and the controller killed while its transactions
 * are under way. What comes out of each cluster depends on its records alone.
 */
class BacklogIT {
  private static final int PROCESSORS = 128;
  private static final int JOBS = 2_000;
  private static final int KILLS = 2;
  private static final int LARGEST_BURST = 400;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final List<String> CLUSTERS = List.of("north", "south");

  private final List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
  private long end;

  /** What a run leaves behind. */
  private record Outcome(
      List<GnomonEvent> decisions, List<String> refusals, List<String> stateHashes) {}

  @Test
  void whatComesOutDependsOnTheRecordsAlone() throws Exception {
    publish();
    EmbeddedKafka kafka = SharedKafka.emptied();
    Outcome atOnce = run(kafka, "at-once", false, 0);
    Outcome inBursts = run(kafka, "in-bursts", true, 0);
    Outcome killed = run(kafka, "killed", false, KILLS);

    assertThat(atOnce.decisions()).hasSizeGreaterThan(2 * KILLS);
    assertThat(atOnce.refusals()).hasSizeGreaterThan(100).doesNotHaveDuplicates();
    for (Outcome other : List.of(inBursts, killed)) {
      assertThat(other.refusals()).containsExactlyElementsOf(atOnce.refusals());
      assertThat(other.decisions()).containsExactlyElementsOf(atOnce.decisions());
      assertThat(other.stateHashes()).isEqualTo(atOnce.stateHashes());
    }
  }

  /**
   * The records of both clusters in turn; now and then one again, and one that is no event. Such a
   * one ends them too: when it is refused, all that the others gave rise to is published.
   */
  private void publish() {
    JobLog log = TestClusters.workload(JOBS, PROCESSORS, 0.7, 1);
    EmulatedCluster cluster = TunedCluster.emulated(log, PROCESSORS);
    List<EventData> reported = new ArrayList<>();
    long origin = Math.max(0, log.originEpochSecond());
    reported.add(
        new ClusterDeclared(origin, PROCESSORS, origin, null, null, new Configuration("easy", 0)));
    while (!cluster.done()) {
      cluster.runUntil(cluster.nextEventTime() + 1);
      cluster.changes(0, reported::add);
    }
    end = cluster.now();
    EventCodec codec = new EventCodec();
    for (int i = 0; i < reported.size(); i++) {
      for (String name : CLUSTERS) {
        GnomonEvent event = GnomonEvent.of(name, name + "-" + i, i + 1, null, reported.get(i));
        add(name, codec.encodeStructured(event).value());
        if (i % 70 == 69) {
          add(name, codec.encodeStructured(event).value());
        }
        if (i % 50 == 49) {
          add(name, ("{\"broken\":" + i).getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    add(CLUSTERS.get(0), "{\"last\":".getBytes(StandardCharsets.UTF_8));
  }

  private void add(String key, byte[] value) {
    records.add(new ProducerRecord<>(Topic.EVENTS.named(), key, value));
  }

  private Outcome run(EmbeddedKafka kafka, String prefix, boolean inBursts, int kills)
      throws Exception {
    kafka.createTopics(DemoTopics.all(prefix, 1));
    ControllerProcess service =
        new ControllerProcess(
            kafka.bootstrapServers(),
            "topics.prefix=" + prefix,
            "kafka.group=" + prefix,
            "tuning.search=partitions",
            "tuning.threshold=1",
            "checkpoint.interval-events=100");
    if (!inBursts) {
      produce(kafka, prefix, records.size());
    }
    service.start();
    try {
      if (inBursts) {
        await("a ready controller").atMost(PATIENCE).until(service::ready);
        produce(kafka, prefix, LARGEST_BURST);
      }
      for (int kill = 1; kill <= kills; kill++) {
        int awaited = 2 * kill;
        await("decision " + awaited)
            .atMost(PATIENCE)
            .until(() -> decisions(kafka, prefix).size() >= awaited);
        service.kill().join();
        service.start();
      }
      List<String> hashes = new ArrayList<>();
      for (String cluster : CLUSTERS) {
        hashes.add(hashAtTheEnd(service, cluster));
      }
      String last = records.size() - 1 + " ";
      await("the refusal of the last record")
          .atMost(PATIENCE)
          .until(
              () ->
                  refusals(kafka, prefix).stream().anyMatch(reported -> reported.startsWith(last)));
      return new Outcome(decisions(kafka, prefix), refusals(kafka, prefix), hashes);
    } finally {
      service.kill().join();
    }
  }

  private void produce(EmbeddedKafka kafka, String prefix, int largestBurst) {
    SplittableRandom random = new SplittableRandom(5);
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      int next = 0;
      while (next < records.size()) {
        int burst = Math.min(records.size(), next + random.nextInt(1, largestBurst + 1));
        for (; next < burst; next++) {
          ProducerRecord<String, byte[]> record = records.get(next);
          producer.send(
              new ProducerRecord<>(Topic.EVENTS.named(prefix), record.key(), record.value()));
        }
        producer.flush();
      }
    }
  }

  /** Those of each cluster in their order. */
  private static List<GnomonEvent> decisions(EmbeddedKafka kafka, String prefix) {
    return TopicReader.records(kafka.bootstrapServers(), Topic.DECISIONS.named(prefix)).stream()
        .map(TopicReader::comparable)
        .sorted(Comparator.comparing(GnomonEvent::cluster))
        .toList();
  }

  /** Offset and reason of each, by offset. */
  private static List<String> refusals(EmbeddedKafka kafka, String prefix) {
    return TopicReader.records(kafka.bootstrapServers(), Topic.REJECTED.named(prefix)).stream()
        .map(
            record ->
                new String(
                        record.headers().lastHeader(RejectHeaders.OFFSET).value(),
                        StandardCharsets.UTF_8)
                    + " "
                    + new String(
                        record.headers().lastHeader(RejectHeaders.REASON).value(),
                        StandardCharsets.UTF_8))
        .sorted(Comparator.comparingLong(one -> Long.parseLong(one.split(" ")[0])))
        .toList();
  }

  private String hashAtTheEnd(ControllerProcess service, String cluster) {
    JsonNode[] seen = new JsonNode[1];
    await(cluster + " at its end")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              seen[0] = service.cluster(cluster);
              return seen[0].path("at").asLong() == end
                  && seen[0].path("running").asInt(1) == 0
                  && seen[0].path("waiting").asInt(1) == 0;
            });
    return seen[0].path("stateHash").asText();
  }
}
