package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.kafka.input.AssignedPartition;
import io.gnomon.controller.kafka.input.EventReader;
import io.gnomon.controller.kafka.input.FetchedRecords;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** A reader closes whatever it is asked meanwhile, and answers that it is closed. */
class EventReaderIT {
  private static final TopicPartition SOURCE = new TopicPartition("events", 0);

  private final Vertx vertx = Vertx.vertx();

  private static <T> T await20(CompletableFuture<T> future) throws Exception {
    return future.get(2, TimeUnit.MINUTES);
  }

  private CompletableFuture<List<Throwable>> askWhileClosing(
      EventReader reader, AssignedPartition source) {
    CompletableFuture<List<Throwable>> refusals = new CompletableFuture<>();
    vertx.runOnContext(
        now -> {
          Future<Void> closed = reader.close();
          List<Throwable> met = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            source.begin(0, fetched -> {}).onFailure(met::add);
            reader.endOffsets(Set.of(SOURCE)).onFailure(met::add);
          }
          closed.onSuccess(done -> refusals.complete(met));
          closed.onFailure(refusals::completeExceptionally);
        });
    return refusals;
  }

  @Test
  void closesWhileItIsAsked() throws Exception {
    EmbeddedKafka kafka = SharedKafka.emptied();
    try {
      kafka.createTopics(List.of(new NewTopic("events", 1, (short) 1)));
      for (int round = 0; round < 4; round++) {
        CompletableFuture<AssignedPartition> assigned = new CompletableFuture<>();
        EventReader reader =
            new EventReader(vertx, Map.of("bootstrap.servers", kafka.bootstrapServers()), "g", "r");
        reader
            .onPartitions(sources -> assigned.complete(sources.iterator().next()), revoked -> {})
            .subscribe("events");
        List<Throwable> refusals = await20(askWhileClosing(reader, await20(assigned)));

        assertThat(refusals)
            .hasSize(40)
            .allSatisfy(one -> assertThat(one).hasMessageContaining("closed"));
      }
    } finally {
      await20(vertx.close().toCompletionStage().toCompletableFuture());
    }
  }

  /** What a reader has handed out; on its context. */
  private static final class Taker {
    private final ArrayDeque<FetchedRecords> waiting = new ArrayDeque<>();
    private long next;
    private volatile long bytes;
    private volatile boolean inOrder = true;
    private boolean takesAtOnce;

    Taker(boolean takesAtOnce) {
      this.takesAtOnce = takesAtOnce;
    }

    void offer(FetchedRecords fetched) {
      for (ConsumerRecord<String, byte[]> record : fetched.records()) {
        inOrder &= record.offset() == next++;
        bytes += record.serializedValueSize();
      }
      waiting.add(fetched);
      takeAll();
    }

    void takeAllFromNowOn() {
      takesAtOnce = true;
      takeAll();
    }

    private void takeAll() {
      while (takesAtOnce && !waiting.isEmpty()) {
        waiting.remove().done().run();
      }
    }
  }

  @Test
  void readsAheadWithinABoundAndGoesOnWhereThereIsRoom() throws Exception {
    int records = 40_000;
    int recordBytes = 1_000;
    EmbeddedKafka kafka = SharedKafka.emptied();
    try {
      kafka.createTopics(List.of(new NewTopic("events", 1, (short) 1)));
      try (KafkaProducer<String, byte[]> producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", kafka.bootstrapServers()),
              new StringSerializer(),
              new ByteArraySerializer())) {
        for (int i = 0; i < records; i++) {
          producer.send(new ProducerRecord<>("events", "c", new byte[recordBytes]));
        }
      }
      // a partition that is assigned again, as to a member that was too slow, is read anew
      AtomicReference<Taker> current = new AtomicReference<>(new Taker(false));
      Context context = vertx.getOrCreateContext();
      CompletableFuture<EventReader> started = new CompletableFuture<>();
      context.runOnContext(
          now -> {
            EventReader reader =
                new EventReader(
                    vertx, Map.of("bootstrap.servers", kafka.bootstrapServers()), "g", "r");
            reader
                .onPartitions(
                    sources ->
                        sources.forEach(
                            source -> {
                              Taker taker = new Taker(current.get().takesAtOnce);
                              current.set(taker);
                              source.begin(0, taker::offer);
                            }),
                    revoked -> {})
                .subscribe("events");
            started.complete(reader);
          });
      EventReader reader = await20(started);

      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> current.get().bytes > EventReader.MAX_BUFFERED_BYTES / 2);
      await()
          .during(Duration.ofMillis(500))
          .atMost(Duration.ofSeconds(5))
          .until(() -> current.get().bytes < EventReader.MAX_BUFFERED_BYTES + 4_000_000);
      assertThat(current.get().bytes).isLessThan((long) records * recordBytes);

      context.runOnContext(now -> current.get().takeAllFromNowOn());
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> current.get().bytes == (long) records * recordBytes);
      assertThat(current.get().inOrder).isTrue();
      CompletableFuture<Void> closed = new CompletableFuture<>();
      context.runOnContext(now -> reader.close().onSuccess(closed::complete));
      await20(closed);
    } finally {
      await20(vertx.close().toCompletionStage().toCompletableFuture());
    }
  }
}
