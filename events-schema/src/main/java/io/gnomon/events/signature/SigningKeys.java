package io.gnomon.events.signature;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a controller signs commands with and a bridge events, one or two. Each signs with
 * its first key and accepts a signature by either, so that a key can be replaced without a gap.
 *
 * <p>The signature is the HMAC-SHA256 (RFC 2104) of the record's whole value, in the header {@link
 * #HEADER} as {@code hmac-sha256=} and 64 lower-case hexadecimal digits. Immutable and thread-safe.
 * No message contains a key.
 */
public final class SigningKeys {
  /** The name of the header with the signature. */
  public static final String HEADER = "gnomon-signature";

  /** The shell command that creates a key file, with {@code FILE} for its name. */
  public static final String CREATE = "(umask 077; openssl rand -hex 32 >FILE)";

  private static final String ALGORITHM = "HmacSHA256";
  private static final String SCHEME = "hmac-sha256=";
  private static final int MAX_KEYS = 2;
  private static final int MAX_FILE_BYTES = 4096;
  private static final Pattern KEY = Pattern.compile("([0-9a-fA-F]{2}){32,128}");

  private final List<SecretKeySpec> keys;

  private SigningKeys(List<SecretKeySpec> keys) {
    this.keys = keys;
  }

  /**
   * Reads a key file: one or two lines, each a key of 32 to 128 bytes as hexadecimal digits.
   *
   * @throws IllegalArgumentException if the file cannot be read, can be read or written by every
   *     user of the machine, or does not contain keys
   */
  public static SigningKeys read(Path file) {
    try {
      byte[] text = SecretFile.read(file, MAX_FILE_BYTES);
      return parse(file.toString(), new String(text, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read the key file " + e.getMessage(), e);
    }
  }

  /**
   * Parses the text of a key file.
   *
   * @param place the file's name, for messages
   * @throws IllegalArgumentException if the text does not consist of one or two keys
   */
  public static SigningKeys parse(String place, String text) {
    List<String> lines = text.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
    if (lines.isEmpty() || lines.size() > MAX_KEYS) {
      throw wrong(place, "has " + lines.size() + " keys");
    }
    for (int i = 0; i < lines.size(); i++) {
      if (!KEY.matcher(lines.get(i)).matches()) {
        throw wrong(place, "has no key in line " + (i + 1));
      }
    }
    return new SigningKeys(
        lines.stream()
            .map(line -> new SecretKeySpec(HexFormat.of().parseHex(line), ALGORITHM))
            .toList());
  }

  private static IllegalArgumentException wrong(String place, String problem) {
    return new IllegalArgumentException(
        "the key file %s %s; it must have one or two lines, each of 64 to 256 hexadecimal digits, as '%s' writes"
            .formatted(place, problem, CREATE));
  }

  /** Returns the signature of a record's value by the first key, as the header contains it. */
  public String sign(byte[] value) {
    return SCHEME + HexFormat.of().formatHex(mac(keys.get(0), value));
  }

  /**
   * Returns whether a signature belongs to a record's value and one of the keys. The time that the
   * comparison takes does not depend on where the signatures differ.
   *
   * @param header value of the header {@link #HEADER}, or null if the record has none
   */
  public boolean verify(byte[] value, byte @Nullable [] header) {
    byte[] stated = header == null ? new byte[0] : header;
    boolean valid = false;
    for (SecretKeySpec key : keys) {
      String expected = SCHEME + HexFormat.of().formatHex(mac(key, value));
      valid |= MessageDigest.isEqual(expected.getBytes(StandardCharsets.US_ASCII), stated);
    }
    return valid;
  }

  private static byte[] mac(SecretKeySpec key, byte[] value) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(value);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
    }
  }
}
