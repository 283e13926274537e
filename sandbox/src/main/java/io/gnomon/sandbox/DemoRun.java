package io.gnomon.sandbox;

import io.gnomon.controller.Controller;
import io.gnomon.controller.ControllerConfig;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.cluster.Mode;
import io.gnomon.events.DecisionRecorded;
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
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The whole world of the demo: broker, controller and cluster, run week by week. */
final class DemoRun implements AutoCloseable {
  /** The cluster's id in the demo. */
  static final String CLUSTER = "demo";

  private static final int WEEK = TuneSettings.WEEK;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String PREFIX = "gnomon";

  private final DemoSettings settings;
  private final Progress progress;
  private final Untuned untuned;
  private final EmbeddedKafka kafka;
  private final Vertx vertx = Vertx.vertx();
  private final Controller controller;
  private final TunedCluster tuned;
  private final EmulatedCluster cluster;
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
            0,
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
    tuned =
        new TunedCluster(
            kafka.bootstrapServers(),
            PREFIX,
            CLUSTER,
            settings.log(),
            settings.processors(),
            PATIENCE);
    cluster = tuned.cluster();
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
    boolean early = false;
    while (!cluster.done() && !early) {
      DecisionRecorded decision = tuned.week((running, end) -> runTo(end, began));
      weeks++;
      untuned.moveTo(cluster.state().now());
      if (decision.command() != null) {
        progress.say(
            String.format(
                Locale.ROOT,
                "week %d: slowdown %.1f, now %s",
                weeks,
                decision.slowdown(),
                decision.chosen()));
        tuned.obey(decision);
      }
      check();
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

  /** The controller stands at the boundary, as the cluster does: they must agree. */
  private void check() throws InterruptedException, TimeoutException {
    awaitConsumed();
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
    tuned.flush();
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
    double seen =
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
        seen,
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
  public void close() throws IOException {
    tuned.close();
    try {
      await(controller.close());
      await(vertx.close());
    } catch (TimeoutException e) {
      throw new IOException("the demo did not stop in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      kafka.close();
    }
  }
}
