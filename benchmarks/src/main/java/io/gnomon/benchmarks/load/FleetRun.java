package io.gnomon.benchmarks.load;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.controller.cluster.output.EventIds;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.sandbox.DemoTopics;
import io.gnomon.sandbox.TopicReader;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One run: the events of the clusters go through some replicas, of which one may be killed.
 *
 * @param kafka the broker
 * @param prefix of the topics, of which each run has its own
 * @param clusters the events
 * @param load how the run is made
 */
record FleetRun(EmbeddedKafka kafka, String prefix, ManyClusters clusters, Load load) {
  private static final double SECOND = 1e9;
  private static final int POLL_MILLIS = 250;

  /**
   * How a run is made.
   *
   * @param replicas how many processes
   * @param partitions of the events topic
   * @param rate events per second, or 0 for as fast as possible
   * @param kill whether the first replica is killed when half of the events are processed
   * @param heap of each replica
   * @param settings further settings of the replicas
   * @param output the folder of their logs
   */
  record Load(
      int replicas,
      int partitions,
      int rate,
      boolean kill,
      String heap,
      List<String> settings,
      Path output) {}

  /**
   * What was measured.
   *
   * @param seconds from the first event that was read to the last
   * @param mostLag the most events that were written and not processed; paced runs only
   * @param takeOverSeconds from the kill until the others own all clusters; NaN without one
   * @param cpuSeconds of the replicas that were not killed
   * @param megabytes of each replica at its peak
   * @param latencies of decisions in ms, sorted; paced runs only
   * @param results the final state of each cluster and its decisions
   */
  record Result(
      double seconds,
      long mostLag,
      double takeOverSeconds,
      double cpuSeconds,
      double[] megabytes,
      double[] latencies,
      Map<String, String> results) {}

  Result run() throws Exception {
    kafka.createTopics(
        DemoTopics.all(prefix, load.partitions()).stream()
            .map(
                topic -> {
                  Map<String, String> settings = new HashMap<>(topic.configs());
                  settings.put("message.timestamp.type", "LogAppendTime");
                  return topic.configs(settings);
                })
            .toList());
    AtomicLong written = new AtomicLong();
    CompletableFuture<Void> sending = CompletableFuture.completedFuture(null);
    if (load.rate() == 0) {
      clusters.send(kafka.bootstrapServers(), prefix, 0, written::set);
    }
    List<Replica> replicas = new ArrayList<>();
    try {
      for (int i = 0; i < load.replicas(); i++) {
        replicas.add(replica(i));
      }
      if (load.rate() > 0) {
        for (Replica replica : replicas) {
          while (replica.clusters().isMissingNode()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
          }
        }
        sending =
            CompletableFuture.runAsync(
                () -> clusters.send(kafka.bootstrapServers(), prefix, load.rate(), written::set));
      }
      return follow(replicas, written, sending);
    } finally {
      replicas.forEach(Replica::close);
    }
  }

  private Replica replica(int number) throws IOException {
    List<String> settings = new ArrayList<>(load.settings());
    settings.add("kafka.bootstrap.servers=" + kafka.bootstrapServers());
    settings.add("topics.prefix=" + prefix);
    settings.add("kafka.group=" + prefix);
    return new Replica(
        load.output().resolve("%s-replica%d.log".formatted(prefix, number)), load.heap(), settings);
  }

  /** The clusters of all replicas by id; each replica must be running. */
  private static Map<String, JsonNode> owned(List<Replica> replicas)
      throws IOException, InterruptedException {
    Map<String, JsonNode> owned = new TreeMap<>();
    for (Replica replica : replicas) {
      replica.clusters().forEach(one -> owned.put(one.path("id").asText(), one));
    }
    return owned;
  }

  private Result follow(List<Replica> replicas, AtomicLong written, CompletableFuture<Void> sending)
      throws Exception {
    long began = 0;
    long most = 0;
    long killedAt = 0;
    long known = 0;
    double takeOver = Double.NaN;
    Map<String, JsonNode> owned = Map.of();
    List<Replica> running = new ArrayList<>(replicas);
    while (true) {
      long sent = written.get();
      owned = owned(running);
      long events = owned.values().stream().mapToLong(one -> one.path("events").asLong()).sum();
      began = began == 0 && events > 0 ? System.nanoTime() : began;
      most = killedAt == 0 ? Math.max(most, sent - events) : most;
      if (killedAt != 0 && Double.isNaN(takeOver) && owned.size() >= known) {
        takeOver = (System.nanoTime() - killedAt) / SECOND;
      }
      if (load.kill() && killedAt == 0 && events >= clusters.size() / 2) {
        known = owned.size();
        running.remove(0).kill();
        killedAt = System.nanoTime();
      }
      if (events >= clusters.size()) {
        break;
      }
      if (sending.isCompletedExceptionally()) {
        sending.join();
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    double seconds = (System.nanoTime() - began) / SECOND;
    double cpu = running.stream().mapToDouble(Replica::cpuSeconds).sum();
    double[] megabytes = new double[running.size()];
    for (int i = 0; i < megabytes.length; i++) {
      megabytes[i] = running.get(i).peakMegabytes();
    }
    Map<String, String> results = new TreeMap<>();
    owned.forEach(
        (id, one) ->
            results.put(id, one.path("events").asText() + " " + one.path("stateHash").asText()));
    running.forEach(Replica::close); // publishes the last decisions
    return new Result(
        seconds,
        load.rate() == 0 ? 0 : most,
        takeOver,
        cpu,
        megabytes,
        decisions(results),
        results);
  }

  /** Adds the decisions to the results, and returns their latencies by the broker's clock. */
  private double[] decisions(Map<String, String> results) throws Exception {
    Map<String, Long> appended = new HashMap<>(); // by the id of the decision that follows
    String topic = Topic.EVENTS.named(prefix);
    String topicId;
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      topicId =
          requireNonNull(admin.describeTopics(List.of(topic)).topicNameValues().get(topic))
              .get()
              .topicId()
              .toString();
    }
    if (load.rate() > 0) {
      for (ConsumerRecord<String, byte[]> event :
          TopicReader.records(kafka.bootstrapServers(), topic)) {
        appended.put(
            event.key() + "-d" + EventIds.suffix(event.offset(), topicId), event.timestamp());
      }
    }
    EventCodec codec = new EventCodec();
    List<Double> latencies = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record :
        TopicReader.records(kafka.bootstrapServers(), Topic.DECISIONS.named(prefix))) {
      GnomonEvent event = codec.decode(record.value());
      if (event.data() instanceof DecisionRecorded decision) {
        results.merge(
            event.cluster(),
            "; %d %s %s %s"
                .formatted(decision.at(), decision.outcome(), decision.reason(), decision.chosen()),
            String::concat);
        @Nullable Long cause = appended.get(decision.decision());
        if (cause != null) {
          latencies.add((double) (record.timestamp() - cause));
        }
      }
    }
    double[] sorted = latencies.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted;
  }
}
