package io.gnomon.controller.http.access;

/**
 * A user with the bearer token.
 *
 * @param user who holds the token
 * @param token the secret, which is never printed
 */
public record Credential(User user, String token) {
  @Override
  public String toString() {
    return "Credential[" + user + "]";
  }
}
