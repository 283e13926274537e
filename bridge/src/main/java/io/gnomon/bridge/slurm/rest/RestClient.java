package io.gnomon.bridge.slurm.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.events.signature.SecretFile;
import io.gnomon.slurm.release.ReleaseDifference;
import io.gnomon.text.Excerpt;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends GET requests to slurmrestd, over HTTP, HTTPS or a Unix socket, each with a time limit and
 * with the token of a file, which is read anew for each request, since tokens expire. Not
 * thread-safe. Source: manual of slurmrestd, and Slurm's page on JWT.
 */
final class RestClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TOKEN = "X-SLURM-USER-TOKEN";
  private static final String PRINTED_BEFORE_TOKEN = "SLURM_JWT=";
  private static final int MAX_TOKEN_BYTES = 1 << 14;
  private static final int MAX_ERROR_BYTES = 1 << 16;
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;

  private final RestAddress address;
  private final @Nullable Path tokenFile;
  private final Duration limit;
  private final long maxBytes;
  private final HttpClient http;
  private long requests;

  /**
   * A client.
   *
   * @param tokenFile file with a token, also as {@code scontrol token} prints it; null for none
   * @param limit time limit of each request
   * @param maxBytes the longest answer that {@link #tree} reads
   */
  RestClient(RestAddress address, @Nullable Path tokenFile, Duration limit, long maxBytes) {
    this.address = address;
    this.tokenFile = tokenFile;
    this.limit = limit;
    this.maxBytes = maxBytes;
    http =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(limit).build();
  }

  /** Reads the body of an answer while it arrives. */
  @FunctionalInterface
  interface BodyReader<T> {
    /** Reads the body in a separate thread. */
    T read(InputStream body) throws IOException, SlurmException;
  }

  /**
   * An answer.
   *
   * @param status the HTTP status
   * @param body its body, to be closed
   */
  record Answer(int status, InputStream body) {}

  /** Returns how many requests were sent. */
  long requests() {
    return requests;
  }

  /**
   * Reads an answer as a tree.
   *
   * @param path such as {@code slurm/v0.0.42/nodes}
   * @throws SlurmException see {@link #get}; also if the answer is no JSON, too long, or has errors
   */
  JsonNode tree(String path) throws SlurmException {
    JsonNode tree =
        get(
            path,
            body -> {
              byte[] bytes = body.readNBytes((int) maxBytes + 1);
              if (bytes.length > maxBytes) {
                throw new SlurmException(
                    "%s answers with more than %,d bytes, which is all that this process reads; give it a larger heap (-Xmx)"
                        .formatted(shown(path), maxBytes));
              }
              return JSON.readTree(bytes);
            });
    Optional<String> error = error(tree);
    if (error.isPresent()) {
      throw new SlurmException(shown(path) + " reports: " + error.get());
    }
    return tree;
  }

  /**
   * Returns the result of a reader.
   *
   * @throws SlurmException if slurmrestd cannot be reached, exceeds the time limit or answers with
   *     another status than 200; or if the answer cannot be read
   */
  <T> T get(String path, BodyReader<T> reader) throws SlurmException {
    requests++;
    FutureTask<T> exchange = new FutureTask<>(() -> exchange(path, reader));
    Thread thread = new Thread(exchange, "gnomon-slurmrestd");
    thread.setDaemon(true);
    thread.start();
    try {
      return exchange.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SlurmException(shown(path) + " was interrupted", e);
    } catch (TimeoutException e) {
      throw SlurmException.timeout(
          "%s did not answer within slurm.limit, %d s; slurmrestd or slurmctld is slow or not running"
              .formatted(shown(path), limit.toSeconds()));
    } catch (ExecutionException e) {
      throw failure(path, e);
    } finally {
      exchange.cancel(true);
    }
  }

  private <T> T exchange(String path, BodyReader<T> reader)
      throws IOException, InterruptedException, SlurmException {
    String token = token();
    Answer answer =
        address.socket() == null
            ? overTcp(path, token)
            : UnixSocketHttp.get(address.socket(), path, TOKEN, token);
    try (InputStream body = answer.body()) {
      if (answer.status() != OK) {
        throw rejected(path, answer.status(), body);
      }
      return reader.read(body);
    }
  }

  private Answer overTcp(String path, String token) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + "/" + path)).timeout(limit).GET();
    if (!token.isEmpty()) {
      request.header(TOKEN, token);
    }
    HttpResponse<InputStream> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    return new Answer(response.statusCode(), response.body());
  }

  private String token() throws IOException, SlurmException {
    Path file = tokenFile;
    if (file == null) {
      return "";
    }
    String token =
        new String(SecretFile.read(file, MAX_TOKEN_BYTES), StandardCharsets.US_ASCII).strip();
    if (token.startsWith(PRINTED_BEFORE_TOKEN)) {
      token = token.substring(PRINTED_BEFORE_TOKEN.length());
    }
    if (!token.matches("[\\w.=+/-]+")) {
      throw new SlurmException(
          "%s has no token; write what 'scontrol token' prints into it".formatted(file));
    }
    return token;
  }

  private SlurmException rejected(String path, int status, InputStream body) throws IOException {
    String text = new String(body.readNBytes(MAX_ERROR_BYTES), StandardCharsets.UTF_8);
    return switch (status) {
      case UNAUTHORIZED ->
          new SlurmException(
              "%s: slurmrestd does not accept %s. Create a token with 'scontrol token lifespan=SECONDS', and start slurmrestd with SLURM_JWT=daemon in its environment"
                  .formatted(
                      shown(path),
                      tokenFile == null
                          ? "requests without a token; set slurm.token-file"
                          : "the token in " + tokenFile + ", which may have expired"));
      case NOT_FOUND ->
          new SlurmException(
              "%s does not exist. The bridge needs the data parser %s, which Slurm 24.11 to 26.05 have; 'slurmrestd -d list' lists those of yours"
                  .formatted(shown(path), ReleaseDifference.JOBS_FORM));
      default ->
          new SlurmException(
              "%s answers with status %d: %s"
                  .formatted(
                      shown(path), status, error(parsed(text)).orElseGet(() -> Excerpt.of(text))));
    };
  }

  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException noJson) {
      return JSON.missingNode();
    }
  }

  /** The errors that an answer lists. */
  private static Optional<String> error(JsonNode answer) {
    StringBuilder errors = new StringBuilder();
    for (JsonNode one : answer.path("errors")) {
      String text = one.path("description").asText(one.path("error").asText());
      errors.append(errors.isEmpty() ? "" : "; ").append(text);
    }
    return errors.isEmpty() ? Optional.empty() : Optional.of(errors.toString());
  }

  private SlurmException failure(String path, ExecutionException thrown) {
    Throwable cause = thrown.getCause();
    if (cause instanceof SlurmException known) {
      return known;
    }
    if (cause instanceof Error error && !(error instanceof OutOfMemoryError)) {
      throw error;
    }
    return new SlurmException("cannot read %s: %s".formatted(shown(path), cause), thrown);
  }

  private String shown(String path) {
    return address + "/" + path;
  }
}
