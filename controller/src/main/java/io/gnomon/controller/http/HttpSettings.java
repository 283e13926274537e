package io.gnomon.controller.http;

import io.gnomon.controller.http.access.Credential;
import io.gnomon.controller.http.access.CredentialSource;
import io.gnomon.controller.http.access.Network;
import io.gnomon.controller.http.access.User;
import io.gnomon.controller.http.replica.ReplicaAddress;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the HTTP server.
 *
 * @param host address to listen on
 * @param port to listen on, 0 for any free one
 * @param certificate PEM file of the certificate chain, or null for plain HTTP
 * @param key PEM file of the private key, or null with the certificate
 * @param access who may use it
 * @param limits the limits of clients
 * @param advertised where other replicas reach this one, or null if they do not
 * @param effective the values of all configuration keys to show, with secrets hidden, in order
 */
public record HttpSettings(
    String host,
    int port,
    @Nullable Path certificate,
    @Nullable Path key,
    Access access,
    Limits limits,
    @Nullable ReplicaAddress advertised,
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
   * @param askSeconds in which another replica must answer a question, at least 1
   */
  public record Limits(
      int bodyBytes, int connections, int requestSeconds, int listeners, int askSeconds) {
    /** The usual seconds in which another replica must answer a question. */
    public static final int ASK_SECONDS = 2;

    /** Limits for a small team and its dashboards. */
    public static final Limits DEFAULT = new Limits(65_536, 512, 30, 64, ASK_SECONDS);

    /** The same with another limit of the answers of other replicas. */
    public Limits withAskSeconds(int other) {
      return new Limits(bodyBytes, connections, requestSeconds, listeners, other);
    }
  }

  /**
   * Who may use the server.
   *
   * @param credentials the tokens of operators and readers
   * @param source where the credentials are read from again
   * @param tokenToRead whether reading needs a token, too
   * @param hosts names of the server besides its addresses, for the Host header
   * @param proxies from which {@code X-Forwarded-For} is believed
   * @param frames origins of pages that may show the page of a job in a frame
   * @param userHeader the header in which a trusted proxy names the user; null for none
   */
  public record Access(
      List<Credential> credentials,
      CredentialSource source,
      boolean tokenToRead,
      List<String> hosts,
      List<Network> proxies,
      List<String> frames,
      @Nullable String userHeader) {
    /** Reading for all, no operators. */
    public static final Access READ_ONLY =
        new Access(List.of(), List::of, false, List.of(), List.of(), List.of(), null);

    /** Copies the lists. */
    public Access {
      credentials = List.copyOf(credentials);
      hosts = List.copyOf(hosts);
      proxies = List.copyOf(proxies);
      frames = List.copyOf(frames);
    }

    /** Whether reading needs a token, or a user whom a trusted proxy names. */
    public boolean readersAreKnown() {
      return tokenToRead || userHeader != null;
    }
  }

  /** Copies the values. */
  public HttpSettings {
    effective = Collections.unmodifiableMap(new LinkedHashMap<>(effective));
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          "a certificate requires a key, and a key requires a certificate");
    }
  }

  /** Plain HTTP on loopback without operators. */
  public static HttpSettings loopback(int port) {
    return new HttpSettings(
        "127.0.0.1", port, null, null, Access.READ_ONLY, Limits.DEFAULT, null, Map.of());
  }

  /** The same on another port. */
  public HttpSettings withPort(int other) {
    return new HttpSettings(host, other, certificate, key, access, limits, advertised, effective);
  }

  /** The same with other users. */
  public HttpSettings withAccess(Access other) {
    return new HttpSettings(host, port, certificate, key, other, limits, advertised, effective);
  }

  /** The same with operators of all clusters, by name with their tokens. */
  public HttpSettings withTokens(Map<String, String> tokens) {
    List<Credential> operators =
        tokens.entrySet().stream()
            .map(one -> new Credential(User.operator(one.getKey()), one.getValue()))
            .toList();
    return withAccess(
        new Access(
            operators,
            () -> operators,
            access.tokenToRead(),
            access.hosts(),
            access.proxies(),
            access.frames(),
            access.userHeader()));
  }

  /** The same with other limits. */
  public HttpSettings withLimits(Limits other) {
    return new HttpSettings(host, port, certificate, key, access, other, advertised, effective);
  }

  /** Whether it is spoken over TLS. */
  public boolean tls() {
    return certificate != null;
  }

  @Override
  public String toString() {
    return "HttpSettings[" + host + ":" + port + ", access=" + access + "]";
  }
}
