package io.gnomon.controller.http.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The names of clients for limits: the IPv4 address, or the /64 network of an IPv6 address. A proxy
 * that is trusted names its client in {@code X-Forwarded-For}; from others, the header is ignored.
 * Immutable.
 */
public final class Clients {
  private static final int NETWORK_BYTES = 8;
  private static final int IPV6_BYTES = 16;

  private final List<Network> proxies;

  /** Names with these trusted proxies. */
  public Clients(Collection<Network> proxies) {
    this.proxies = List.copyOf(proxies);
  }

  /**
   * The client of a connection.
   *
   * @param peer the address of the connection's other end
   * @param forwardedFor the values of {@code X-Forwarded-For}; each proxy appends the address from
   *     which it received the request, so that the last one that is not a trusted proxy counts
   */
  public String of(String peer, List<String> forwardedFor) {
    String client = peer;
    String[] hops = String.join(",", forwardedFor).split(",", -1);
    for (int i = hops.length - 1; i >= 0 && isProxy(client); i--) {
      String hop = hops[i].strip();
      if (Network.address(hop) == null) {
        break;
      }
      client = hop;
    }
    return network(client);
  }

  /** Whether an address is that of a trusted proxy. */
  public boolean isProxy(String address) {
    byte @Nullable [] bytes = Network.address(address);
    return bytes != null && proxies.stream().anyMatch(proxy -> proxy.contains(bytes));
  }

  private static String network(String text) {
    byte @Nullable [] address = Network.address(text);
    if (address == null) {
      return text;
    }
    try {
      return address.length < IPV6_BYTES
          ? InetAddress.getByAddress(address).getHostAddress()
          : InetAddress.getByAddress(
                      Arrays.copyOf(Arrays.copyOf(address, NETWORK_BYTES), IPV6_BYTES))
                  .getHostAddress()
              + "/64";
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException("an address has 4 or 16 bytes", impossible);
    }
  }
}
