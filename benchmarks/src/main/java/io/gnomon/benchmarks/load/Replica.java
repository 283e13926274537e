package io.gnomon.benchmarks.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.controller.Serve;
import io.gnomon.sandbox.kafka.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A controller as a process of its own. */
final class Replica implements AutoCloseable {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double NANOSECONDS = 1e9;
  private static final double KIB_PER_MB = 1000;

  private final int port = FreePorts.next();
  private final Path output;
  private final Duration patience;
  private final Process process;
  private @Nullable Long silentSince;

  /**
   * Starts it; what it prints goes to a file.
   *
   * @param heap as for {@code -Xmx}
   * @param settings {@code KEY=VALUE}
   * @param patience how long it may not answer
   */
  Replica(Path output, String heap, List<String> settings, Duration patience) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseG1GC",
                "-XX:MaxGCPauseMillis=50",
                "-XX:ThreadPriorityPolicy=1",
                "-XX:-PrintWarnings",
                "-cp",
                System.getProperty("java.class.path"),
                Serve.class.getName(),
                "--set=http.port=" + port,
                "--set=http.advertised-address=127.0.0.1"));
    settings.forEach(setting -> command.add("--set=" + setting));
    this.output = output;
    this.patience = patience;
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
  }

  /**
   * Its clusters; a missing node while it does not answer.
   *
   * @throws IOException if it has ended, or has not answered for too long; the message names the
   *     file with its output
   */
  JsonNode clusters() throws IOException, InterruptedException {
    if (!process.isAlive()) {
      throw new IOException(
          "a replica ended with status %d; its log is %s".formatted(process.exitValue(), output));
    }
    long asked = System.nanoTime();
    JsonNode clusters = answer("").path("clusters");
    if (!clusters.isMissingNode()) {
      silentSince = null;
      return clusters;
    }
    silentSince = silentSince == null ? asked : silentSince;
    if (System.nanoTime() - silentSince > patience.toNanos()) {
      throw new IOException(
          "a replica has not answered for %d s; its log is %s"
              .formatted(patience.toSeconds(), output));
    }
    return clusters;
  }

  /** The details of a cluster; a missing node if the replica does not answer. */
  JsonNode cluster(String id) throws InterruptedException {
    return answer("/" + id);
  }

  private JsonNode answer(String path) throws InterruptedException {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/clusters" + path))
              .timeout(Duration.ofSeconds(30))
              .build();
      return JSON.readTree(HTTP.send(request, BodyHandlers.ofString()).body());
    } catch (IOException notNow) {
      return JSON.missingNode();
    }
  }

  /** The processor time that it has used, in seconds. */
  double cpuSeconds() {
    return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / NANOSECONDS;
  }

  /** The most memory that it has had, in MB; 0 when it has ended. */
  double peakMegabytes() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D+", "")) / KIB_PER_MB)
        .findFirst()
        .orElse(0);
  }

  /** Ends it as SIGKILL does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Asks it to end as SIGTERM does, without waiting for it. */
  void terminate() {
    process.destroy();
  }

  @Override
  public void close() {
    terminate();
    process.onExit().join();
  }
}
