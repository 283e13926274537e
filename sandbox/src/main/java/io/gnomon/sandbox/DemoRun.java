package io.gnomon.sandbox;

import io.gnomon.controller.cluster.output.ClusterCounters;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.effect.EffectSummary;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.tune.TuneSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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

  /** Simulated seconds per second after the fast part. */
  static final int LIVE_SPEED = 10;

  private static final int WEEK = TuneSettings.WEEK;
  private static final int CHECK_EVALUATIONS = 24;
  private static final int TICKS_PER_SECOND = 5;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final DemoSettings settings;
  private final DemoProgress progress;
  private final ResourceStack resources = new ResourceStack();
  private final Outcome untuned;
  private final EmulatedCluster cluster;
  private final EmbeddedKafka kafka;
  private final DemoController controller;
  private final TunedCluster tuned;
  private final String step;
  private long began;
  private int evaluations;
  private int mirrorChecks;
  private int mirrorDifferences;

  DemoRun(DemoSettings settings, DemoProgress progress)
      throws IOException, InterruptedException, TimeoutException {
    this.settings = settings;
    this.progress = progress;
    step = String.format(Locale.ROOT, "%.1f weeks of the cluster", week(settings.lastSecond()));
    cluster = TunedCluster.emulated(settings.log(), settings.emptyCluster());
    untuned = UntunedRun.of(settings.log(), settings.emptyCluster());
    try {
      kafka = resources.add(EmbeddedKafka.startPrivate());
      kafka.createTopics(DemoTopics.all(PREFIX, 1));
      controller = resources.add(new DemoController(kafka, settings));
      tuned =
          resources.add(
              new TunedCluster(
                  kafka.client(),
                  PREFIX,
                  CLUSTER,
                  cluster,
                  TIMEOUT,
                  controller.periodSeconds(),
                  controller.authenticator()));
    } catch (IOException | InterruptedException | TimeoutException | RuntimeException e) {
      closeAfter(e);
      throw e;
    }
    began = System.nanoTime();
  }

  /** The address of the dashboard. */
  String dashboard() {
    return controller.dashboard();
  }

  /** The bearer token of the only operator, generated for this run. */
  String token() {
    return controller.token();
  }

  /** The emulated cluster. */
  EmulatedCluster cluster() {
    return cluster;
  }

  /** The broker. */
  EmbeddedKafka kafka() {
    return kafka;
  }

  /** Seconds until the time limit; infinite without one. */
  double secondsLeft() {
    return Math.max(0, settings.seconds() - elapsed());
  }

  /** Why the cluster does not run on after the fast part; null if it does. */
  @Nullable String stopReason() {
    if (cluster.done()) {
      return "All jobs are done.";
    }
    return secondsLeft() > 0 ? null : "The time limit is reached; the cluster is paused.";
  }

  /** Minutes of real time until the next evaluation, if the cluster runs on. */
  int minutesToEvaluation() {
    int period = controller.periodSeconds();
    return (period - cluster.state().now() % period) / LIVE_SPEED / 60;
  }

  /** Runs the fast part: up to the end in the settings, or to the time limit. */
  DemoResult run() throws InterruptedException, TimeoutException {
    began = System.nanoTime();
    int beforeLast = settings.end() - controller.periodSeconds();
    runUntil(decision -> cluster.state().now() > beforeLast);
    if (!cluster.done() && secondsLeft() > 0 && cluster.state().now() < settings.end()) {
      runTo(tuned, settings.end());
    }
    compareMirror();
    progress.clear();
    return result(elapsed());
  }

  /**
   * Runs until the first decision that {@code enough} accepts, the end of the workload or the time
   * limit. The command of that decision has been applied.
   */
  void runUntil(Predicate<DecisionRecorded> enough) throws InterruptedException, TimeoutException {
    boolean stop = false;
    while (!stop && !cluster.done() && secondsLeft() > 0) {
      DecisionRecorded decision = tuned.week(this::runTo);
      if (decision != null) {
        evaluations++;
        reportChange(decision);
        tuned.applyCommands();
        stop = enough.test(decision);
      }
      progress.show(step, cluster.state().now() / (double) settings.lastSecond());
      if (evaluations % CHECK_EVALUATIONS == 0) {
        compareMirror();
      }
    }
    awaitConsumption();
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
    awaitConsumption();
  }

  /**
   * Runs the cluster on in mode {@code approve} and applies commands when they arrive, until the
   * time limit or an interrupt.
   *
   * @param speed simulated seconds per second
   * @throws IOException if the broker ends
   */
  void live(int speed) throws IOException, InterruptedException, TimeoutException {
    if (!cluster.done()) {
      controller.setMode(Mode.APPROVE, "the fast part of the demo is over; you decide");
    }
    int from = cluster.state().now();
    long start = System.nanoTime();
    while (secondsLeft() > 0) {
      TimeUnit.MILLISECONDS.sleep(1000 / TICKS_PER_SECOND);
      if (kafka.failure().isDone()) {
        throw kafka.failure().join();
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      tuned.runUntil(from + (int) (speed * seconds));
      tuned.applyReceivedCommands();
    }
  }

  private void runTo(TunedCluster running, int end) throws InterruptedException {
    if (Double.isInfinite(settings.speed())) {
      running.runUntil(end);
      return;
    }
    int step = (int) Math.max(1, Math.min(WEEK, settings.speed() / TICKS_PER_SECOND));
    for (int now = cluster.state().now(); now < end; ) {
      now = Math.min(end, now + step);
      double early = Math.min(now / settings.speed() - elapsed(), secondsLeft());
      if (early > 0) {
        TimeUnit.MICROSECONDS.sleep((long) (early * 1e6));
      }
      if (now == end || secondsLeft() <= 0) {
        running.runUntil(now);
        return;
      }
      running.processUntil(now);
    }
  }

  private void reportChange(DecisionRecorded decision) {
    String chosen = decision.chosen();
    if (decision.command() != null && chosen != null) {
      progress.say(
          String.format(
              Locale.ROOT,
              "week %.1f: slowdown %.1f; now %s",
              week(cluster.state().now()),
              decision.slowdown(),
              Policies.describe(chosen)));
    }
  }

  private static double week(int second) {
    return second / (double) WEEK;
  }

  /**
   * Waits until the controller has consumed all events of the cluster, then compares its mirror
   * with the cluster.
   */
  private void compareMirror() throws InterruptedException, TimeoutException {
    awaitConsumption();
    List<String> differences =
        controller.ask(
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
    long consumed = controller.consumed();
    while (consumed < sent) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException(
            "the controller consumed %d of %d events within %d s"
                .formatted(consumed, sent, TIMEOUT.toSeconds()));
      }
      TimeUnit.MILLISECONDS.sleep(5);
      consumed = controller.consumed();
    }
  }

  private DemoResult result(double elapsed) throws InterruptedException, TimeoutException {
    Outcome outcome = new Outcome(settings.log(), cluster.schedule());
    int now = cluster.state().now();
    long sent = tuned.runner().sequence();
    EffectSummary effect = controller.effect();
    return controller.ask(
        mirrored -> {
          ClusterCounters counters = mirrored.counters();
          return new DemoResult(
              settings.workload(),
              settings.processors(),
              settings.machine() == null ? null : settings.size(),
              settings.log().firstSubmittedAtOrAfter(now + 1),
              outcome.finishedJobs(),
              now / WEEK,
              evaluations,
              sent,
              counters.eventCount(),
              counters.of(Count.COMMANDS),
              counters.of(Count.APPLIED_COMMANDS),
              tuned.runner().duplicateCommands(),
              counters.of(Count.STUDIES),
              counters.rejectedEvents().values().stream().mapToLong(Long::longValue).sum(),
              DemoResult.Slowdown.of(effect.all(), outcome, untuned, now),
              effect.all().jobs(),
              effect.changes(),
              cluster.now() - now + effect.since(),
              cluster.state().waiting().size(),
              mirrorChecks,
              mirrorDifferences,
              elapsed,
              sent / elapsed);
        });
  }

  private double elapsed() {
    return (System.nanoTime() - began) / 1e9;
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
    resources.close();
  }
}
