package io.gnomon.controller.kafka.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PublisherTest {
  /** Less than the minute that a Kafka client waits for brokers by itself. */
  private static final int SOME_SECONDS = 120;

  @Test
  void endsWithinSomeSecondsWhileItWaitsForBrokersThatDoNotAnswer() throws Exception {
    Vertx vertx = Vertx.vertx();
    // connections wait in its backlog for ever
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Map<String, String> kafka = Map.of("bootstrap.servers", "127.0.0.1:" + silent.getLocalPort());
      Publisher publisher = new Publisher(vertx, new TopicNames("gnomon"), kafka, 0);
      Future<Void> takingOver = publisher.takeOver();

      publisher
          .close()
          .toCompletionStage()
          .toCompletableFuture()
          .get(SOME_SECONDS, TimeUnit.SECONDS);

      assertThatThrownBy(
              () ->
                  takingOver
                      .toCompletionStage()
                      .toCompletableFuture()
                      .get(SOME_SECONDS, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class);
      assertThat(publisher.problem()).as("one failure is no outage").isNull();
    } finally {
      vertx.close();
    }
  }
}
