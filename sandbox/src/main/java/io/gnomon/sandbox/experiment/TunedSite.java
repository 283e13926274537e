package io.gnomon.sandbox.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
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
import java.time.Instant;
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
 * process. The bridge shows it the site on a {@linkplain FasterClock faster clock}, so that its
 * settings are the defaults and apply to hours that are minutes.
 */
final class TunedSite implements Tuning {
  /**
   * What differs from the defaults of the mode. A study may take five seconds, as two sites share
   * this machine with it. The model need not be trusted first, as that takes 500 jobs.
   */
  private static final List<String> SETTINGS =
      List.of("tuning.mode=observe", "study.time-limit=5s", "guard.fidelity-jobs=0");

  /** Seconds of Gnomon's clock in one of the site. */
  static final int SPEED = 60;

  private static final String ORDERS = "tuning.orders=shortest,smallest-area";
  private static final String CLUSTER = "/api/v1/clusters/real";
  private static final int KEY_BYTES = 32;
  private static final int WATCHED_SECONDS = 60;
  private static final int BRIDGE_MILLIS = 10_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ResourceStack resources = new ResourceStack();
  private final LocalController controller;
  private final long clock;
  private final HttpClient http = HttpClient.newHttpClient();
  private volatile @Nullable Exception bridgeFailure;
  private Effect before = Effect.NONE;
  private long began;

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
      clock = Instant.now().getEpochSecond();
      SlurmBridge bridge =
          new SlurmBridge(
              bridge(kafka, key, site).load(), port -> new FasterClock(port, clock, SPEED));
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
    SETTINGS.forEach(loader::flag);
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
  @Override
  public void apply(int completed) throws IOException, InterruptedException, TimeoutException {
    requireBridge();
    before = compared(completed, WATCHED_SECONDS);
    began = Instant.now().getEpochSecond();
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

  /** The number of jobs that the dashboard compares, and the sums of their waits on its clock. */
  private record Effect(int jobs, double waited, double untuned) {
    private static final Effect NONE = new Effect(0, 0, 0);

    Effect since(Effect before) {
      return new Effect(jobs - before.jobs, waited - before.waited, untuned - before.untuned);
    }
  }

  private Effect effect() throws IOException, InterruptedException {
    JsonNode shown = get("/effect");
    int jobs = shown.path("jobs").asInt();
    JsonNode wait = shown.path("meanWait");
    return jobs == 0
        ? Effect.NONE
        : new Effect(
            jobs, jobs * wait.path("actual").asDouble(), jobs * wait.path("untuned").asDouble());
  }

  /** The effect once it compares so many jobs, or after some seconds without a further one. */
  private Effect compared(int jobs, int patience) throws IOException, InterruptedException {
    Effect effect = effect();
    for (int unchanged = 0; unchanged < patience && effect.jobs < jobs; unchanged++) {
      TimeUnit.SECONDS.sleep(1);
      Effect next = effect();
      unchanged = next.equals(effect) ? unchanged : 0;
      effect = next;
    }
    return effect;
  }

  /**
   * What the dashboard shows of the time since {@link #apply}. It counts a job when it has
   * completed in the simulation without Gnomon as well, which is brought up to date each minute;
   * this method waits until that is so for all.
   */
  @Override
  public Shown shown(int jobs, int patience) throws IOException, InterruptedException {
    requireBridge();
    Effect effect = compared(before.jobs + jobs, patience).since(before);
    Map<String, Integer> reasons = new TreeMap<>();
    List<Shown.Made> made = new ArrayList<>();
    for (JsonNode decision : get("/decisions?limit=512").path("decisions")) {
      if (second(decision) < 0) {
        continue; // it only observed
      }
      reasons.merge(decision.path("reason").asText(), 1, Integer::sum);
      if (decision.path("outcome").asText().equals("commanded")) {
        made.add(made(decision));
      }
    }
    double counted = effect.jobs == 0 ? Double.NaN : SPEED * (double) effect.jobs;
    return new Shown(effect.jobs, effect.waited / counted, effect.untuned / counted, reasons, made);
  }

  /** The second of the site at which a decision was made, from the time that Gnomon may tune. */
  private long second(JsonNode decision) {
    return clock + (decision.path("at").asLong() - clock) / SPEED - began;
  }

  private Shown.Made made(JsonNode decision) {
    String chosen = decision.path("chosen").asText();
    JsonNode alternative = MissingNode.getInstance();
    for (JsonNode one : decision.path("alternatives")) {
      alternative = one.path("policy").asText().equals(chosen) ? one : alternative;
    }
    return new Shown.Made(
        second(decision),
        chosen,
        decision.path("predictedGain").asDouble(Double.NaN),
        alternative.path("gainLow").asDouble(Double.NaN),
        alternative.path("gainHigh").asDouble(Double.NaN));
  }

  @Override
  public void close() {
    resources.close();
  }
}
