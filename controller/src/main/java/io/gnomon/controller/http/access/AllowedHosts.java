package io.gnomon.controller.http.access;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of the {@code Host} header that are answered. A page of another site whose name
 * resolves to this server's address (DNS rebinding) sends its own name and is refused.
 *
 * <p>Allowed are the names of the loopback interface, the address that the server listens on, the
 * address that the connection arrived at, and configured names. Immutable.
 */
public final class AllowedHosts {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1");

  private final Set<String> names = new HashSet<>(LOOPBACK);

  /**
   * Allows the loopback names and these.
   *
   * @param listening the address that the server listens on
   * @param external names or addresses under which clients reach the server, without ports
   */
  public AllowedHosts(String listening, Collection<String> external) {
    names.add(normalized(listening));
    external.forEach(name -> names.add(normalized(name)));
  }

  /**
   * Whether a request is answered.
   *
   * @param host the host in the request, without the port, or null if there is none
   * @param arrivedAt the local address of the connection
   */
  public boolean allows(@Nullable String host, String arrivedAt) {
    if (host == null) {
      return false;
    }
    String name = normalized(host);
    return names.contains(name) || name.equals(normalized(arrivedAt));
  }

  /** Lower case, without the brackets and the zone of an IPv6 address and without a final dot. */
  private static String normalized(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    if (name.startsWith("[") && name.endsWith("]")) {
      name = name.substring(1, name.length() - 1);
    }
    int zone = name.indexOf('%');
    if (zone >= 0) {
      name = name.substring(0, zone);
    }
    name = name.equals("0:0:0:0:0:0:0:1") ? "::1" : name;
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }
}
