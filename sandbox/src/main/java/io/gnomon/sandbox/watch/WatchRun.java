package io.gnomon.sandbox.watch;

import io.gnomon.config.ConfigLoader;
import io.gnomon.controller.Controller;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.sandbox.LocalController;
import io.gnomon.sandbox.ResourceStack;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sandbox.watch.WatchedQueue.Publisher;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.text.Durations;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The broker, the controller and the bridge of a {@code watch}, started in this order and stopped
 * in the reverse one. Controlled by one thread; the bridge has a thread of its own.
 */
final class WatchRun implements AutoCloseable {
  private static final Duration QUEUE_LIMIT = Duration.ofSeconds(60);
  private static final Duration BRIDGE_LIMIT = Duration.ofSeconds(5);
  private static final int POLL_MILLIS = 50;

  /**
   * A trial lasts hours: it compares half-hours, and trusts the model after a tenth of the jobs.
   */
  static final FidelitySettings TRIAL =
      new FidelitySettings(1800, FidelitySettings.JOBS / 10, FidelitySettings.MOST_ERROR);

  private final WatchedQueue queue;
  private final ResourceStack resources = new ResourceStack();
  private final CompletableFuture<Void> failure = new CompletableFuture<>();
  private final LocalController controller;
  private final Path clientFile;

  /**
   * Starts everything; the dashboard shows the queue when this constructor returns.
   *
   * @param state the folder of the broker's data, or null for a temporary one
   * @param port of the dashboard, 0 for any free port
   * @param period time between evaluations
   * @param approval of an operator who approves changes, or null to recommend only
   * @param trust when the model is trusted
   * @param progress receives each step before it begins
   * @throws IOException if the port is in use or the state folder cannot be used
   * @throws TimeoutException if the controller or the queue takes longer than 60 s
   */
  WatchRun(
      WatchedQueue queue,
      @Nullable StateFolder state,
      int port,
      Duration period,
      @Nullable Approval approval,
      FidelitySettings trust,
      Consumer<String> progress)
      throws IOException, InterruptedException, TimeoutException {
    this.queue = queue;
    boolean started = false;
    try {
      progress.accept("starting an embedded Kafka broker ...");
      EmbeddedKafka kafka =
          resources.add(
              state == null
                  ? EmbeddedKafka.startPrivate()
                  : EmbeddedKafka.startPrivate(state.kafka()));
      kafka.failure().thenAccept(failure::completeExceptionally);
      clientFile = kafka.clientFile();
      kafka.createTopics(WatchTopics.all(WatchedQueue.PREFIX));
      progress.accept("starting the controller ...");
      controller =
          resources.add(LocalController.start(config(kafka, port, period, approval, trust)));
      controller.onFailure(failure::completeExceptionally);
      progress.accept("reading the queue ...");
      publish(queue.publisher(kafka));
      awaitQueue();
      started = true;
    } finally {
      if (!started) {
        close();
      }
    }
  }

  private static ControllerConfig config(
      EmbeddedKafka kafka,
      int port,
      Duration period,
      @Nullable Approval approval,
      FidelitySettings trust) {
    ConfigLoader loader =
        kafka
            .configure(ControllerKeys.loader())
            .flag("topics.prefix=" + WatchedQueue.PREFIX)
            .flag("http.port=" + port)
            .flag("tuning.cadence=hourly")
            .flag("tuning.period=" + Durations.print(period));
    ControllerConfig config =
        ControllerKeys.read(
            approval == null
                ? loader.flag("tuning.mode=recommend").load()
                : approval.ofController(loader).load());
    ControlSettings control = config.control();
    return config.withControl(
        new ControlSettings(
            control.mode(), control.expirySeconds(), control.tuning().withFidelity(trust)));
  }

  private void publish(Publisher publisher) {
    Thread bridge = new Thread(() -> run(publisher), "gnomon-bridge");
    resources.add(
        () -> {
          publisher.stop();
          bridge.join(BRIDGE_LIMIT.toMillis());
        });
    bridge.start();
  }

  /** Runs the bridge; its end is a failure, unless this run is over. */
  private void run(Publisher publisher) {
    try {
      publisher.run();
      failure.completeExceptionally(new IOException("the bridge has ended"));
    } catch (InterruptedException e) {
      failure.completeExceptionally(e);
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException | Error e) {
      failure.completeExceptionally(e);
    }
  }

  private void awaitQueue() throws IOException, InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + QUEUE_LIMIT.toNanos();
    while (!controller.ask(this::showsQueue)) {
      if (failure.isDone()) {
        awaitFailure();
      }
      if (System.nanoTime() > deadline) {
        throw new TimeoutException(
            "the queue of cluster %s was not published within %d s"
                .formatted(queue.cluster(), QUEUE_LIMIT.toSeconds()));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private boolean showsQueue(Controller one) {
    return one.clusters().stream()
        .filter(cluster -> cluster.cluster().equals(queue.cluster()))
        .map(cluster -> cluster.tracked())
        .anyMatch(tracked -> tracked != null && tracked.mirror().now() >= queue.since());
  }

  /** Returns the file with which other clients can read the topics. */
  Path clientFile() {
    return clientFile;
  }

  /** Returns the address of the dashboard. */
  String dashboard() {
    return controller.dashboard();
  }

  /**
   * Waits until the broker, the bridge or the controller fail.
   *
   * @throws IOException always, with the reason
   * @throws InterruptedException if this thread is interrupted before
   */
  void awaitFailure() throws IOException, InterruptedException {
    try {
      failure.get();
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new IOException(
          "stopped after a failure: " + (cause instanceof Error ? cause : cause.getMessage()),
          cause);
    }
  }

  @Override
  public void close() {
    resources.close();
  }
}
