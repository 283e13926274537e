package io.gnomon.sandbox.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.sandbox.kafka.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * {@code watch} as a process of its own, with a port of its own. What it prints, on both streams,
 * stays in {@code target/watch-PORT.log}.
 */
public final class WatchProcess implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  private final int port;
  private final Path output;
  private final long began = System.nanoTime();
  private final Process process;

  private WatchProcess(int port, Path output, Process process) {
    this.port = port;
    this.output = output;
    this.process = process;
  }

  /** Starts one on a free port; the dashboard is not up yet. */
  public static WatchProcess start(Map<String, String> environment, String... arguments)
      throws IOException {
    return start(FreePorts.next(), environment, arguments);
  }

  /** Starts one on a port; the dashboard is not up yet. */
  public static WatchProcess start(int port, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx512m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Watch.class.getName(),
                "--port",
                Integer.toString(port)));
    command.addAll(List.of(arguments));
    Files.createDirectories(Path.of("target"));
    Path output = Files.createTempFile(Path.of("target").toAbsolutePath(), "watch-" + port, ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    return new WatchProcess(port, output, builder.start());
  }

  /** What it has printed so far. */
  public String printed() throws IOException {
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  public long pid() {
    return process.pid();
  }

  /** Seconds since it was started. */
  public double age() {
    return (System.nanoTime() - began) / 1e9;
  }

  /** The answer of the API below {@code /api/v1/clusters/CLUSTER}. */
  public JsonNode api(String cluster, String path) throws IOException, InterruptedException {
    return send(request(cluster, path).build());
  }

  /**
   * The answer of the API to a study.
   *
   * @param policies the alternatives; none for those that a regular study would try
   */
  public JsonNode study(String cluster, String... policies)
      throws IOException, InterruptedException {
    Map<String, Object> body = policies.length == 0 ? Map.of() : Map.of("policies", policies);
    return send(
        request(cluster, "/studies")
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
            .build());
  }

  private HttpRequest.Builder request(String cluster, String path) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + port + "/api/v1/clusters/" + cluster + path))
        .timeout(Duration.ofSeconds(60));
  }

  private static JsonNode send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> answer = HTTP.send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(answer.statusCode() + ": " + answer.body());
    }
    return JSON.readTree(answer.body());
  }

  /** The jobs that wait or run by the API, in the form of {@code RealSlurm.queue()}. */
  public Map<String, String> queue(String cluster) throws IOException, InterruptedException {
    Map<String, String> jobs = new HashMap<>();
    for (JsonNode run : api(cluster, "/schedule").path("runs")) {
      jobs.put(
          run.path("job").asText(),
          "RUNNING %d since %d"
              .formatted(run.path("processors").asInt(), run.path("start").asLong()));
    }
    for (JsonNode job : api(cluster, "/queue").path("jobs")) {
      jobs.put(job.path("job").asText(), "PENDING " + job.path("processors").asInt());
    }
    return jobs;
  }

  /** Waits for its end and returns its exit status. */
  public int exitStatus() throws InterruptedException {
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      throw new AssertionError("watch has not ended after a minute");
    }
    return process.exitValue();
  }

  /** Asks it to end, as Ctrl-C does, and waits until it has. */
  public void terminate() throws InterruptedException {
    process.destroy();
    exitStatus();
  }

  /** Ends it as SIGKILL does. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
