package io.gnomon.controller.http.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The names of clients for limits: the IPv4 address, or the /64 network of an IPv6 address. */
public final class Clients {
  private static final int NETWORK_BYTES = 8;
  private static final String ADDRESS = "[0-9a-fA-F:.]{2,45}";

  private Clients() {}

  /**
   * The client of a connection.
   *
   * @param peer the address of the connection's other end
   * @param forwardedFor the header {@code X-Forwarded-For} if a trusted proxy is in front, which
   *     appends the address of its client; otherwise null
   */
  public static String of(String peer, @Nullable String forwardedFor) {
    if (forwardedFor != null) {
      String last = forwardedFor.substring(forwardedFor.lastIndexOf(',') + 1).trim();
      if (last.matches(ADDRESS)) {
        return network(last);
      }
    }
    return network(peer);
  }

  private static String network(String address) {
    if (address.indexOf(':') < 0) {
      return address;
    }
    try {
      // a literal with a colon is never looked up
      byte[] bytes = InetAddress.getByName(address).getAddress();
      return bytes.length <= NETWORK_BYTES
          ? address
          : InetAddress.getByAddress(Arrays.copyOf(Arrays.copyOf(bytes, NETWORK_BYTES), 16))
                  .getHostAddress()
              + "/64";
    } catch (UnknownHostException unusual) {
      return address;
    }
  }
}
