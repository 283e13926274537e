package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.kafka.EventReader;
import io.gnomon.controller.kafka.Source;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** A reader closes whatever it is asked meanwhile, and answers that it is closed. */
class EventReaderIT {
  private static final TopicPartition SOURCE = new TopicPartition("events", 0);

  private final Vertx vertx = Vertx.vertx();

  private static <T> T await20(CompletableFuture<T> future) throws Exception {
    return future.get(20, TimeUnit.SECONDS);
  }

  private CompletableFuture<List<Throwable>> askWhileClosing(EventReader reader, Source source) {
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
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      kafka.createTopics(List.of(new NewTopic("events", 1, (short) 1)));
      for (int round = 0; round < 4; round++) {
        CompletableFuture<Source> assigned = new CompletableFuture<>();
        EventReader reader =
            new EventReader(vertx, Map.of("bootstrap.servers", kafka.bootstrapServers()), "g");
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
}
