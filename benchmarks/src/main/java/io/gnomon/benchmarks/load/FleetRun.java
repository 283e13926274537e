package io.gnomon.benchmarks.load;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.controller.cluster.output.EventIds;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sandbox.TopicReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One run: the events of the clusters go through some replicas, some of which may end.
 *
 * @param broker the broker
 * @param name of the run, which its topics and logs have
 * @param events what is sent
 * @param load how the run is made
 */
record FleetRun(Broker broker, String name, LoadEvents events, Load load) {
  private static final double SECOND = 1e9;
  private static final int POLL_MILLIS = 250;
  private static final int PACED_POLL_MILLIS = 50;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * How a run is made.
   *
   * @param replicas how many processes
   * @param partitions of the events topic
   * @param rate events per second, or 0 for as fast as possible
   * @param endings how replicas end, one after the other
   * @param heap of each replica
   * @param settings further settings of the replicas
   * @param restart whether all replicas are killed at the end, and as many restore the clusters
   * @param output the folder of their logs
   */
  record Load(
      int replicas,
      int partitions,
      int rate,
      List<Ending> endings,
      String heap,
      List<String> settings,
      boolean restart,
      Path output) {}

  /**
   * The time from writing an event to writing the decision that it caused, by the clocks of the
   * brokers that wrote them.
   *
   * @param position of the event
   */
  record Latency(String cluster, int position, double millis) {}

  /** An event: its position, and when the broker wrote it. */
  private record Cause(int position, long millis) {}

  /**
   * How new replicas restored the clusters after all replicas were killed.
   *
   * @param ownedSeconds until they owned all clusters
   * @param seconds until all events were processed, too
   * @param megabytes of each new replica at its peak
   * @param differing the clusters whose states differ from those before
   */
  record Restart(double ownedSeconds, double seconds, double[] megabytes, List<String> differing) {}

  /**
   * What was measured.
   *
   * @param seconds from the first event that was read to the last; those sent at once before a
   *     paced run do not count
   * @param mostLag the most events that were sent and not processed before a replica ended
   * @param takeOverSeconds from the end of a replica until the others own all clusters; NaN if all
   *     events were processed before it was to end
   * @param cpuSeconds of all replicas, without what they use to end and, in a paced run, before it
   * @param otherCpuSeconds of this process, which has the embedded broker and sends the events
   * @param megabytes of each replica that did not end, at its peak
   * @param delays of the events; of use in paced runs only
   * @param latencies of the decisions; of use in paced runs only
   * @param commands how many changes of a configuration were commanded
   * @param results the final state of each cluster, its decisions, and its commands and requests
   * @param restart how the clusters were restored, or null
   */
  record Result(
      double seconds,
      long mostLag,
      Map<Ending, Double> takeOverSeconds,
      double cpuSeconds,
      double otherCpuSeconds,
      double[] megabytes,
      Delays delays,
      List<Latency> latencies,
      int commands,
      Map<String, String> results,
      @Nullable Restart restart) {}

  Result run() throws Exception {
    String prefix = broker.prepare(name, load.partitions());
    String topic = Topic.EVENTS.named(prefix);
    Delays delays = new Delays(events.all());
    AtomicLong sent = new AtomicLong();
    AtomicBoolean stopped = new AtomicBoolean();
    CompletableFuture<Void> prepared = new CompletableFuture<>();
    Runnable sending =
        () ->
            events.send(
                broker.client(),
                topic,
                load.rate(),
                stopped::get,
                prepared::join,
                position -> {
                  delays.sent(position, System.nanoTime());
                  sent.set(position + 1L);
                });
    if (load.rate() == 0) {
      sending.run();
    }
    List<Replica> replicas = new ArrayList<>();
    CompletableFuture<Void> sender = CompletableFuture.completedFuture(null);
    try {
      for (int i = 0; i < load.replicas(); i++) {
        replicas.add(replica(prefix, Integer.toString(i)));
      }
      if (load.rate() > 0) {
        for (Replica replica : replicas) {
          while (replica.clusters().isMissingNode()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
          }
        }
        sender = CompletableFuture.runAsync(sending);
      }
      return follow(prefix, replicas, sent, delays, prepared, sender);
    } finally {
      stopped.set(true);
      prepared.complete(null);
      sender.handle((done, failure) -> failure).join(); // nothing is sent when topics are deleted
      replicas.forEach(Replica::close);
    }
  }

  private Replica replica(String prefix, String number) throws IOException {
    List<String> settings = new ArrayList<>(load.settings());
    settings.add("kafka.bootstrap.servers=" + broker.client().get("bootstrap.servers"));
    settings.add("topics.prefix=" + prefix);
    settings.add("kafka.group=" + prefix);
    return new Replica(
        load.output().resolve("%s-replica%s.log".formatted(name, number)),
        load.heap(),
        settings,
        PATIENCE);
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

  private Result follow(
      String prefix,
      List<Replica> replicas,
      AtomicLong sent,
      Delays delays,
      CompletableFuture<Void> prepared,
      CompletableFuture<Void> sender)
      throws Exception {
    long began = 0;
    long most = 0;
    long processed = 0;
    long endedAt = 0;
    int known = 0;
    double cpu = 0;
    double otherCpu = 0;
    @Nullable Ending ended = null;
    Map<Ending, Double> takeOvers = new EnumMap<>(Ending.class);
    load.endings().forEach(ending -> takeOvers.put(ending, Double.NaN));
    Deque<Ending> endings = new ArrayDeque<>(load.endings());
    List<Replica> running = new ArrayList<>(replicas);
    Map<String, JsonNode> owned = Map.of();
    while (processed < events.size()) {
      long sentBefore = sent.get();
      long asked = System.nanoTime();
      owned = owned(running);
      long now = System.nanoTime();
      processed = 0;
      for (Map.Entry<String, JsonNode> one : owned.entrySet()) {
        int count = one.getValue().path("events").asInt();
        delays.processed(one.getKey(), count, now);
        processed += count;
      }
      if (began == 0 && processed >= (load.rate() == 0 ? 1 : events.atOnce())) {
        began = now;
        cpu = load.rate() == 0 ? 0 : -cpuSeconds(running);
        otherCpu = -otherCpuSeconds();
        prepared.complete(null);
      } else if (began != 0 && endedAt == 0) {
        most = Math.max(most, sentBefore - processed);
      }
      if (ended != null && owned.size() >= known) {
        takeOvers.put(ended, (now - endedAt) / SECOND);
        ended = null;
      }
      if (ended == null
          && began != 0
          && !endings.isEmpty()
          && processed < events.size()
          && processed >= endings.getFirst().share() * events.size()) {
        ended = endings.removeFirst();
        known = owned.size();
        Replica leaving = running.remove(0);
        cpu += leaving.cpuSeconds();
        endedAt = System.nanoTime();
        ended.end(leaving);
      }
      if (sender.isCompletedExceptionally()) {
        sender.join();
      }
      long took = TimeUnit.NANOSECONDS.toMillis(now - asked);
      TimeUnit.MILLISECONDS.sleep(
          load.rate() == 0 ? POLL_MILLIS : Math.max(PACED_POLL_MILLIS, took));
    }
    double seconds = (System.nanoTime() - began) / SECOND;
    cpu += cpuSeconds(running);
    otherCpu += otherCpuSeconds();
    double[] megabytes = megabytes(running);
    Map<String, String> results = states(running);
    Restart restart = load.restart() ? restart(prefix, replicas, running, results) : null;
    replicas.forEach(Replica::close); // publishes the last decisions
    List<Latency> latencies = decisions(prefix, delays, results);
    return new Result(
        seconds,
        most,
        takeOvers,
        cpu,
        otherCpu,
        megabytes,
        delays,
        latencies,
        commands(prefix, results),
        results,
        restart);
  }

  private static double cpuSeconds(List<Replica> running) {
    return running.stream().mapToDouble(Replica::cpuSeconds).sum();
  }

  private static double otherCpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L)
        / SECOND;
  }

  private static double[] megabytes(List<Replica> running) throws IOException {
    double[] megabytes = new double[running.size()];
    for (int i = 0; i < megabytes.length; i++) {
      megabytes[i] = running.get(i).peakMegabytes();
    }
    return megabytes;
  }

  /** The number of events and the hash of the state of each cluster. */
  private static Map<String, String> states(List<Replica> replicas)
      throws IOException, InterruptedException {
    Map<String, String> states = new TreeMap<>();
    for (Replica replica : replicas) {
      for (JsonNode one : replica.clusters()) {
        String id = one.path("id").asText();
        JsonNode whole = replica.cluster(id);
        if (whole.path("stateHash").isMissingNode()) {
          throw new IOException("a replica did not answer for cluster " + id);
        }
        states.put(id, whole.path("events").asText() + " " + whole.path("stateHash").asText());
      }
    }
    return states;
  }

  /** Kills the running replicas, and lets as many new ones restore the clusters. */
  private Restart restart(
      String prefix, List<Replica> replicas, List<Replica> running, Map<String, String> before)
      throws IOException, InterruptedException {
    for (Replica one : running) {
      one.kill();
    }
    long killed = System.nanoTime();
    List<Replica> again = new ArrayList<>();
    for (int i = 0; i < running.size(); i++) {
      Replica one = replica(prefix, i + "-restarted");
      again.add(one);
      replicas.add(one);
    }
    double restored = Double.NaN;
    Map<String, JsonNode> owned = Map.of();
    while (Double.isNaN(restored) || processed(owned) < events.size()) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      owned = owned(again);
      if (Double.isNaN(restored) && owned.size() >= before.size()) {
        restored = (System.nanoTime() - killed) / SECOND;
      }
    }
    double seconds = (System.nanoTime() - killed) / SECOND;
    Map<String, String> after = states(again);
    List<String> differing =
        before.entrySet().stream()
            .filter(one -> !one.getValue().equals(after.get(one.getKey())))
            .map(Map.Entry::getKey)
            .toList();
    return new Restart(restored, seconds, megabytes(again), differing);
  }

  private static long processed(Map<String, JsonNode> owned) {
    return owned.values().stream().mapToLong(one -> one.path("events").asLong()).sum();
  }

  /**
   * Adds the commands and the requests for snapshots to the results, and returns how many commands
   * change a configuration.
   */
  private int commands(String prefix, Map<String, String> results) {
    int commands = 0;
    for (ConsumerRecord<String, byte[]> record : records(Topic.COMMANDS.named(prefix), 0)) {
      GnomonEvent command = TopicReader.comparable(record);
      results.merge(command.cluster(), "; " + command, String::concat);
      commands += command.data() instanceof ConfigRequested ? 1 : 0;
    }
    return commands;
  }

  /** Adds the decisions to the results, and returns their latencies. */
  private List<Latency> decisions(String prefix, Delays delays, Map<String, String> results)
      throws Exception {
    Map<String, Cause> causes = new HashMap<>(); // by the id of the decision that follows
    String topic = Topic.EVENTS.named(prefix);
    String topicId = topicId(topic);
    Map<String, Integer> places = new HashMap<>();
    for (int partition = 0; partition < load.partitions() && load.rate() > 0; partition++) {
      for (ConsumerRecord<String, byte[]> event : records(topic, partition)) {
        int place = places.merge(event.key(), 1, Integer::sum) - 1;
        causes.put(
            event.key() + "-d" + EventIds.suffix(event.offset(), topicId),
            new Cause(delays.position(event.key(), place), event.timestamp()));
      }
    }
    EventCodec codec = new EventCodec();
    List<Latency> latencies = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : records(Topic.DECISIONS.named(prefix), 0)) {
      GnomonEvent event = codec.decode(record.value());
      if (event.data() instanceof DecisionRecorded decision) {
        results.merge(
            event.cluster(),
            "; %d %s %s %s"
                .formatted(decision.at(), decision.outcome(), decision.reason(), decision.chosen()),
            String::concat);
        @Nullable Cause cause = causes.get(decision.decision());
        if (cause != null) {
          latencies.add(
              new Latency(
                  event.cluster(),
                  cause.position(),
                  (double) (record.timestamp() - cause.millis())));
        }
      }
    }
    return latencies;
  }

  private String topicId(String topic) throws Exception {
    try (Admin admin = Admin.create(new HashMap<>(broker.client()))) {
      return requireNonNull(admin.describeTopics(List.of(topic)).topicNameValues().get(topic))
          .get()
          .topicId()
          .toString();
    }
  }

  private List<ConsumerRecord<String, byte[]>> records(String topic, int partition) {
    return TopicReader.records(broker.client(), topic, partition, record -> true);
  }
}
