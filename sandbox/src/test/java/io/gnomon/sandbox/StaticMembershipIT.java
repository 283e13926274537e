package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.config.ConfigLoader;
import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A rolling restart of three replicas with {@code kafka.client.group.instance.id}, which a real
 * broker keeps as static members of the group.
 */
class StaticMembershipIT {
  private static final int REPLICAS = 3;
  private static final int PARTITIONS = 6;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final long AT = 1_700_000_000;

  /** A start takes less, also on a busy machine. */
  private static final String SESSION_MILLIS = "300000";

  private static final Map<String, String> BROKER =
      Map.of(
          "group.consumer.session.timeout.ms", SESSION_MILLIS,
          "group.consumer.max.session.timeout.ms", SESSION_MILLIS);

  private final EventCodec codec = new EventCodec();
  private final List<Controller> replicas = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void aReplicaThatIsBackKeepsItsPartitionsAndTheOthersSeeNoRebalance(String protocol)
      throws Exception {
    Vertx vertx = Vertx.vertx();
    try (ResourceStack resources = new ResourceStack()) {
      EmbeddedKafka kafka = resources.add(EmbeddedKafka.start(BROKER));
      resources.add(() -> get(vertx.close()));
      kafka.createTopics(DemoTopics.all("gnomon", PARTITIONS));
      KafkaProducer<String, byte[]> producer =
          resources.add(
              new KafkaProducer<>(
                  Map.of("bootstrap.servers", kafka.bootstrapServers()),
                  new StringSerializer(),
                  new ByteArraySerializer()));
      send(producer, 1, new ClusterDeclared(AT, 8, AT, null, null, null));
      for (int number = 0; number < REPLICAS; number++) {
        replicas.add(start(vertx, kafka, protocol, number));
      }
      await().atMost(LIMIT).until(() -> eachHasItsShare() && allHaveRead(1));

      for (int number = 0; number < REPLICAS; number++) {
        Set<Integer> owned = owned(replicas.get(number));
        Map<ObjectName, Double> before = rebalances();
        assertThat(before).hasSize(REPLICAS);

        get(replicas.get(number).close());
        int sequence = number + 2;
        send(producer, sequence, new JobSubmitted("job" + sequence, AT + sequence, 1, 3600));
        Map<ObjectName, Double> others = rebalances();
        replicas.set(number, start(vertx, kafka, protocol, number));

        await().atMost(LIMIT).until(() -> allHaveRead(sequence));
        assertThat(owned(replicas.get(number))).isEqualTo(owned);
        assertThat(others).hasSize(REPLICAS - 1);
        assertThat(before).containsAllEntriesOf(others);
        assertThat(rebalances()).containsAllEntriesOf(others);
      }
    }
  }

  private static Controller start(Vertx vertx, EmbeddedKafka kafka, String protocol, int number)
      throws Exception {
    ConfigLoader loader =
        kafka
            .configure(ControllerKeys.loader())
            .flag("kafka.client.group.protocol=" + protocol)
            .flag("kafka.client.group.instance.id=gnomon-" + number)
            .flag("http.port=0");
    if (protocol.equals("classic")) { // with the other protocol, the broker sets it
      loader.flag("kafka.client.session.timeout.ms=" + SESSION_MILLIS);
    }
    return get(Controller.start(vertx, ControllerKeys.read(loader.load())));
  }

  /** Sends an event of the cluster on each partition. */
  private void send(KafkaProducer<String, byte[]> producer, int sequence, EventData data)
      throws Exception {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      String cluster = "cluster" + partition;
      GnomonEvent event = GnomonEvent.of(cluster, cluster + "-" + sequence, sequence, null, data);
      producer
          .send(
              new ProducerRecord<>(
                  Topic.EVENTS.named(), partition, cluster, codec.encodeStructured(event).value()))
          .get();
    }
  }

  private boolean eachHasItsShare() throws Exception {
    for (Controller replica : replicas) {
      if (owned(replica).size() != PARTITIONS / REPLICAS) {
        return false;
      }
    }
    return true;
  }

  private static Set<Integer> owned(Controller replica) throws Exception {
    return get(replica.ask(one -> new TreeSet<>(one.offsets().keySet())));
  }

  /** Whether the replicas have processed {@code events} events of each cluster. */
  private boolean allHaveRead(int events) throws Exception {
    Map<String, Long> read = new TreeMap<>();
    for (Controller replica : replicas) {
      get(
          replica.ask(
              one -> {
                one.clusters()
                    .forEach(known -> read.put(known.cluster(), known.counters().eventCount()));
                return true;
              }));
    }
    return read.size() == PARTITIONS && read.values().stream().allMatch(count -> count == events);
  }

  /** The rebalances that each consumer of a group in this process has taken part in. */
  private static Map<ObjectName, Double> rebalances() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    Map<ObjectName, Double> rebalances = new TreeMap<>();
    for (ObjectName name :
        server.queryNames(
            new ObjectName("kafka.consumer:type=consumer-coordinator-metrics,client-id=*"), null)) {
      double total = (Double) server.getAttribute(name, "rebalance-total");
      if (total > 0) {
        rebalances.put(name, total);
      }
    }
    return rebalances;
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }
}
