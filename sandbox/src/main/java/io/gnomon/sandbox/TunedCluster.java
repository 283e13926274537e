package io.gnomon.sandbox;

import io.gnomon.bridge.KafkaSink;
import io.gnomon.events.DecisionRecorded;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * An emulated cluster on the topics, run week by week beside a controller.
 *
 * <p>Simulated time passes faster than any real scheduler's, so the cluster waits at each week
 * boundary for the decision that the controller records for every look, and obeys a command at that
 * second. So the same workload leads to the same decisions on any machine. Single-threaded.
 */
final class TunedCluster implements AutoCloseable {
  private static final int WEEK = TuneSettings.WEEK;
  private static final Duration POLL = Duration.ofMillis(20);

  private final KafkaSink sink;
  private final KafkaConsumer<String, byte[]> inbox;
  private final EmulatedCluster cluster;
  private final Duration patience;
  private final EventCodec codec = new EventCodec();
  private final Map<String, GnomonEvent> commands = new HashMap<>();

  /** How the clock moves on to a second. */
  interface Clock {
    /** Runs the cluster up to {@code second}. */
    void run(EmulatedCluster cluster, int second) throws InterruptedException;
  }

  /**
   * A cluster that has been declared.
   *
   * @param patience how long to wait for a decision
   */
  TunedCluster(
      String bootstrapServers,
      String prefix,
      String name,
      JobLog log,
      int processors,
      Duration patience) {
    this.patience = patience;
    sink = new KafkaSink(Map.of("bootstrap.servers", bootstrapServers), prefix);
    inbox =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    inbox.assign(
        List.of(
            new TopicPartition(Topic.DECISIONS.named(prefix), 0),
            new TopicPartition(Topic.COMMANDS.named(prefix), 0)));
    inbox.seekToBeginning(inbox.assignment());
    long origin = Math.max(0, log.originEpochSecond());
    cluster = new EmulatedCluster(name, log, processors, origin, sink);
    cluster.runner().declare();
  }

  /** The cluster itself. */
  EmulatedCluster cluster() {
    return cluster;
  }

  /** Writes all that has been told. */
  void flush() {
    sink.flush();
  }

  /**
   * Runs to the end of the week in which something happens next.
   *
   * @return the decision that was waited for there; its command has not been obeyed yet
   */
  DecisionRecorded week(Clock clock) throws InterruptedException, TimeoutException {
    int end = (cluster.nextEventTime() / WEEK + 1) * WEEK;
    clock.run(cluster, end);
    sink.flush();
    long deadline = System.nanoTime() + patience.toNanos();
    DecisionRecorded decision = null;
    while (decision == null || !isComplete(decision)) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException(
            "no decision for week " + end / WEEK + " within " + patience.toSeconds() + " s");
      }
      DecisionRecorded found = poll(cluster.now());
      decision = found == null ? decision : found;
    }
    return decision;
  }

  /** Obeys the command of a decision, if it has one. */
  void obey(DecisionRecorded decision) {
    GnomonEvent command = decision.command() == null ? null : commands.get(decision.command());
    if (command != null) {
      cluster.obey(command);
    }
  }

  private boolean isComplete(DecisionRecorded decision) {
    return decision.command() == null || commands.containsKey(decision.command());
  }

  private @Nullable DecisionRecorded poll(long at) {
    DecisionRecorded found = null;
    for (ConsumerRecord<String, byte[]> record : inbox.poll(POLL)) {
      GnomonEvent event =
          codec.decode(
              record.value(),
              name -> {
                Header header = record.headers().lastHeader(name);
                return header == null ? null : header.value();
              });
      if (event.data() instanceof DecisionRecorded decision) {
        found = decision.at() >= at ? decision : found;
      } else if (commands.put(event.envelope().id(), event) != null) {
        // what a scheduler would get twice; the runner counts and answers it
        cluster.obey(event);
      }
    }
    return found;
  }

  @Override
  public void close() {
    sink.close();
    inbox.close();
  }
}
