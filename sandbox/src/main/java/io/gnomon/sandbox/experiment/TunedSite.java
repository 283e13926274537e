package io.gnomon.sandbox.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.bridge.slurm.SlurmBridge;
import io.gnomon.bridge.slurm.SlurmKeys;
import io.gnomon.config.ConfigLoader;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.events.Topic;
import io.gnomon.sandbox.DemoTopics;
import io.gnomon.sandbox.LocalController;
import io.gnomon.sandbox.ResourceStack;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Future;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Gnomon beside one site: broker, controller in mode {@code apply}, and the bridge, in this
 * process. Its times are those of the defaults divided by the same factor as the jobs' hours, as
 * far as its settings allow.
 */
final class TunedSite implements AutoCloseable {
  /**
   * What differs from the defaults of the mode: an hour between evaluations is a minute, a
   * simulated day is 24 minutes. A study may take five seconds, as two sites share this machine
   * with it. The model need not be trusted first: only waits of a minute or longer are compared,
   * and here few are.
   */
  private static final List<String> SCALED =
      List.of(
          "tuning.mode=observe",
          "tuning.period=1m",
          "tuning.horizon=24m",
          "study.time-limit=5s",
          "guard.fidelity-jobs=0");

  private static final String ORDERS = "tuning.orders=shortest,smallest-area";
  private static final String CLUSTER = "/api/v1/clusters/real";
  private static final int KEY_BYTES = 32;
  private static final int WATCHED_SECONDS = 60;
  private static final int BRIDGE_MILLIS = 10_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ResourceStack resources = new ResourceStack();
  private final LocalController controller;
  private final HttpClient http = HttpClient.newHttpClient();
  private volatile @Nullable Exception bridgeFailure;

  /**
   * Starts all of it; returns when the controller watches the cluster.
   *
   * @param orders whether the controller may put the queue into other orders than by priority
   */
  TunedSite(RealSite site, boolean orders)
      throws IOException, InterruptedException, TimeoutException {
    boolean started = false;
    try {
      Path key = key(site.folder().resolve("command.key"));
      EmbeddedKafka kafka = resources.add(EmbeddedKafka.start());
      kafka.createTopics(DemoTopics.all(Topic.DEFAULT_PREFIX, 1));
      controller = resources.add(LocalController.start(config(kafka, key, orders)));
      SlurmBridge bridge = new SlurmBridge(bridge(kafka, key, site).load());
      Thread runs = new Thread(() -> run(bridge), "gnomon-bridge");
      resources.add(
          () -> {
            bridge.stop();
            runs.join(BRIDGE_MILLIS);
          });
      runs.start();
      awaitWatching();
      started = true;
    } finally {
      if (!started) {
        resources.close();
      }
    }
  }

  private static Path key(Path file) throws IOException {
    byte[] random = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(random);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, HexFormat.of().formatHex(random) + "\n");
  }

  private static ControllerConfig config(EmbeddedKafka kafka, Path key, boolean orders) {
    ConfigLoader loader =
        kafka
            .configure(ControllerKeys.loader())
            .flag("http.port=0")
            .flag("commands.key-file=" + key);
    SCALED.forEach(loader::flag);
    if (orders) {
      loader.flag(ORDERS);
    }
    return ControllerKeys.read(loader.load());
  }

  private static ConfigLoader bridge(EmbeddedKafka kafka, Path key, RealSite site) {
    Path own = site.folder().resolve("gnomon");
    return kafka
        .configure(SlurmKeys.loader())
        .flag("slurm.conf=" + site.conf())
        .flag("slurm.bin=" + site.programs())
        .flag("slurm.interval=1s")
        .flag("slurm.spool=" + site.folder().resolve("hooks"))
        .flag("slurm.apply=apply")
        .flag("slurm.lua=" + own.resolve("gnomon.lua"))
        .flag("slurm.include=" + own.resolve("gnomon.conf"))
        .flag("commands.key-file=" + key)
        .flag("state=" + site.folder().resolve("bridge"));
  }

  private void run(SlurmBridge bridge) {
    try {
      bridge.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      bridgeFailure = e;
    }
  }

  private void requireBridge() {
    if (bridgeFailure != null) {
      throw new IllegalStateException(
          "the bridge ended: " + bridgeFailure.getMessage(), bridgeFailure);
    }
  }

  /** Lets Gnomon change the site from now on; until then it observes. */
  void apply() throws InterruptedException, TimeoutException {
    requireBridge();
    OperatorRequest request =
        new OperatorRequest(
            null, "experiment", "the experiment begins", new Operation.SetMode(Mode.APPLY));
    Future<OperationResult> done =
        controller.ask(one -> one.operate(one.clusters().get(0), request));
    try {
      done.toCompletionStage().toCompletableFuture().get(WATCHED_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the mode cannot be set: " + e.getCause(), e.getCause());
    }
  }

  private void awaitWatching() throws IOException, InterruptedException, TimeoutException {
    for (int second = 0; second < WATCHED_SECONDS; second++) {
      if (get("").path("state").asText().equals("WATCHING")) {
        return;
      }
      TimeUnit.SECONDS.sleep(1);
    }
    throw new TimeoutException(
        "the controller does not watch the cluster after %d s".formatted(WATCHED_SECONDS));
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + controller.port() + CLUSTER + path);
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build();
    return JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
  }

  /** What the dashboard shows now. */
  Shown shown() throws IOException, InterruptedException {
    requireBridge();
    JsonNode effect = get("/effect");
    Map<String, Integer> reasons = new TreeMap<>();
    List<Shown.Made> made = new ArrayList<>();
    for (JsonNode decision : get("/decisions?limit=512").path("decisions")) {
      reasons.merge(decision.path("reason").asText(), 1, Integer::sum);
      if (decision.path("outcome").asText().equals("commanded")) {
        made.add(made(decision));
      }
    }
    return new Shown(
        effect.path("jobs").asInt(),
        effect.path("meanWait").path("actual").asDouble(Double.NaN),
        effect.path("meanWait").path("untuned").asDouble(Double.NaN),
        reasons,
        made);
  }

  private static Shown.Made made(JsonNode decision) {
    String chosen = decision.path("chosen").asText();
    for (JsonNode one : decision.path("alternatives")) {
      if (one.path("policy").asText().equals(chosen)) {
        return new Shown.Made(
            chosen,
            decision.path("predictedGain").asDouble(Double.NaN),
            one.path("slowdownGainLow").asDouble(Double.NaN),
            one.path("slowdownGainHigh").asDouble(Double.NaN));
      }
    }
    return new Shown.Made(
        chosen, decision.path("predictedGain").asDouble(Double.NaN), Double.NaN, Double.NaN);
  }

  @Override
  public void close() {
    resources.close();
  }
}
