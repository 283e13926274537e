package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectHeaders;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.slurm.value.HostList;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/**
 * Many clusters that declare 200,000 nodes each in some hundred bytes, of which the heap can hold
 * few: the process and the small clusters go on, also after a restart.
 *
 * <p>{@code -Dgnomon.clusters=1000 -Dgnomon.heap=768m} is a whole replica; the delays are printed.
 */
class ManyNodesIT {
  private static final int CLUSTERS = Integer.getInteger("gnomon.clusters", 40);
  private static final String HEAP = System.getProperty("gnomon.heap", "192m");
  private static final List<String> SMALL = List.of("small-a", "small-b", "small-c");
  private static final int BATCH = 10;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration PROMPT = Duration.ofSeconds(10);
  private static final long AT = System.currentTimeMillis() / 1000;

  private final EventCodec codec = new EventCodec();
  private final Map<String, Long> sequences = new HashMap<>();
  private Duration longest = Duration.ZERO;
  private int jobs;

  @Test
  void clustersThatTheHeapCannotHoldDisturbNoOther() throws Exception {
    EmbeddedKafka kafka = SharedKafka.emptied();
    kafka.createTopics(DemoTopics.all("gnomon", 1));
    ControllerProcess service =
        new ControllerProcess(kafka.bootstrapServers(), "clusters.max=" + 2 * CLUSTERS)
            .asInProduction(HEAP)
            .start();
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      await().atMost(PATIENCE).until(service::ready);
      for (String small : SMALL) {
        send(producer, small, declared(null));
      }
      submit(producer, service);
      longest = Duration.ZERO;

      for (int large = 0; large < CLUSTERS; large++) {
        send(producer, "large-" + large, declared(nodes()));
        if (large % BATCH == BATCH - 1) {
          submit(producer, service);
        }
      }
      System.out.println("longest delay of a small cluster's event: " + longest);
      assertThat(longest).isLessThan(PROMPT);
      int tracked = service.clusters().size();
      assertThat(tracked).isGreaterThan(SMALL.size()).isLessThan(SMALL.size() + CLUSTERS);
      assertThat(refusals(kafka)).isEqualTo(SMALL.size() + CLUSTERS - tracked);
      assertThat(service.metrics()).contains("gnomon_problem{reason=\"no-room\"} 1.0");
      assertThat(service.ready()).isTrue();

      service.kill().join();
      service.start();
      await().atMost(PATIENCE).until(service::ready);
      assertThat(service.clusters()).hasSize(tracked);
      submit(producer, service);
      assertThat(service.alive()).isTrue();
    } finally {
      service.kill().join();
    }
  }

  private static DeclaredMachine nodes() {
    return new DeclaredMachine(
        List.of(new NodeGroup(HostList.of("n[1-200000]"), 8)), List.of(), List.of(), null);
  }

  private static ClusterDeclared declared(DeclaredMachine machine) {
    return new ClusterDeclared(AT, 8, AT - 1000, null, null, new Configuration("easy", 1), machine);
  }

  /** Submits a job on each small cluster, and measures how long it takes to arrive. */
  private void submit(KafkaProducer<String, byte[]> producer, ControllerProcess service)
      throws Exception {
    jobs++;
    long began = System.nanoTime();
    for (String small : SMALL) {
      send(producer, small, new JobSubmitted("job" + jobs, AT, 1, 3600));
    }
    for (String small : SMALL) {
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                assertThat(service.alive()).as("the process is alive").isTrue();
                return service.cluster(small).path("waiting").asInt() == jobs;
              });
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    longest = took.compareTo(longest) > 0 ? took : longest;
  }

  private static long refusals(EmbeddedKafka kafka) {
    return TopicReader.records(kafka.bootstrapServers(), Topic.REJECTED.named()).stream()
        .map(record -> record.headers().lastHeader(RejectHeaders.REASON).value())
        .filter(reason -> new String(reason, StandardCharsets.UTF_8).equals("NOT_ADMITTED"))
        .count();
  }

  private void send(KafkaProducer<String, byte[]> producer, String cluster, EventData data)
      throws Exception {
    long number = sequences.merge(cluster, 1L, Long::sum);
    byte[] value =
        codec
            .encodeStructured(GnomonEvent.of(cluster, cluster + number, number, null, data))
            .value();
    producer.send(new ProducerRecord<>(Topic.EVENTS.named(), cluster, value)).get();
  }
}
