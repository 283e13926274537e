package io.gnomon.controller.config;

import io.gnomon.config.ValueType;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The types of values of the keys of the HTTP server. */
final class HttpTypes {
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\]");

  static final ValueType<List<String>> HOSTS =
      ValueType.of(
              "host names or addresses without ports, separated by commas, such as"
                  + " gnomon.example.org",
              HttpTypes::hosts)
          .summarized("`host,…`");

  private HttpTypes() {}

  private static List<String> hosts(String text) {
    return Stream.of(text.split(",", -1))
        .map(String::strip)
        .filter(host -> !text.isBlank())
        .map(HttpTypes::host)
        .toList();
  }

  private static String host(String text) {
    if (!HOST.matcher(text).matches()) {
      throw new IllegalArgumentException(text);
    }
    return text;
  }
}
