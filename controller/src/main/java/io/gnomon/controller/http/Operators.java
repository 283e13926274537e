package io.gnomon.controller.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The operators by bearer token. Tokens are stored as digests and compared in constant time. */
final class Operators {
  private static final String SCHEME = "Bearer ";

  private final Map<String, byte[]> digests = new TreeMap<>();

  Operators(Map<String, String> tokens) {
    tokens.forEach((name, token) -> digests.put(name, digest(token)));
  }

  /** Whether no operators are configured. */
  boolean isEmpty() {
    return digests.isEmpty();
  }

  /** Returns the operator whose token is in the header of a request. */
  Optional<String> byAuthorization(@Nullable String header) {
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    byte[] shown = digest(header.substring(SCHEME.length()).trim());
    String found = null;
    for (Map.Entry<String, byte[]> operator : digests.entrySet()) {
      if (MessageDigest.isEqual(shown, operator.getValue())) {
        found = operator.getKey();
      }
    }
    return Optional.ofNullable(found);
  }

  /** Returns the answer to a request whose token {@link #byAuthorization} does not know. */
  Problem problem(@Nullable String header) {
    if (isEmpty()) {
      return new Problem(403, "no operators are configured; set http.operators-file");
    }
    return header == null
        ? new Problem(401, "an operator's token is required, as 'Authorization: Bearer TOKEN'")
        : new Problem(
            401,
            "This token is not known. Enter the token of an operator in the file that"
                + " http.operators-file names; the controller reads the file when it starts.");
  }

  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
