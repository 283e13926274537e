package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.events.RejectHeaders;
import io.gnomon.events.Topic;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** Bad records come out on the rejected topic, unchanged and with the reason, and do no harm. */
class RejectedRecordsIT {
  private static final String DECLARED =
      "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"c\","
          + "\"type\":\"io.gnomon.cluster.declared.v1\",\"sequence\":\"1\","
          + "\"data\":{\"at\":1000,\"processors\":8,\"timeOrigin\":1000}}";

  private static String event(int sequence, String type, String data) {
    return "{\"specversion\":\"1.0\",\"id\":\""
        + sequence
        + "\",\"source\":\"c\",\"type\":\"io.gnomon."
        + type
        + ".v1\",\"sequence\":\""
        + sequence
        + "\",\"data\":"
        + data
        + "}";
  }

  @Test
  void eachBadRecordIsSetAsideWithItsReasonAndTheNextGoodOneCounts() throws Exception {
    byte[] huge = new byte[5_000_000];
    Arrays.fill(huge, (byte) ' ');
    List<byte[]> bad =
        List.of(
            "{\"specversion\":".getBytes(StandardCharsets.UTF_8),
            event(2, "job.exploded", "{\"job\":\"1\",\"at\":1001}")
                .getBytes(StandardCharsets.UTF_8),
            event(
                    2,
                    "job.submitted",
                    "{\"job\":\"1\",\"at\":-7,\"processors\":1,\"estimateSeconds\":9}")
                .getBytes(StandardCharsets.UTF_8),
            event(
                    2,
                    "job.submitted",
                    "{\"job\":\"1\",\"at\":1001,\"processors\":9,\"estimateSeconds\":9}")
                .getBytes(StandardCharsets.UTF_8),
            huge);
    String good =
        event(
            3,
            "job.submitted",
            "{\"job\":\"2\",\"at\":1002,\"processors\":8,\"estimateSeconds\":9}");

    Vertx vertx = Vertx.vertx();
    EmbeddedKafka kafka = SharedKafka.emptied();
    try {
      kafka.createTopics(DemoTopics.all("gnomon", 1));
      ControllerConfig config = ControllerConfig.defaults(kafka.bootstrapServers()).withPort(0);
      Controller controller =
          Controller.start(vertx, config)
              .toCompletionStage()
              .toCompletableFuture()
              .get(2, TimeUnit.MINUTES);
      try (KafkaProducer<String, byte[]> producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", kafka.bootstrapServers(), "max.request.size", 10_000_000),
              new StringSerializer(),
              new ByteArraySerializer())) {
        send(producer, DECLARED.getBytes(StandardCharsets.UTF_8));
        for (byte[] record : bad) {
          send(producer, record);
        }
        send(producer, good.getBytes(StandardCharsets.UTF_8));
      }

      List<ConsumerRecord<String, byte[]>> rejected = rejected(kafka, bad.size());

      assertThat(rejected.stream().map(record -> reason(record)))
          .containsExactly("INVALID", "INVALID", "INVALID", "TOO_WIDE", "INVALID");
      assertThat(rejected.stream().map(record -> detail(record)))
          .satisfiesExactly(
              first -> assertThat(first).contains("MALFORMED_JSON"),
              second -> assertThat(second).contains("UNKNOWN_TYPE"),
              third -> assertThat(third).contains("/data/at").contains("-7"),
              fourth -> assertThat(fourth).contains("9 processors").contains("has 8"),
              fifth -> assertThat(fifth).contains("TOO_LARGE"));
      for (int i = 0; i < bad.size(); i++) {
        assertThat(rejected.get(i).value()).isEqualTo(bad.get(i));
      }
      await()
          .until(
              () ->
                  controller
                          .ask(one -> one.clusters().get(0).counters().eventCount())
                          .toCompletionStage()
                          .toCompletableFuture()
                          .get(2, TimeUnit.MINUTES)
                      == 3);
      assertThat(controller.ready()).isTrue();
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
    }
  }

  private static void send(KafkaProducer<String, byte[]> producer, byte[] value) throws Exception {
    producer.send(new ProducerRecord<>(Topic.EVENTS.named(), "c", value)).get();
  }

  /** The rejected records, by the offsets of the bad ones. */
  private static List<ConsumerRecord<String, byte[]>> rejected(EmbeddedKafka kafka, int count) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "isolation.level",
                "read_committed",
                "fetch.max.bytes",
                60_000_000),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      TopicPartition partition = new TopicPartition(Topic.REJECTED.named(), 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (records.size() < count && System.nanoTime() < deadline) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    records.sort(
        Comparator.comparingLong(record -> Long.parseLong(header(record, RejectHeaders.OFFSET))));
    return records;
  }

  private static String reason(ConsumerRecord<String, byte[]> record) {
    return header(record, RejectHeaders.REASON);
  }

  private static String detail(ConsumerRecord<String, byte[]> record) {
    return header(record, RejectHeaders.DETAIL);
  }

  private static String header(ConsumerRecord<String, byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
