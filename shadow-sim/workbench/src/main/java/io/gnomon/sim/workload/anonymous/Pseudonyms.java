package io.gnomon.sim.workload.anonymous;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Replaces names by keyed hashes (HMAC-SHA-256, 48 bits), such as {@code user-3f9a0c12e4b7}. A name
 * has the same pseudonym wherever it occurs under one key; without the key, names cannot be found
 * by trying. Names with a meaning for Slurm stay: {@code root}, and the QOS {@code normal}. Not
 * thread-safe; memory is bounded.
 */
public final class Pseudonyms {
  /** What has a name. */
  public enum Kind {
    USER("user", Set.of("root")),
    ACCOUNT("account", Set.of("root")),
    QOS("qos", Set.of("normal")),
    RESERVATION("reservation", Set.of()),
    CLUSTER("cluster", Set.of()),
    JOB("job", Set.of());

    private final String prefix;
    private final Set<String> kept;

    Kind(String prefix, Set<String> kept) {
      this.prefix = prefix;
      this.kept = kept;
    }
  }

  private static final String ALGORITHM = "HmacSHA256";
  private static final int LEAST_BYTES = 16;
  private static final int HEX_DIGITS = 12;
  private static final int CACHED = 100_000;

  private record Name(Kind kind, String text) {}

  private final Mac mac;
  private final Map<Name, String> known = new HashMap<>();

  /**
   * Pseudonyms under a key.
   *
   * @param key at least 16 bytes, which must be random and stay secret
   */
  public Pseudonyms(byte[] key) {
    if (key.length < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "the key has %d bytes; allowed are at least %d".formatted(key.length, LEAST_BYTES));
    }
    try {
      mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(ALGORITHM + " is part of every JDK", missing);
    }
  }

  /** The pseudonym of a name; empty for an empty name. */
  public String of(Kind kind, String name) {
    if (name.isEmpty() || kind.kept.contains(name)) {
      return name;
    }
    if (known.size() > CACHED) {
      known.clear();
    }
    return known.computeIfAbsent(new Name(kind, name), this::hash);
  }

  private String hash(Name name) {
    byte[] bytes = (name.kind.prefix + ' ' + name.text).getBytes(StandardCharsets.UTF_8);
    String hex = HexFormat.of().formatHex(mac.doFinal(bytes));
    return name.kind.prefix + '-' + hex.substring(0, HEX_DIGITS);
  }
}
