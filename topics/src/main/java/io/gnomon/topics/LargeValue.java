package io.gnomon.topics;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What is kept of a value that is too large to be kept whole. */
public final class LargeValue {
  /** The bytes of the value's start. */
  public static final int BYTES = 1 << 10;

  /** The largest value that is kept whole if it is rejected. */
  public static final int MAX_WHOLE_BYTES = 8 << 20;

  private LargeValue() {}

  /** The SHA-256 hash of {@code value} in hexadecimal; takes about 1 s for 1 GB. */
  public static String sha256(ByteBuffer value) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(value);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
