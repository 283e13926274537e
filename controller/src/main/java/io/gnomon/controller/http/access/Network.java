package io.gnomon.controller.http.access;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An address, or the addresses that begin with the same bits (RFC 4632, RFC 4291). Immutable. */
public final class Network {
  private final byte[] first;
  private final int bits;

  private Network(byte[] first, int bits) {
    this.first = first;
    this.bits = bits;
  }

  /**
   * Parses an address or a network in CIDR notation, such as {@code 10.0.0.0/8}. Names are never
   * looked up.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  public static Network parse(String text) {
    int slash = text.indexOf('/');
    byte @Nullable [] first = address(slash < 0 ? text : text.substring(0, slash));
    String prefix = slash < 0 ? "" : text.substring(slash + 1);
    if (first == null || slash >= 0 && !prefix.matches("\\d{1,3}")) {
      throw new IllegalArgumentException(text);
    }
    int bits = slash < 0 ? first.length * Byte.SIZE : Integer.parseInt(prefix);
    if (bits > first.length * Byte.SIZE) {
      throw new IllegalArgumentException(text);
    }
    return new Network(first, bits);
  }

  /** Whether it contains an address. */
  boolean contains(byte[] address) {
    int whole = bits / Byte.SIZE;
    int left = bits % Byte.SIZE;
    return address.length == first.length
        && Arrays.equals(address, 0, whole, first, 0, whole)
        && (left == 0 || (address[whole] ^ first[whole]) >> Byte.SIZE - left == 0);
  }

  /**
   * The 4 or 16 bytes of an address, or null for another text. An IPv4 address that is mapped to
   * IPv6 has 4.
   */
  static byte @Nullable [] address(String text) {
    byte @Nullable [] bytes = NetUtil.createByteArrayFromIpAddressString(text);
    try {
      return bytes == null ? null : InetAddress.getByAddress(bytes).getAddress();
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException("an address has 4 or 16 bytes", impossible);
    }
  }
}
