package io.gnomon.controller.config;

import io.gnomon.config.ValueType;
import io.gnomon.controller.http.access.Network;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The types of values of the keys of the HTTP server. */
final class HttpTypes {
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\]");

  private static final Pattern ORIGIN =
      Pattern.compile("https?://[A-Za-z0-9.-]{1,253}(:\\d{1,5})?");

  static final ValueType<List<String>> HOSTS =
      ValueType.of(
              "host names or addresses without ports, separated by commas, such as"
                  + " gnomon.example.org",
              HttpTypes::hosts)
          .summarized("`host,…`");

  static final ValueType<List<Network>> NETWORKS =
      ValueType.of(
              "addresses, or networks in CIDR notation, separated by commas, such as 10.0.0.0/8",
              HttpTypes::networks)
          .summarized("`address,…`");

  static final ValueType<List<String>> ORIGINS =
      ValueType.of(
              "origins, separated by commas, such as https://ondemand.example.org",
              text -> entries(text).map(HttpTypes::origin).toList())
          .summarized("`https://host,…`");

  static final ValueType<String> HEADER =
      ValueType.of("the name of a header, such as X-Remote-User", HttpTypes::header)
          .summarized("`header`");

  private HttpTypes() {}

  private static String header(String text) {
    if (!text.matches("[A-Za-z][A-Za-z0-9-]{0,63}") || text.equalsIgnoreCase("authorization")) {
      throw new IllegalArgumentException(text);
    }
    return text;
  }

  private static String origin(String text) {
    if (!ORIGIN.matcher(text).matches()) {
      throw new IllegalArgumentException(text);
    }
    return text;
  }

  private static List<Network> networks(String text) {
    return entries(text).map(Network::parse).toList();
  }

  private static List<String> hosts(String text) {
    return entries(text).map(HttpTypes::host).toList();
  }

  private static Stream<String> entries(String text) {
    return text.isBlank() ? Stream.empty() : Stream.of(text.split(",", -1)).map(String::strip);
  }

  private static String host(String text) {
    if (!HOST.matcher(text).matches()) {
      throw new IllegalArgumentException(text);
    }
    return text;
  }
}
