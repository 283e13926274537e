package io.gnomon.events.codec.value;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a string of at least one character, with a maximum length and an optional pattern.
 *
 * @param maxLength the maximum length in Unicode code points
 * @param pattern the pattern that the whole string must match, or null
 */
public record StringCodec(int maxLength, @Nullable Pattern pattern) implements ValueCodec<String> {
  /** Names and ids: 1 to 255 characters. */
  public static final StringCodec NAME = new StringCodec(255, null);

  /** Sentences and policies: 1 to 4,096 characters. */
  public static final StringCodec LONG = new StringCodec(4096, null);

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

  @Override
  public void write(String value, JsonWriter out) {
    out.string(value);
  }
}
