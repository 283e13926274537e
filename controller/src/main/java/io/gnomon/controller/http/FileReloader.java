package io.gnomon.controller.http;

import io.gnomon.config.InvalidConfigException;
import io.gnomon.controller.http.access.AccessCounters;
import io.gnomon.controller.http.access.Credential;
import io.gnomon.controller.http.access.Operators;
import io.gnomon.events.signature.SecretFile;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the operators file and the certificate again every few seconds, on a worker thread, and
 * puts what has changed in force. What cannot be used is logged once, and the former content stays
 * in force. A certificate and its key are used when two readings in a row agree, so that both are
 * from the same renewal. On one event loop context.
 */
final class FileReloader {
  private static final Logger LOG = LoggerFactory.getLogger(FileReloader.class);
  private static final long PERIOD_MILLISECONDS = 5_000;
  private static final int MOST_KEY_BYTES = 1 << 16;

  private final Vertx vertx;
  private final HttpSettings settings;
  private final Operators operators;
  private final Function<Buffer, Future<Boolean>> trust;
  private final AccessCounters counters;
  private List<Credential> credentials;
  private @Nullable PemFiles used;
  private @Nullable PemFiles last;
  private String credentialsProblem = "";
  private String certificateProblem = "";
  private long timer = -1;
  private boolean busy;

  /** The content of the two files. */
  private record PemFiles(Buffer certificate, Buffer key) {
    static PemFiles read(Path certificate, Path key) throws IOException {
      return new PemFiles(
          Buffer.buffer(Files.readAllBytes(certificate)),
          Buffer.buffer(SecretFile.read(key, MOST_KEY_BYTES)));
    }

    PemKeyCertOptions options() {
      return new PemKeyCertOptions().addCertValue(certificate).addKeyValue(key);
    }
  }

  /**
   * What one reading found; of each part, the content or the problem.
   *
   * @param pem null without TLS
   */
  private record Reading(
      @Nullable List<Credential> credentials,
      String credentialsProblem,
      @Nullable PemFiles pem,
      String pemProblem) {}

  /**
   * Reads the files that the settings name.
   *
   * @param trust trusts the certificate chain of other replicas, which is that of this one
   */
  FileReloader(
      Vertx vertx,
      HttpSettings settings,
      Operators operators,
      Function<Buffer, Future<Boolean>> trust,
      AccessCounters counters) {
    this.vertx = vertx;
    this.settings = settings;
    this.operators = operators;
    this.trust = trust;
    this.counters = counters;
    credentials = settings.access().credentials();
  }

  /** Reads the certificate and its key for the first time; null without TLS. */
  Future<@Nullable PemKeyCertOptions> certificate() {
    Path certificate = settings.certificate();
    Path key = settings.key();
    if (certificate == null || key == null) {
      return Future.succeededFuture();
    }
    return vertx
        .executeBlocking(() -> PemFiles.read(certificate, key))
        .map(
            read -> {
              used = read;
              return read.options();
            });
  }

  /** Begins to read the files periodically. */
  void start(HttpServer server) {
    timer = vertx.setPeriodic(PERIOD_MILLISECONDS, tick -> reload(server));
  }

  /** Ends the periodic reading. */
  void stop() {
    vertx.cancelTimer(timer);
  }

  /** Reads the files once; completes when the changes are in force. */
  Future<Void> reload(HttpServer server) {
    if (busy) {
      return Future.succeededFuture();
    }
    busy = true;
    return vertx
        .executeBlocking(this::read)
        .compose(
            reading -> {
              applyCredentials(reading);
              return applyCertificate(reading, server);
            })
        .eventually(
            () -> {
              busy = false;
              counters.reloadFailed(!credentialsProblem.isEmpty() || !certificateProblem.isEmpty());
              return Future.succeededFuture();
            });
  }

  private Reading read() {
    List<Credential> read = null;
    String problem = "";
    try {
      read = settings.access().source().read();
    } catch (InvalidConfigException e) {
      problem = String.valueOf(e.getMessage());
    }
    Path certificate = settings.certificate();
    Path key = settings.key();
    if (certificate == null || key == null) {
      return new Reading(read, problem, null, "");
    }
    try {
      return new Reading(read, problem, PemFiles.read(certificate, key), "");
    } catch (IOException e) {
      return new Reading(read, problem, null, "cannot be read: " + e.getMessage());
    }
  }

  private void applyCredentials(Reading reading) {
    List<Credential> read = reading.credentials();
    if (!reading.credentialsProblem().equals(credentialsProblem) && read == null) {
      LOG.warn(
          "the operators stay as they were, because the changed file cannot be used: {}",
          reading.credentialsProblem());
    }
    credentialsProblem = reading.credentialsProblem();
    if (read != null && !read.equals(credentials)) {
      credentials = read;
      operators.replace(read);
      LOG.info("the operators file has changed; it has {} tokens", read.size());
    }
  }

  private Future<Void> applyCertificate(Reading reading, HttpServer server) {
    PemFiles read = reading.pem();
    if (read == null) {
      certificateProblem(reading.pemProblem());
      return Future.succeededFuture();
    }
    boolean settled = read.equals(last);
    last = read;
    if (read.equals(used)) {
      certificateProblem("");
      return Future.succeededFuture();
    }
    return settled ? use(read, server) : Future.succeededFuture();
  }

  private Future<Void> use(PemFiles changed, HttpServer server) {
    return server
        .updateSSLOptions(new ServerSSLOptions().setKeyCertOptions(changed.options()))
        .compose(done -> trust.apply(changed.certificate()))
        .map(
            done -> {
              used = changed;
              certificateProblem("");
              LOG.info("the certificate has changed; new connections use the new one");
              return (Void) null;
            })
        .otherwise(
            failure -> {
              certificateProblem("cannot be used: " + failure.getMessage());
              return null;
            });
  }

  private void certificateProblem(String problem) {
    if (!problem.isEmpty() && !problem.equals(certificateProblem)) {
      LOG.warn(
          "the former certificate stays in use, because {} or {} {}",
          settings.certificate(),
          settings.key(),
          problem);
    }
    certificateProblem = problem;
  }
}
