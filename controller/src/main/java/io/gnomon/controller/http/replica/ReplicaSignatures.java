package io.gnomon.controller.http.replica;

import io.gnomon.controller.http.access.User;
import io.gnomon.events.signature.SigningKeys;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The signatures by which replicas prove themselves to each other, by the keys that sign commands.
 *
 * <p>A token is never sent to another replica. A request that is passed on has a statement of who
 * sends it, which is signed together with the request, valid for {@value #SECONDS} s, for one
 * replica and for one use. An answer is signed together with the statement that it answers. So one
 * without the keys can neither use what it receives nor forge an answer. Not thread-safe.
 */
public final class ReplicaSignatures {
  static final int SECONDS = 60;
  private static final int MOST_NONCES = 100_000;
  private static final String REQUEST = "gnomon replica request";
  private static final String ANSWER = "gnomon replica answer";

  private final SigningKeys keys;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  // accepted statements by nonce, with the second at which they expire
  private final Map<String, Long> accepted = new LinkedHashMap<>();

  /** Signatures by the first of these keys; any of them is accepted. */
  public ReplicaSignatures(SigningKeys keys, InstantSource clock) {
    this.keys = keys;
    this.clock = clock;
  }

  /**
   * A request that another replica has signed.
   *
   * @param statement of the other replica
   * @param user who sends the request, or null if the client is not known
   * @param by signs the answer
   */
  public record Signed(String statement, @Nullable User user, ReplicaSignatures by) {
    /** Returns the signature of the answer. */
    public String proof(Answer answer) {
      return by.keys.sign(answered(statement, answer));
    }
  }

  /** Returns the statement for a request to another replica. */
  String sign(Replicas.Request request, ReplicaAddress to) {
    byte[] nonce = new byte[16];
    random.nextBytes(nonce);
    User user = request.user();
    JsonObject claims =
        new JsonObject()
            .put("to", to.toString())
            .put("at", now())
            .put("nonce", HexFormat.of().formatHex(nonce));
    if (user != null) {
      claims
          .put("user", user.name())
          .put("role", user.role().name())
          .put("clusters", new JsonArray(user.clusters()));
    }
    String text =
        Base64.getUrlEncoder().withoutPadding().encodeToString(claims.toBuffer().getBytes());
    return text + "." + keys.sign(signed(text, request));
  }

  /**
   * Accepts a statement, once.
   *
   * @param request as it arrived; its user does not count
   * @param own the address of this replica, or null if it has none for others
   * @throws IllegalArgumentException if the statement is not for this request, with the reason
   */
  Signed accept(String statement, Replicas.Request request, @Nullable ReplicaAddress own) {
    int dot = statement.indexOf('.');
    String text = statement.substring(0, Math.max(0, dot));
    if (!verifies(signed(text, request), statement.substring(dot + 1))) {
      throw new IllegalArgumentException(
          "it is not signed by a key of this one; give all replicas the same commands.key-file");
    }
    JsonObject claims = new JsonObject(Buffer.buffer(Base64.getUrlDecoder().decode(text)));
    if (!claims.getString("to").equals(String.valueOf(own))) {
      throw new IllegalArgumentException(
          "it is for " + claims.getString("to") + ", and this one is " + own);
    }
    long at = claims.getLong("at");
    if (Math.abs(now() - at) > SECONDS) {
      throw new IllegalArgumentException(
          "it was signed %d s ago by this one's clock; up to %d s are allowed, check the clocks"
              .formatted(now() - at, SECONDS));
    }
    use(claims.getString("nonce"), at + SECONDS);
    String name = claims.getString("user");
    return new Signed(
        statement,
        name == null
            ? null
            : new User(
                name,
                User.Role.valueOf(claims.getString("role")),
                claims.getJsonArray("clusters").stream().map(String.class::cast).toList()),
        this);
  }

  private void use(String nonce, long until) {
    Iterator<Long> oldest = accepted.values().iterator();
    while (oldest.hasNext() && oldest.next() < now()) {
      oldest.remove();
    }
    if (accepted.size() >= MOST_NONCES || accepted.putIfAbsent(nonce, until) != null) {
      throw new IllegalArgumentException("it was received before, or too many were");
    }
  }

  /** Whether an answer has been signed by a replica that has accepted the statement. */
  boolean proves(String statement, Answer answer, @Nullable String proof) {
    return proof != null && verifies(answered(statement, answer), proof);
  }

  private boolean verifies(byte[] signed, String signature) {
    return keys.verify(signed, signature.getBytes(StandardCharsets.US_ASCII));
  }

  private long now() {
    return clock.instant().getEpochSecond();
  }

  // the body comes last, and nothing before it contains a line break

  private static byte[] signed(String statement, Replicas.Request request) {
    Buffer text = Buffer.buffer();
    text.appendString(REQUEST + "\n" + statement + "\n");
    text.appendString(request.method() + "\n" + request.uri() + "\n");
    return lines(text, Replicas.SENT, request.headers()::get, request.body());
  }

  private static byte[] answered(String statement, Answer answer) {
    Buffer text = Buffer.buffer(ANSWER + "\n" + statement + "\n" + answer.status() + "\n");
    return lines(text, Replicas.RETURNED, answer.headers()::get, answer.body());
  }

  private static byte[] lines(
      Buffer text, Iterable<String> names, UnaryOperator<@Nullable String> header, Buffer body) {
    for (String name : names) {
      String value = header.apply(name);
      text.appendString((value == null ? "" : value) + "\n");
    }
    return text.appendBuffer(body).getBytes();
  }
}
