package io.gnomon.sandbox;

import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.BindException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A controller in this process with a Vert.x of its own, for commands that serve the dashboard on
 * loopback. The methods block and can be called from any thread that is not an event loop.
 */
public final class LocalController implements AutoCloseable {
  private static final int LIMIT_SECONDS = 60;
  private static final int BLOCKED_SECONDS = 15;

  private final Vertx vertx;
  private final Controller controller;

  private LocalController(Vertx vertx, Controller controller) {
    this.vertx = vertx;
    this.controller = controller;
  }

  /**
   * Starts a controller; it has subscribed and serves HTTP when this method returns.
   *
   * @throws IOException if the port is in use
   * @throws TimeoutException if it has not started after 60 s
   */
  public static LocalController start(ControllerConfig config)
      throws IOException, InterruptedException, TimeoutException {
    // its threads share the processors with a broker, and often with a scheduler and its jobs
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setMaxEventLoopExecuteTime(BLOCKED_SECONDS)
                .setMaxEventLoopExecuteTimeUnit(TimeUnit.SECONDS));
    boolean started = false;
    try {
      LocalController local = new LocalController(vertx, await(Controller.start(vertx, config)));
      started = true;
      return local;
    } catch (IllegalStateException failed) {
      if (failed.getCause() instanceof BindException inUse) {
        throw new IOException(
            "--port %d is in use on 127.0.0.1; choose another port, or 0 for any free port"
                .formatted(config.http().port()),
            inUse);
      }
      throw failed;
    } finally {
      if (!started) {
        vertx.close();
      }
    }
  }

  /** Returns the address of the dashboard. */
  public String dashboard() {
    return "http://127.0.0.1:" + port() + "/";
  }

  /** Returns the port that HTTP listens on. */
  public int port() {
    return controller.httpPort();
  }

  /**
   * Returns the answer to a question that is asked on the controller's event loop.
   *
   * @throws TimeoutException if there is none after 60 s
   */
  public <T> T ask(Function<Controller, T> question) throws InterruptedException, TimeoutException {
    return await(controller.ask(question));
  }

  /** Calls {@code handler} on the event loop if a failure ends the controller. */
  public void onFailure(Consumer<Throwable> handler) {
    controller.failure().onSuccess(handler::accept);
  }

  private static <T> T await(Future<T> future) throws InterruptedException, TimeoutException {
    try {
      return future.toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new IllegalStateException("the controller failed: " + cause, cause);
    }
  }

  @Override
  public void close() throws InterruptedException, TimeoutException {
    try {
      await(controller.close());
    } finally {
      await(vertx.close());
    }
  }
}
