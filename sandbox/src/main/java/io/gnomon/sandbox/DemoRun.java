package io.gnomon.sandbox;

import io.gnomon.bridge.KafkaSink;
import io.gnomon.controller.Controller;
import io.gnomon.controller.ControllerConfig;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.cluster.Mode;
import io.gnomon.events.DecisionRecorded;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.SearchSpace;
import io.gnomon.sim.tune.TuneSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * The whole world of the demo: broker, controller and cluster, run week by week.
 *
 * <p>Simulated time passes faster than any real scheduler's, so the cluster waits at each week
 * boundary for the decision that the controller records for every look, and obeys a command at that
 * second. So the same workload leads to the same decisions on any machine.
 */
final class DemoRun implements AutoCloseable {
  /** The cluster's id in the demo. */
  static final String CLUSTER = "demo";

  private static final int WEEK = TuneSettings.WEEK;
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String PREFIX = "gnomon";

  private final DemoSettings settings;
  private final Progress progress;
  private final Untuned untuned;
  private final EmbeddedKafka kafka;
  private final Vertx vertx = Vertx.vertx();
  private final Controller controller;
  private final KafkaSink sink;
  private final KafkaConsumer<String, byte[]> inbox;
  private final EmulatedCluster cluster;
  private final EventCodec codec = new EventCodec();
  private final Map<String, GnomonEvent> commands = new HashMap<>();
  private int mirrorChecks;
  private int mirrorDifferences;
  private int weeks;

  DemoRun(DemoSettings settings, Progress progress)
      throws IOException, InterruptedException, TimeoutException {
    this.settings = settings;
    this.progress = progress;
    long origin = Math.max(0, settings.log().originEpochSecond());
    untuned = new Untuned(settings.log(), settings.processors(), origin, WEEK);
    progress.say("starting an embedded Kafka broker ...");
    kafka = EmbeddedKafka.start();
    kafka.createTopics(DemoTopics.all(PREFIX, 1));
    progress.say("starting the controller ...");
    ControlSettings control =
        new ControlSettings(
            Mode.APPLY,
            3600,
            new TuneSettings(
                settings.threshold(), WEEK, 2 * WEEK, SearchSpace.partitions(4), GuardRails.NONE));
    controller =
        await(
            Controller.start(
                vertx,
                ControllerConfig.defaults(kafka.bootstrapServers())
                    .withPort(settings.port())
                    .withControl(control),
                untuned));
    sink = new KafkaSink(Map.of("bootstrap.servers", kafka.bootstrapServers()), PREFIX);
    inbox =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    inbox.assign(
        List.of(
            new TopicPartition(Topic.DECISIONS.named(PREFIX), 0),
            new TopicPartition(Topic.COMMANDS.named(PREFIX), 0)));
    inbox.seekToBeginning(inbox.assignment());
    cluster = new EmulatedCluster(CLUSTER, settings.log(), settings.processors(), origin, sink);
  }

  /** Where the dashboard is. */
  String dashboard() {
    return "http://127.0.0.1:" + controller.httpPort() + "/";
  }

  /** The controller, to look at. */
  Controller controller() {
    return controller;
  }

  /** Runs the workload. */
  DemoResult run() throws InterruptedException, TimeoutException {
    long began = System.nanoTime();
    cluster.runner().declare();
    int end = 0;
    boolean early = false;
    while (!cluster.done() && !early) {
      end = (cluster.nextEventTime() / WEEK + 1) * WEEK;
      runTo(end, began);
      sink.flush();
      untuned.moveTo(end);
      awaitLook(end);
      check();
      weeks++;
      report();
      early = seconds(began) > settings.seconds();
    }
    awaitConsumed();
    double elapsed = seconds(began);
    return result(elapsed);
  }

  private void runTo(int end, long began) throws InterruptedException {
    if (Double.isInfinite(settings.speed())) {
      cluster.runUntil(end);
      return;
    }
    int step = (int) Math.max(1, Math.min(WEEK, settings.speed() / 5));
    for (int now = cluster.state().now(); now < end; now = cluster.state().now()) {
      cluster.runUntil(Math.min(end, now + step));
      double due = cluster.state().now() / settings.speed();
      double early = due - seconds(began);
      if (early > 0) {
        TimeUnit.MICROSECONDS.sleep((long) (early * 1e6));
      }
    }
  }

  /** Waits for the controller's decision at {@code second}, and obeys the command in it. */
  private void awaitLook(int second) throws TimeoutException {
    long at = cluster.now();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    DecisionRecorded decision = null;
    while (decision == null
        || (decision.command() != null && !commands.containsKey(decision.command()))) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException(
            "no decision for second " + second + " within " + PATIENCE.toSeconds() + " s");
      }
      DecisionRecorded found = poll(at);
      decision = found == null ? decision : found;
    }
    String command = decision.command();
    if (command != null) {
      GnomonEvent wanted = commands.get(command);
      if (wanted != null) {
        progress.say(
            "week "
                + second / WEEK
                + ": slowdown "
                + Math.round(decision.slowdown() == null ? 0 : decision.slowdown())
                + ", now "
                + decision.chosen());
        cluster.obey(wanted);
      }
    }
  }

  private @Nullable DecisionRecorded poll(long at) {
    DecisionRecorded found = null;
    for (ConsumerRecord<String, byte[]> record : inbox.poll(POLL)) {
      GnomonEvent event =
          codec.decode(
              record.value(),
              name -> {
                var header = record.headers().lastHeader(name);
                return header == null ? null : header.value();
              });
      if (event.data() instanceof DecisionRecorded decision) {
        found = decision.at() >= at ? decision : found;
      } else {
        commands.put(event.envelope().id(), event);
      }
    }
    return found;
  }

  /** The controller stands at the boundary, as the cluster does: they must agree. */
  private void check() throws InterruptedException, TimeoutException {
    if (cluster.runner().sequence() != consumedEvents()) {
      sink.flush();
      awaitConsumed();
    }
    List<String> differences =
        await(
            controller.ask(
                one -> {
                  ClusterController mirrored = one.clusters().get(0);
                  return mirrored.followed() == null
                      ? List.of("nothing is mirrored")
                      : MirrorCheck.differences(cluster, mirrored.followed().mirror());
                }));
    mirrorChecks++;
    mirrorDifferences += differences.size();
    differences.stream().limit(3).forEach(progress::say);
  }

  private long consumedEvents() throws InterruptedException, TimeoutException {
    return await(
        controller.ask(
            one -> one.clusters().stream().mapToLong(c -> c.tally().eventCount()).sum()));
  }

  private void awaitConsumed() throws InterruptedException, TimeoutException {
    sink.flush();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (consumedEvents() < cluster.runner().sequence()) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException(
            "the controller took "
                + consumedEvents()
                + " of "
                + cluster.runner().sequence()
                + " events within "
                + PATIENCE.toSeconds()
                + " s");
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private void report() throws InterruptedException, TimeoutException {
    long made =
        await(
            controller.ask(
                one -> one.clusters().stream().mapToLong(c -> c.tally().commands()).sum()));
    double tuned =
        await(
            controller.ask(
                one -> {
                  var followed = one.clusters().get(0).followed();
                  return followed == null || followed.looks().isEmpty()
                      ? 0.0
                      : followed.looks().get(followed.looks().size() - 1).slowdown();
                }));
    var points = untuned.points();
    progress.week(
        weeks,
        cluster.state().waiting().size(),
        tuned,
        points.isEmpty() ? 0 : points.get(points.size() - 1).slowdown(),
        made);
  }

  private DemoResult result(double elapsed) throws InterruptedException, TimeoutException {
    Outcome outcome = new Outcome(settings.log(), cluster.schedule());
    Metrics metrics = Metrics.of(outcome, settings.processors());
    return await(
        controller.ask(
            one -> {
              ClusterController mirrored = one.clusters().get(0);
              var tally = mirrored.tally();
              return new DemoResult(
                  settings.workload(),
                  settings.processors(),
                  settings.log().size(),
                  outcome.finishedJobs(),
                  weeks,
                  cluster.runner().sequence(),
                  tally.eventCount(),
                  tally.commands(),
                  tally.acknowledgements(),
                  cluster.runner().repeatedCommands(),
                  tally.studies(),
                  tally.refusals().values().stream().mapToLong(Long::longValue).sum(),
                  new DemoResult.Slowdown(
                      metrics.meanBoundedSlowdown(), untuned.meanBoundedSlowdown()),
                  mirrorChecks,
                  mirrorDifferences,
                  elapsed,
                  cluster.runner().sequence() / elapsed);
            }));
  }

  private static double seconds(long began) {
    return (System.nanoTime() - began) / 1e9;
  }

  private static <T> T await(Future<T> future) throws InterruptedException, TimeoutException {
    try {
      return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the demo cannot go on: " + e.getCause(), e.getCause());
    }
  }

  @Override
  public void close() throws IOException, InterruptedException, TimeoutException {
    sink.close();
    inbox.close();
    await(controller.close());
    await(vertx.close());
    kafka.close();
  }
}
