package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.kafka.output.OutgoingRecord;
import io.gnomon.controller.kafka.output.Publisher;
import io.gnomon.controller.kafka.output.TopicNames;
import io.gnomon.events.Topic;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sandbox.kafka.FreePorts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker that ended a transaction without writing its markers has records that belong to no
 * transaction. The test appends such a record to the files of a stopped broker.
 */
class RemainsOfTransactionsIT {
  private static final int PARTITION = 0;
  private static final int RECORDS_AND_MARKERS = 4; // those of the takeover and of one batch
  private static final String ID = "gnomon.events-owner-" + PARTITION;

  @TempDir private Path folder;

  private static OutgoingRecord decision(String value) {
    return new OutgoingRecord(
        Topic.DECISIONS, 0, "north", value.getBytes(StandardCharsets.UTF_8), Map.of());
  }

  /** Takes over and publishes a decision, as a new owner of a partition does. */
  private static void publish(EmbeddedKafka kafka, String value) throws Exception {
    Vertx vertx = Vertx.vertx();
    try {
      Publisher publisher =
          new Publisher(
              vertx,
              new TopicNames(Topic.DEFAULT_PREFIX),
              Map.of("bootstrap.servers", kafka.bootstrapServers()),
              PARTITION);
      await(publisher.takeOver());
      await(publisher.publish(List.of(decision(value))));
      await(publisher.close());
    } finally {
      await(vertx.close());
    }
  }

  private static void await(Future<Void> done) throws Exception {
    done.toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
  }

  private static List<String> decisions(EmbeddedKafka kafka) {
    return TopicReader.records(kafka.bootstrapServers(), Topic.DECISIONS.named()).stream()
        .map(record -> new String(record.value(), StandardCharsets.UTF_8))
        .toList();
  }

  /** Appends a record of the producer's last epoch, and lets the broker find it when it starts. */
  private void appendToStoppedBroker(TransactionDescription producer, long offset)
      throws IOException {
    MemoryRecords records =
        MemoryRecords.withTransactionalRecords(
            offset,
            Compression.NONE,
            producer.producerId(),
            (short) producer.producerEpoch(),
            0,
            0,
            new SimpleRecord(
                System.currentTimeMillis(),
                "north".getBytes(StandardCharsets.UTF_8),
                "remains".getBytes(StandardCharsets.UTF_8)));
    Path log = folder.resolve(Topic.DECISIONS.named() + "-0").resolve("0".repeat(20) + ".log");
    try (FileChannel file = FileChannel.open(log, StandardOpenOption.APPEND)) {
      ByteBuffer bytes = records.buffer();
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
    }
    Files.delete(folder.resolve(".kafka_cleanshutdown"));
  }

  @Test
  void aNewOwnerAbortsThemBeforeItPublishes() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(folder, FreePorts.next())) {
      kafka.createTopics(DemoTopics.all(Topic.DEFAULT_PREFIX, 1));
      publish(kafka, "first");
      TransactionDescription producer;
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
        producer = admin.describeTransactions(List.of(ID)).description(ID).get(1, TimeUnit.MINUTES);
      }
      kafka.stop();
      appendToStoppedBroker(producer, RECORDS_AND_MARKERS);
      kafka.resume();

      publish(kafka, "second");

      assertThat(decisions(kafka)).containsExactly("first", "second");
    }
  }
}
