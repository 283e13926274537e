package io.gnomon.controller.http.replica;

import io.vertx.core.net.HostAndPort;
import java.util.Optional;

/**
 * The address at which other replicas reach this one. Each member of the consumer group names it in
 * its client id, so that the replicas learn of each other from the group.
 *
 * @param host a name or an address; an IPv6 address in brackets
 * @param port from 1 to 65535, or 0 for the port that HTTP listens on
 */
public record ReplicaAddress(String host, int port) {
  private static final String MARK = "gnomon@";

  /**
   * Parses {@code HOST} or {@code HOST:PORT}; an IPv6 address without a port needs no brackets.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static ReplicaAddress parse(String text) {
    boolean bare = text.indexOf(':') != text.lastIndexOf(':') && !text.startsWith("[");
    HostAndPort parsed = HostAndPort.parseAuthority(bare ? "[" + text + "]" : text, 0);
    if (parsed == null || parsed.host().isEmpty() || parsed.port() > 65_535) {
      throw new IllegalArgumentException("'" + text + "' is not HOST or HOST:PORT");
    }
    return new ReplicaAddress(parsed.host(), Math.max(0, parsed.port()));
  }

  /** The same with the port that HTTP listens on, if it has none of its own. */
  public ReplicaAddress orPort(int listening) {
    return port == 0 ? new ReplicaAddress(host, listening) : this;
  }

  /** The client id that names it. */
  public String clientId() {
    return MARK + this;
  }

  /** The address that a client id names; empty if it names none. */
  public static Optional<ReplicaAddress> ofClientId(String id) {
    try {
      return id.startsWith(MARK)
          ? Optional.of(parse(id.substring(MARK.length())))
          : Optional.empty();
    } catch (IllegalArgumentException another) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
