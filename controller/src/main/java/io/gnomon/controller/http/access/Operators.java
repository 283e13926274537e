package io.gnomon.controller.http.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The users by bearer token. Tokens are stored as digests and compared in constant time. Not
 * thread-safe.
 */
public final class Operators {
  private static final String SCHEME = "Bearer ";

  private List<Holder> holders = List.of();

  private record Holder(User user, byte[] digest) {}

  /** Users with these tokens. */
  public Operators(Collection<Credential> credentials) {
    replace(credentials);
  }

  /** Replaces all users. */
  public void replace(Collection<Credential> credentials) {
    holders = credentials.stream().map(one -> new Holder(one.user(), digest(one.token()))).toList();
  }

  /** Whether no user may change anything. */
  public boolean isEmpty() {
    return holders.stream().noneMatch(holder -> holder.user().isOperator());
  }

  /** Returns the user whose token is in the header of a request. */
  public Optional<User> byAuthorization(@Nullable String header) {
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    byte[] shown = digest(header.substring(SCHEME.length()).trim());
    User found = null;
    for (Holder holder : holders) {
      if (MessageDigest.isEqual(shown, holder.digest())) {
        found = holder.user();
      }
    }
    return Optional.ofNullable(found);
  }

  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
