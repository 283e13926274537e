package io.gnomon.controller.http;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the HTTP server.
 *
 * @param host address to listen on
 * @param port to listen on, 0 for any free one
 * @param certificate PEM file of the certificate chain, or null for plain HTTP
 * @param key PEM file of the private key, or null with the certificate
 * @param tokens the bearer token of each operator, by name
 * @param limits the limits of clients
 * @param effective the values of all configuration keys to show, with secrets hidden, in order
 */
public record HttpSettings(
    String host,
    int port,
    @Nullable Path certificate,
    @Nullable Path key,
    Map<String, String> tokens,
    Limits limits,
    Map<String, String> effective) {

  /**
   * The limits of clients.
   *
   * @param bodyBytes of a request
   * @param connections at a time; where there are more, the one that has been idle for longest is
   *     closed
   * @param requestSeconds from the opening of a connection, or from the last answer, to the end of
   *     the next request's body
   * @param listeners of the live stream
   */
  public record Limits(int bodyBytes, int connections, int requestSeconds, int listeners) {
    /** Limits for a small team and its dashboards. */
    public static final Limits DEFAULT = new Limits(65_536, 512, 30, 64);
  }

  /** Copies the tokens. */
  public HttpSettings {
    tokens = Map.copyOf(tokens);
    effective = Collections.unmodifiableMap(new LinkedHashMap<>(effective));
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          "a certificate requires a key, and a key requires a certificate");
    }
  }

  /** Plain HTTP on loopback without operators. */
  public static HttpSettings loopback(int port) {
    return new HttpSettings("127.0.0.1", port, null, null, Map.of(), Limits.DEFAULT, Map.of());
  }

  /** The same on another port. */
  public HttpSettings withPort(int other) {
    return new HttpSettings(host, other, certificate, key, tokens, limits, effective);
  }

  /** The same with other operators. */
  public HttpSettings withTokens(Map<String, String> others) {
    return new HttpSettings(host, port, certificate, key, others, limits, effective);
  }

  /** The same with other limits. */
  public HttpSettings withLimits(Limits other) {
    return new HttpSettings(host, port, certificate, key, tokens, other, effective);
  }

  /** The same with TLS. */
  public HttpSettings withTls(Path certificateFile, Path keyFile) {
    return new HttpSettings(host, port, certificateFile, keyFile, tokens, limits, effective);
  }

  /** The same with other values of configuration keys to show. */
  public HttpSettings withEffective(Map<String, String> values) {
    return new HttpSettings(host, port, certificate, key, tokens, limits, values);
  }

  /** Whether it is spoken over TLS. */
  public boolean tls() {
    return certificate != null;
  }

  @Override
  public String toString() {
    return "HttpSettings[" + host + ":" + port + ", operators=" + tokens.keySet() + "]";
  }
}
