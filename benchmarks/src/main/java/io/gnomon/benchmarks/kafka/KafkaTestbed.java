package io.gnomon.benchmarks.kafka;

import static java.util.Objects.requireNonNull;

import io.gnomon.controller.Controller;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.EventIds;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sandbox.DemoTopics;
import io.gnomon.sandbox.TopicReader;
import io.gnomon.sandbox.TunedCluster;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * An embedded broker with a controller on it, and a plain consumer that reads the same records for
 * comparison. Not thread-safe.
 */
public final class KafkaTestbed implements AutoCloseable {
  private static final int NEVER = 1_000_000; // above any slowdown that occurs
  private static final int ACCOUNTS = 200;
  private static final int TIMEOUT_SECONDS = 120;
  private static final String TUNED = "latency";

  private final EmbeddedKafka kafka;
  private final Vertx vertx = Vertx.vertx();

  public KafkaTestbed() throws Exception {
    kafka = EmbeddedKafka.start();
  }

  /**
   * The events of clusters that each run {@code log}, with as many clusters as are needed for at
   * least {@code leastEvents} events.
   */
  public static List<List<EventData>> repeatedLog(JobLog log, int processors, int leastEvents) {
    List<EventData> one = new ArrayList<>();
    long origin = Math.max(0, log.originEpochSecond());
    EmulatedCluster cluster = new EmulatedCluster(log, processors, origin);
    one.add(declared(origin, processors));
    while (!cluster.done()) {
      cluster.runUntil(cluster.nextEventTime() + 1);
      cluster.changes(0, one::add);
    }
    return Collections.nCopies((leastEvents + one.size() - 1) / one.size(), one);
  }

  /** The events of one cluster with {@code jobs} waiting jobs. */
  public static List<List<EventData>> waiting(int jobs) {
    List<EventData> events = new ArrayList<>();
    events.add(declared(0, 8));
    for (int i = 0; i < jobs; i++) {
      events.add(new JobSubmitted("job" + i, i / 10 + 1, 1 + i % 8, 3600));
    }
    return List.of(events);
  }

  static ClusterDeclared declared(long origin, int processors) {
    return new ClusterDeclared(
        origin, processors, origin, null, null, new Configuration("easy", 0));
  }

  /** Writes events to the topics of their own prefix and returns their number. */
  public int produce(String prefix, List<List<EventData>> clusters) throws Exception {
    kafka.createTopics(DemoTopics.all(prefix, 1));
    EventCodec codec = new EventCodec();
    AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    int total = 0;
    try (KafkaProducer<String, byte[]> producer = producer()) {
      for (int i = 0; i < clusters.size(); i++) {
        String cluster = "cluster" + i;
        int sequence = 0;
        for (EventData data : clusters.get(i)) {
          sequence++;
          GnomonEvent event =
              GnomonEvent.of(cluster, cluster + "-" + sequence, sequence, null, data);
          byte[] value = codec.encodeStructured(event).value();
          producer.send(
              new ProducerRecord<>(Topic.EVENTS.named(prefix), cluster, value),
              (written, problem) -> failure.compareAndSet(null, problem));
        }
        total += sequence;
      }
    }
    Exception problem = failure.get();
    if (problem != null) {
      throw new IllegalStateException("an event could not be written", problem);
    }
    return total;
  }

  /**
   * Deletes the checkpoints of a prefix, so that its next controller starts with the first event.
   */
  public void deleteCheckpoints(String prefix) {
    Set<String> keys = new HashSet<>();
    records(prefix, Topic.CHECKPOINTS).forEach(record -> keys.add(record.key()));
    try (KafkaProducer<String, byte[]> producer = producer()) {
      keys.forEach(
          key -> producer.send(new ProducerRecord<>(Topic.CHECKPOINTS.named(prefix), key, null)));
    }
  }

  private KafkaProducer<String, byte[]> producer() {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            kafka.bootstrapServers(),
            "linger.ms",
            20,
            "max.request.size",
            16 << 20),
        new StringSerializer(),
        new ByteArraySerializer());
  }

  /** Reads {@code records} records with a consumer that does not parse them. */
  public Throughput read(String prefix, int records) {
    Throughput.Meter meter = new Throughput.Meter();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers(), "max.poll.records", 2000),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      TopicPartition partition = new TopicPartition(Topic.EVENTS.named(prefix), 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      int read = 0;
      while (read < records) {
        read += consumer.poll(Duration.ofSeconds(1)).count();
        meter.record(read);
      }
      return meter.throughput();
    }
  }

  /**
   * Starts a controller that runs no studies and measures how fast it consumes {@code events}
   * events.
   */
  public Throughput consume(String prefix, int events) throws Exception {
    return consume(prefix, events, NEVER);
  }

  /**
   * Starts a controller that runs studies above a slowdown threshold and measures how fast it
   * consumes {@code events} events.
   */
  public Throughput consume(String prefix, int events, int threshold) throws Exception {
    return until(
        config(prefix, threshold),
        controller ->
            controller.clusters().stream()
                .mapToLong(cluster -> cluster.counters().eventCount())
                .sum(),
        events);
  }

  /** Starts a controller and measures the time until it has restored {@code jobs} active jobs. */
  public Throughput restore(String prefix, int jobs) throws Exception {
    return until(
        config(prefix, NEVER),
        controller ->
            controller.clusters().stream()
                .filter(cluster -> cluster.tracked() != null)
                .mapToLong(
                    cluster -> requireNonNull(cluster.tracked()).mirror().state().activeCount())
                .sum(),
        jobs);
  }

  private Throughput until(ControllerConfig config, ToLongFunction<Controller> figure, long wanted)
      throws Exception {
    Throughput.Meter meter = new Throughput.Meter();
    Controller controller = get(Controller.start(vertx, config));
    try {
      while (meter.record(get(controller.ask(figure::applyAsLong))) < wanted) {
        if (meter.throughput().seconds() > TIMEOUT_SECONDS) {
          throw new IllegalStateException(
              "the controller did not reach " + wanted + " within " + TIMEOUT_SECONDS + " s");
        }
        TimeUnit.MILLISECONDS.sleep(5);
      }
      return meter.throughput();
    } finally {
      get(controller.close());
    }
  }

  /**
   * Milliseconds between appending the event that causes a study and appending its decision and
   * command, by the broker's clock, in ascending order. The cluster runs the log week by week, with
   * {@code alternatives} numbers of partitions and a horizon of two weeks.
   */
  public double[] decisionMilliseconds(JobLog log, int processors, int alternatives)
      throws Exception {
    String prefix = "latency";
    kafka.createTopics(
        DemoTopics.all(prefix, 1).stream()
            .map(
                topic -> {
                  Map<String, String> settings = new HashMap<>(topic.configs());
                  settings.put("message.timestamp.type", "LogAppendTime");
                  return topic.configs(settings);
                })
            .toList());
    TuneSettings tuning =
        new TuneSettings(
            1,
            TuneSettings.WEEK,
            2 * TuneSettings.WEEK,
            SearchSpace.partitions(alternatives),
            GuardRails.NONE);
    ControllerConfig config =
        config(prefix, NEVER).withControl(new ControlSettings(Mode.APPLY, 3600, tuning));
    EmulatedCluster cluster = TunedCluster.emulated(log, processors);
    Controller controller = get(Controller.start(vertx, config));
    try (TunedCluster tuned =
        new TunedCluster(
            kafka.bootstrapServers(),
            prefix,
            TUNED,
            cluster,
            Duration.ofSeconds(TIMEOUT_SECONDS))) {
      while (!cluster.done()) {
        if (tuned.week(TunedCluster::runUntil) != null) {
          tuned.applyCommands();
        }
      }
      tuned.runner().flush();
    } finally {
      get(controller.close());
    }
    return latencies(prefix);
  }

  private double[] latencies(String prefix) throws Exception {
    String topicId = topicId(Topic.EVENTS.named(prefix));
    Map<String, Long> appended = new HashMap<>(); // by the id of the decision that follows
    for (ConsumerRecord<String, byte[]> event : records(prefix, Topic.EVENTS)) {
      String id = TUNED + "-d" + EventIds.suffix(event.offset(), topicId);
      appended.put(id, event.timestamp());
    }
    EventCodec codec = new EventCodec();
    List<Double> latencies = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : records(prefix, Topic.DECISIONS)) {
      if (codec.decode(record.value()).data() instanceof DecisionRecorded decision
          && !decision.alternatives().isEmpty()) {
        long cause = requireNonNull(appended.get(decision.decision()));
        latencies.add((double) (record.timestamp() - cause));
      }
    }
    return latencies.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }

  private String topicId(String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      KafkaFuture<TopicDescription> described =
          requireNonNull(admin.describeTopics(List.of(topic)).topicNameValues().get(topic));
      return get(Future.fromCompletionStage(described.toCompletionStage())).topicId().toString();
    }
  }

  /** The records without those that abort transactions, which are no events. */
  private List<ConsumerRecord<String, byte[]>> records(String prefix, Topic topic) {
    return TopicReader.records(kafka.bootstrapServers(), topic.named(prefix));
  }

  /**
   * Runs a controller on declared clusters and sources that each send one event without a
   * declaration, and scrapes its metrics. On each cluster a job of each of 200 accounts has run,
   * and ten jobs wait.
   */
  public ManySources manySources(int declared, int junk, int scrapes) throws Exception {
    String prefix = "sources";
    List<EventData> cluster = new ArrayList<>(waiting(10).get(0));
    for (int i = 0; i < ACCOUNTS; i++) {
      String job = "of" + i;
      JobDescription description =
          new JobDescription(
              1,
              3600,
              null,
              "account" + i,
              null,
              "batch",
              EventData.NONE,
              EventData.NONE,
              List.of(),
              null);
      cluster.add(new JobSubmitted(job, 1 + i, description));
      cluster.add(new JobStarted(job, 1 + i));
      cluster.add(new JobFinished(job, 2 + i, JobOutcome.COMPLETED));
    }
    List<List<EventData>> sources = new ArrayList<>(Collections.nCopies(declared, cluster));
    sources.addAll(Collections.nCopies(junk, List.of(new JobSubmitted("job", 1, 1, 3600))));
    int events = produce(prefix, sources);
    ControllerConfig config =
        config(prefix, NEVER).withClusters(new ControllerConfig.ClusterLimits(declared, Set.of()));
    Controller controller = get(Controller.start(vertx, config));
    try (EventLoopPauses pauses = new EventLoopPauses(controller)) {
      while (get(controller.ask(one -> one.offsets().getOrDefault(0, 0L))) < events) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      Pauses consuming = pauses.take();
      HttpRequest request =
          HttpRequest.newBuilder(
                  URI.create("http://127.0.0.1:" + controller.httpPort() + "/metrics"))
              .build();
      HttpClient client = HttpClient.newHttpClient();
      double[] seconds = new double[scrapes];
      long series = 0;
      long bytes = 0;
      for (int i = 0; i < scrapes; i++) {
        long began = System.nanoTime();
        String text = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        seconds[i] = (System.nanoTime() - began) / 1e9;
        bytes = text.length();
        series = text.lines().filter(line -> line.contains("cluster=\"")).count();
      }
      Arrays.sort(seconds);
      return new ManySources((double) series / declared, bytes, seconds, consuming, pauses.take());
    } finally {
      get(controller.close());
    }
  }

  /**
   * Runs a controller on the events of one cluster.
   *
   * @param warmUp how many of them are not measured
   */
  public Pauses pauses(String prefix, List<EventData> events, int warmUp) throws Exception {
    produce(prefix, List.of(events));
    Controller controller = get(Controller.start(vertx, config(prefix, NEVER)));
    try (EventLoopPauses pauses = new EventLoopPauses(controller)) {
      for (int until : List.of(warmUp, events.size())) {
        pauses.take();
        while (get(controller.ask(KafkaTestbed::applied)) < until) {
          TimeUnit.MILLISECONDS.sleep(5);
        }
      }
      return pauses.take();
    } finally {
      get(controller.close());
    }
  }

  private static long applied(Controller controller) {
    return controller.clusters().stream()
        .filter(cluster -> !cluster.busy())
        .mapToLong(cluster -> cluster.counters().eventCount())
        .sum();
  }

  private ControllerConfig config(String prefix, int threshold) throws Exception {
    return ControllerKeys.read(
        ControllerKeys.loader()
            .flag("kafka.bootstrap.servers=" + kafka.bootstrapServers())
            .flag("topics.prefix=" + prefix)
            .flag("kafka.group=" + prefix)
            .flag("http.port=0")
            .flag("tuning.mode=observe")
            .flag("tuning.search=partitions")
            .flag("tuning.threshold=" + threshold)
            .load());
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws Exception {
    get(vertx.close());
    kafka.close();
  }
}
