package io.gnomon.events.codec.value;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a string of at least one character, with a maximum length and an optional pattern.
 *
 * @param maxLength the maximum length in Unicode code points
 * @param pattern the pattern that the whole string must match, or null
 * @param divisible whether a part of the string still means something, so that {@link #fit} may cut
 */
public record StringCodec(int maxLength, @Nullable Pattern pattern, boolean divisible)
    implements ValueCodec<String> {
  /** Names and ids: 1 to 255 characters. */
  public static final StringCodec NAME = new StringCodec(255, null, true);

  /** Sentences: 1 to 4,096 characters. */
  public static final StringCodec LONG = new StringCodec(4096, null, true);

  /** Policies and dependencies, which mean something as a whole only: 1 to 4,096 characters. */
  public static final StringCodec EXPRESSION = new StringCodec(4096, null, false);

  private static final int DIGEST_BYTES = 6;

  /** The codec of strings that match {@code pattern}. */
  public StringCodec(int maxLength, Pattern pattern) {
    this(maxLength, pattern, false);
  }

  @Override
  public boolean isFor(Type component) {
    return component == String.class;
  }

  @Override
  public String read(JsonScanner in) {
    return checked(in.nextString());
  }

  /**
   * Returns {@code text} if it is allowed.
   *
   * @throws InvalidEventException if it is empty, too long or does not match the pattern
   */
  public String checked(String text) {
    int length = text.length();
    if (length == 0 || (length > maxLength && text.codePointCount(0, length) > maxLength)) {
      throw ValueCodec.invalid(
          Reason.OUT_OF_RANGE,
          "a string of length " + length,
          "a string of length 1 to " + maxLength);
    }
    if (pattern != null && !pattern.matcher(text).matches()) {
      throw ValueCodec.invalid(
          Reason.NOT_ALLOWED, "'" + text + "'", "a string that matches " + pattern);
    }
    return text;
  }

  /**
   * Cuts a text that is too long. The end of the result is a digest of the whole text, so that
   * different texts stay different.
   */
  @Override
  public @Nullable String fit(String text, Repairs repairs) {
    String writable = JsonWriter.writable(text);
    String valid = writable.equals(text) ? text : writable;
    if (!writable.equals(text)) {
      repairs.report("unpaired surrogates replaced");
    }
    int length = valid.length();
    boolean isLong = length > maxLength && valid.codePointCount(0, length) > maxLength;
    if (length == 0 || (isLong && !divisible)) {
      repairs.report(
          "left out because it has " + (length == 0 ? "no" : "too many") + " characters");
      return null;
    }
    if (pattern != null && !pattern.matcher(valid).matches()) {
      repairs.report("left out because it does not match " + pattern);
      return null;
    }
    if (isLong) {
      repairs.report("cut to " + maxLength + " characters");
      String digest = "~" + digest(valid);
      return valid.substring(0, valid.offsetByCodePoints(0, maxLength - digest.length())) + digest;
    }
    return valid;
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public void write(String value, JsonWriter out) {
    out.string(value);
  }
}
