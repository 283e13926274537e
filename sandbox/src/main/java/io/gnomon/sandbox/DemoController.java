package io.gnomon.sandbox;

import io.gnomon.bridge.CommandAuthenticator;
import io.gnomon.config.ConfigLoader;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.events.signature.SigningKeys;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.effect.ClusterEffect;
import io.gnomon.sim.effect.EffectSummary;
import io.gnomon.sim.effect.HistoryPoint;
import io.vertx.core.Future;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The controller of a demo, with the defaults of {@code serve} except {@link #FLAGS}, with one
 * operator whose token is generated, and with commands that are signed with a generated key. Its
 * methods block the calling thread, at most a minute.
 */
final class DemoController implements AutoCloseable {
  /** The operator's name. */
  static final String OPERATOR = "visitor";

  /** The configuration that differs from the defaults of {@code serve}. */
  static final List<String> FLAGS =
      List.of(
          "tuning.mode=apply",
          // the demo's scheduler is the simulator, so that there is nothing to prove
          "guard.fidelity-jobs=0",
          // any significant gain, so that there are changes to look at
          "guard.min-gain=0",
          // the speed of the machine has no influence on the figures
          "study.time-limit=5m");

  private static final int TOKEN_BYTES = 12;
  private static final int KEY_BYTES = 32;
  private static final int LIMIT_SECONDS = 60;

  private final String token = randomHex(TOKEN_BYTES);
  private final SigningKeys commandKeys = SigningKeys.parse("of the demo", randomHex(KEY_BYTES));
  private final ControllerConfig config;
  private final LocalController local;

  /**
   * Starts the controller.
   *
   * @throws IOException if the port of the settings is in use
   */
  DemoController(EmbeddedKafka kafka, DemoSettings settings)
      throws IOException, InterruptedException, TimeoutException {
    ConfigLoader loader =
        kafka
            .configure(ControllerKeys.loader())
            .flag("http.port=" + settings.port())
            .flag("tuning.threshold=" + settings.threshold());
    FLAGS.forEach(loader::flag);
    ControllerConfig loaded = ControllerKeys.read(loader.load());
    config =
        loaded
            .withHttp(loaded.http().withTokens(Map.of(OPERATOR, token)))
            .withCommandKeys(commandKeys);
    local = LocalController.start(config);
  }

  private static String randomHex(int bytes) {
    byte[] random = new byte[bytes];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** The operator's bearer token. */
  String token() {
    return token;
  }

  /** Accepts the commands of this controller only. */
  CommandAuthenticator authenticator() {
    return (value, signature) ->
        commandKeys.verify(value, signature) ? null : "the command is not signed by the demo's key";
  }

  /** The address of the dashboard. */
  String dashboard() {
    return local.dashboard();
  }

  /** Seconds of the cluster between two evaluations. */
  int periodSeconds() {
    return config.control().tuning().periodSeconds();
  }

  /** Events that the controller has consumed. */
  long consumed() throws InterruptedException, TimeoutException {
    return local.ask(
        one -> one.clusters().stream().mapToLong(c -> c.counters().eventCount()).sum());
  }

  /** Asks the controller of the only cluster on its event loop. */
  <T> T ask(Function<ClusterController, T> question) throws InterruptedException, TimeoutException {
    return local.ask(one -> question.apply(one.clusters().get(0)));
  }

  /**
   * The effect on the cluster, once it is simulated up to the last full hour.
   *
   * @throws TimeoutException if that takes more than a minute
   */
  EffectSummary effect() throws InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (System.nanoTime() < deadline) {
      EffectSummary summary = ask(one -> simulated(one.tracked()));
      if (summary != null) {
        return summary;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    throw new TimeoutException(
        "the cluster without Gnomon was not simulated within " + LIMIT_SECONDS + " s");
  }

  private static @Nullable EffectSummary simulated(@Nullable TrackedCluster tracked) {
    if (tracked == null) {
      return null;
    }
    ClusterEffect effect = tracked.effect();
    List<HistoryPoint> points = effect.points(0, ClusterState.LAST, Integer.MAX_VALUE / 2);
    boolean complete =
        effect.pendingSteps() == 0
            && (points.isEmpty() || points.get(points.size() - 1).untuned() != null);
    return complete ? effect.summary(0, ClusterState.LAST) : null;
  }

  /** Sets the mode of the only cluster. */
  void setMode(Mode mode, String reason) throws InterruptedException, TimeoutException {
    OperatorRequest request =
        new OperatorRequest(null, "demo", reason, new Operation.SetMode(mode));
    Future<OperationResult> done = local.ask(one -> one.operate(one.clusters().get(0), request));
    try {
      done.toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the mode cannot be set: " + e.getCause(), e.getCause());
    }
  }

  @Override
  public void close() throws InterruptedException, TimeoutException {
    local.close();
  }
}
