package io.gnomon.sandbox;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterCounters;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A demo: a broker, a controller and an emulated cluster, run from one evaluation to the next.
 *
 * <p>A test stops it at any evaluation, with a queue, and operates it over HTTP:
 *
 * <pre>{@code
 * try (DemoRun run = new DemoRun(DemoSettings.generated(), new DemoProgress(System.err, false))) {
 *   run.runUntil(decision -> run.cluster().state().waiting().size() >= 20);
 *   // POST to run.dashboard() + "api/v1/clusters/demo/mode" with run.token(): mode approve
 *   run.runUntil(decision -> decision.outcome() == DecisionOutcome.AWAITING_APPROVAL);
 *   // POST the approval, or press the button in a browser
 *   run.applyNextCommand(); // the cluster applies the command and acknowledges it
 *   run.advance(600); // ten minutes pass on the cluster
 * }
 * }</pre>
 *
 * <p>Single-threaded. The cluster stands still between two calls.
 */
final class DemoRun implements AutoCloseable {
  /** The cluster's id in the demo. */
  static final String CLUSTER = "demo";

  static final String PREFIX = "gnomon";

  /** The operator's name in the demo. */
  static final String OPERATOR = "visitor";

  private static final int TOKEN_BYTES = 12;
  private static final int WEEK = TuneSettings.WEEK;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final double REPORT_SECONDS = 1;

  private final DemoSettings settings;
  private final DemoProgress progress;
  private final String token = generateToken();
  private final ResourceStack resources = new ResourceStack();
  private final UntunedRun untuned;
  private final EmulatedCluster cluster;
  private final EmbeddedKafka kafka;
  private final LocalController controller;
  private final TunedCluster tuned;
  private final long began;
  private int mirrorChecks;
  private int mirrorDifferences;
  private int weeks;

  DemoRun(DemoSettings settings, DemoProgress progress)
      throws IOException, InterruptedException, TimeoutException {
    this.settings = settings;
    this.progress = progress;
    cluster = TunedCluster.emulated(settings.log(), settings.processors());
    untuned = new UntunedRun(settings.log(), settings.processors(), cluster.now(), WEEK);
    try {
      progress.say("starting an embedded Kafka broker ...");
      kafka = resources.add(EmbeddedKafka.start());
      kafka.createTopics(DemoTopics.all(PREFIX, 1));
      progress.say("starting the controller ...");
      controller = resources.add(LocalController.start(config(), untuned));
      tuned =
          resources.add(
              new TunedCluster(kafka.bootstrapServers(), PREFIX, CLUSTER, cluster, TIMEOUT));
    } catch (IOException | InterruptedException | TimeoutException | RuntimeException e) {
      closeAfter(e);
      throw e;
    }
    began = System.nanoTime();
  }

  private ControllerConfig config() {
    return ControllerConfig.defaults(kafka.bootstrapServers())
        .withHttp(HttpSettings.loopback(settings.port()).withTokens(Map.of(OPERATOR, token)))
        .withControl(control(settings.threshold()));
  }

  /** The control settings of the demo. */
  static ControlSettings control(double threshold) {
    return new ControlSettings(
        Mode.APPLY,
        3600,
        new TuneSettings(
                threshold,
                WEEK,
                2 * WEEK,
                SearchSpace.full(4, PolicyLibrary.none()),
                GuardRails.NONE)
            .reviewed());
  }

  /** The address of the dashboard. */
  String dashboard() {
    return controller.dashboard();
  }

  /** The bearer token of the only operator, generated for this run. */
  String token() {
    return token;
  }

  /** The emulated cluster. */
  EmulatedCluster cluster() {
    return cluster;
  }

  private static String generateToken() {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** The address of the broker. */
  String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  /** Seconds until the time limit; infinite without one. */
  double secondsLeft() {
    return Math.max(0, settings.seconds() - elapsed());
  }

  /** Runs the workload until its end or the time limit. */
  DemoResult run() throws InterruptedException, TimeoutException {
    return runUntil(decision -> false);
  }

  /**
   * Runs until the first decision that {@code enough} accepts, the end of the workload or the time
   * limit. The command of that decision has been applied.
   */
  DemoResult runUntil(Predicate<DecisionRecorded> enough)
      throws InterruptedException, TimeoutException {
    boolean stop = false;
    while (!stop && !cluster.done() && secondsLeft() > 0) {
      DecisionRecorded decision = tuned.week(this::runTo);
      if (decision != null) {
        weeks++;
        reportChange(decision);
        tuned.applyCommands();
        stop = enough.test(decision);
      }
      compareMirror();
      report();
    }
    return result(elapsed());
  }

  /** Waits for the next command, such as after an approval or a rollback, and applies it. */
  void applyNextCommand() throws InterruptedException, TimeoutException {
    tuned.applyNextCommand();
    awaitConsumption();
  }

  /**
   * Lets time pass on the cluster until the controller has consumed the events.
   *
   * @param seconds of the cluster, not past the next evaluation
   */
  void advance(int seconds) throws InterruptedException, TimeoutException {
    tuned.runUntil(cluster.state().now() + seconds);
    untuned.moveTo(cluster.state().now());
    awaitConsumption();
  }

  private void runTo(TunedCluster running, int end) throws InterruptedException {
    if (Double.isInfinite(settings.speed())) {
      running.runUntil(end);
      untuned.moveTo(end);
      return;
    }
    int step = (int) Math.max(1, Math.min(WEEK, settings.speed() / 5));
    double reported = elapsed();
    for (int now = cluster.state().now(); now < end && secondsLeft() > 0; ) {
      running.runUntil(Math.min(end, now + step));
      now = cluster.state().now();
      untuned.moveTo(now);
      double early = Math.min(now / settings.speed() - elapsed(), secondsLeft());
      if (early > 0) {
        TimeUnit.MICROSECONDS.sleep((long) (early * 1e6));
      }
      if (elapsed() - reported > REPORT_SECONDS && progress.onTerminal()) {
        reported = elapsed();
        reportWhileRunning();
      }
    }
  }

  private void reportChange(DecisionRecorded decision) {
    if (decision.command() != null) {
      progress.say(
          String.format(
              Locale.ROOT,
              "week %d: slowdown %.1f, now %s",
              weeks,
              decision.slowdown(),
              decision.chosen()));
    }
  }

  /**
   * Waits until the controller has consumed all events of the cluster, then compares its mirror
   * with the cluster.
   */
  private void compareMirror() throws InterruptedException, TimeoutException {
    awaitConsumption();
    List<String> differences =
        ask(
            mirrored -> {
              TrackedCluster tracked = mirrored.tracked();
              return tracked == null
                  ? List.of("the controller has no mirror of the cluster")
                  : MirrorComparison.differences(cluster, tracked.mirror());
            });
    mirrorChecks++;
    mirrorDifferences += differences.size();
    differences.stream().limit(3).forEach(progress::say);
  }

  private void awaitConsumption() throws InterruptedException, TimeoutException {
    tuned.runner().flush();
    long sent = tuned.runner().sequence();
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    long consumed = consumed();
    while (consumed < sent) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException(
            "the controller consumed %d of %d events within %d s"
                .formatted(consumed, sent, TIMEOUT.toSeconds()));
      }
      TimeUnit.MILLISECONDS.sleep(5);
      consumed = consumed();
    }
  }

  private long consumed() throws InterruptedException, TimeoutException {
    return controller.ask(
        one -> one.clusters().stream().mapToLong(c -> c.counters().eventCount()).sum());
  }

  private void reportWhileRunning() throws InterruptedException {
    try {
      if (consumed() > 0) {
        report();
      }
    } catch (TimeoutException e) {
      progress.say("the controller does not respond");
    }
  }

  private void report() throws InterruptedException, TimeoutException {
    long commands = ask(mirrored -> mirrored.counters().commands());
    double seen =
        ask(
            mirrored -> {
              TrackedCluster tracked = mirrored.tracked();
              return tracked == null || tracked.observations().isEmpty()
                  ? 0.0
                  : tracked.observations().get(tracked.observations().size() - 1).slowdown();
            });
    var points = untuned.points(CLUSTER);
    progress.week(
        cluster.state().now() / (double) WEEK,
        cluster.state().waiting().size(),
        seen,
        points.isEmpty() ? 0 : points.get(points.size() - 1).slowdown(),
        commands);
  }

  private DemoResult result(double elapsed) throws InterruptedException, TimeoutException {
    Outcome outcome = new Outcome(settings.log(), cluster.schedule());
    long sent = tuned.runner().sequence();
    return ask(
        mirrored -> {
          ClusterCounters counters = mirrored.counters();
          return new DemoResult(
              settings.workload(),
              settings.processors(),
              settings.log().size(),
              outcome.finishedJobs(),
              weeks,
              sent,
              counters.eventCount(),
              counters.commands(),
              counters.appliedCommands(),
              tuned.runner().duplicateCommands(),
              counters.studies(),
              counters.rejectedEvents().values().stream().mapToLong(Long::longValue).sum(),
              DemoResult.Slowdown.of(outcome, untuned.outcome(), cluster.state().now()),
              mirrorChecks,
              mirrorDifferences,
              elapsed,
              sent / elapsed);
        });
  }

  private double elapsed() {
    return (System.nanoTime() - began) / 1e9;
  }

  private <T> T ask(Function<ClusterController, T> question)
      throws InterruptedException, TimeoutException {
    return controller.ask(one -> question.apply(one.clusters().get(0)));
  }

  private void closeAfter(Exception problem) {
    try {
      close();
    } catch (IllegalStateException second) {
      problem.addSuppressed(second);
    }
  }

  @Override
  public void close() {
    // Closing must not be interrupted by an interrupt that has already ended the run.
    boolean interrupted = Thread.interrupted();
    try {
      resources.close();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
