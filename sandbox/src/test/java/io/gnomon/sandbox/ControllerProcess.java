package io.gnomon.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.controller.Serve;
import io.gnomon.sandbox.kafka.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * {@code serve} as a process of its own, on a port of its own, over any number of lives; what it
 * prints stays in {@code target/controller-PORT.log}.
 */
public final class ControllerProcess {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  private final List<String> command = new ArrayList<>();
  private final int port = FreePorts.next();
  private final Path output = Path.of("target", "controller-" + port + ".log").toAbsolutePath();
  private volatile @Nullable Process process;

  /**
   * A controller that has not been started.
   *
   * @param flags keys and values in front of which {@code --set} goes
   */
  public ControllerProcess(String bootstrapServers, String... flags) throws IOException {
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 24) { // as the launcher does, against warnings of the JVM
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(Serve.class.getName());
    command.add("--set=kafka.bootstrap.servers=" + bootstrapServers);
    command.add("--set=http.port=" + port);
    Arrays.stream(flags).map(flag -> "--set=" + flag).forEach(command::add);
  }

  /** As in production: with that heap and its log. */
  ControllerProcess asInProduction(String heap) {
    command.addAll(1, List.of("-Xmx" + heap, "-Dlogback.configurationFile=logback.xml"));
    command.removeAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
    return this;
  }

  /** Starts it; it may not listen yet. */
  public ControllerProcess start() {
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("the controller cannot be started", e);
    }
    return this;
  }

  /** Ends it as SIGKILL does; completes when it has. */
  public CompletableFuture<Process> kill() {
    return running().destroyForcibly().onExit();
  }

  /** Asks it to end as SIGTERM does; completes when it has. */
  public CompletableFuture<Process> terminate() {
    running().destroy();
    return running().onExit();
  }

  /** What it has printed. */
  String printed() throws IOException {
    return Files.readString(output);
  }

  /** Completes when the process that was started last has ended. */
  public CompletableFuture<Process> ended() {
    return running().onExit();
  }

  /** Whether the process that was started last runs or is suspended. */
  public boolean alive() {
    return running().isAlive();
  }

  /** Stops it without ending it, as SIGSTOP does. */
  public void suspend() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Lets it continue, as SIGCONT does. */
  public void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  /** Lets it print its threads. */
  public void printThreads() throws IOException, InterruptedException {
    signal("QUIT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    String pid = Long.toString(running().pid());
    int status = new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor();
    if (status != 0) {
      throw new IOException("kill -" + name + " " + pid + " ended with status " + status);
    }
  }

  private Process running() {
    if (process == null) {
      throw new IllegalStateException("the controller has not been started");
    }
    return process;
  }

  /** What it says of a cluster; a missing node where it does not own the cluster or is down. */
  public JsonNode cluster(String id) throws IOException, InterruptedException {
    ObjectMapper json = new ObjectMapper();
    @Nullable String body = get("/api/v1/clusters/" + id);
    return body == null ? json.missingNode() : json.readTree(body);
  }

  /** The clusters that it owns; a missing node where it is down. */
  JsonNode clusters() throws IOException, InterruptedException {
    ObjectMapper json = new ObjectMapper();
    @Nullable String body = get("/api/v1/clusters");
    return body == null ? json.missingNode() : json.readTree(body).path("clusters");
  }

  /** Its metrics, or an empty text where it is down. */
  String metrics() throws IOException, InterruptedException {
    @Nullable String body = get("/metrics");
    return body == null ? "" : body;
  }

  /** Whether it says that it is ready. */
  public boolean ready() throws IOException, InterruptedException {
    return get("/health/ready") != null;
  }

  /** The body of a good answer, or null. */
  private @Nullable String get(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(5))
            .build();
    try {
      HttpResponse<String> answer = HTTP.send(request, BodyHandlers.ofString());
      return answer.statusCode() == 200 ? answer.body() : null;
    } catch (IOException down) {
      return null;
    }
  }
}
