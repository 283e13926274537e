package io.gnomon.controller.client;

import io.gnomon.text.Suggestions;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options that select a controller and a cluster, and requests to it. Requests read only. Each
 * takes at most 60 seconds.
 */
final class ControllerClient {
  private static final String DEFAULT = "http://127.0.0.1:8080";
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(60);
  private static final String CLUSTERS = "/api/v1/clusters";
  private static final int OK = 200;

  @Option(
      names = "--controller",
      paramLabel = "URL",
      defaultValue = DEFAULT,
      description = "address of the controller (default: ${DEFAULT-VALUE})")
  private URI controller = URI.create(DEFAULT);

  @Option(
      names = "--cluster",
      paramLabel = "ID",
      description = "the cluster; needed only if the controller has several")
  private @Nullable String cluster;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "file with the token of a reader, if the controller asks for one")
  private @Nullable Path tokenFile;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();

  /**
   * The id of the selected cluster.
   *
   * @throws ParameterException if it is unknown, or if there are several and none is selected
   */
  String cluster() throws IOException, InterruptedException {
    JsonArray clusters = get(CLUSTERS).getJsonArray("clusters", new JsonArray());
    List<String> ids =
        clusters.stream().map(one -> ((JsonObject) one).getString("id")).sorted().toList();
    if (ids.isEmpty()) {
      throw new IOException(
          "the controller at %s has no clusters yet; start a bridge for one".formatted(controller));
    }
    if (cluster == null && ids.size() == 1) {
      return ids.get(0);
    }
    String all = String.join(", ", ids);
    if (cluster == null) {
      throw wrong(
          "missing option '--cluster': the controller at %s has %d clusters: %s"
              .formatted(controller, ids.size(), all));
    }
    if (!ids.contains(cluster)) {
      throw wrong(
          "--cluster is '%s'; the controller at %s has: %s%s"
              .formatted(cluster, controller, all, Suggestions.didYouMean(cluster, ids)));
    }
    return cluster;
  }

  /** A wrong use of the command, to be thrown. */
  ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /**
   * What the controller answers for a cluster.
   *
   * @param path below the cluster, encoded
   * @throws IOException if it does not answer, or answers with a problem, whose text it contains
   */
  JsonObject get(String of, String path) throws IOException, InterruptedException {
    return get(CLUSTERS + "/" + encoded(of) + path);
  }

  private JsonObject get(String path) throws IOException, InterruptedException {
    HttpResponse<String> response = send(path);
    JsonObject json;
    try {
      json = new JsonObject(response.body());
    } catch (DecodeException notJson) {
      throw new IOException(
          "%s answers with status %d, but not as a Gnomon controller does; check --controller"
              .formatted(controller, response.statusCode()),
          notJson);
    }
    if (response.statusCode() != OK) {
      throw new IOException(json.getString("detail", "HTTP status " + response.statusCode()));
    }
    return json;
  }

  private HttpResponse<String> send(String path) throws IOException, InterruptedException {
    String base = controller.toString().replaceFirst("/+$", "");
    String token = token();
    HttpRequest request;
    try {
      HttpRequest.Builder builder =
          HttpRequest.newBuilder(URI.create(base + path)).timeout(ANSWER).GET();
      if (token != null) {
        builder.header("Authorization", "Bearer " + token);
      }
      request = builder.build();
    } catch (IllegalArgumentException invalid) {
      throw wrong(
          "--controller is '%s'; it must be a URL such as %s".formatted(controller, DEFAULT));
    }
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (ConnectException | HttpTimeoutException absent) {
      throw new IOException(
          "no controller answers at %s; start one with 'gnomon serve', or set --controller URL"
              .formatted(controller),
          absent);
    } catch (IOException failed) {
      throw new IOException(
          "the request to %s failed: %s".formatted(controller, failed.getMessage()), failed);
    }
  }

  private @Nullable String token() throws IOException {
    if (tokenFile == null) {
      return null;
    }
    try {
      String token = Files.readString(tokenFile).strip();
      if (!token.matches("[\\x21-\\x7e]+")) {
        throw wrong("--token-file is '%s', which does not contain one token".formatted(tokenFile));
      }
      return token;
    } catch (NoSuchFileException missing) {
      throw wrong("--token-file is '%s', which does not exist".formatted(tokenFile));
    }
  }

  /** A text as one part of a path or a query. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
