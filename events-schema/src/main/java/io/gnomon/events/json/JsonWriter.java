package io.gnomon.events.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Writes one JSON text as UTF-8 without white space. It adds the commas but does not check the
 * order of the calls. Not thread-safe; reusable after {@link #reset()}.
 */
public final class JsonWriter {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final double LAST_EXACT_WHOLE = 1L << 53;

  private byte[] buffer = new byte[512];
  private int size;
  private boolean comma;

  /** Returns the string with each unpaired surrogate replaced by a question mark. */
  public static String writable(String text) {
    return text.chars().anyMatch(c -> Character.isSurrogate((char) c))
        ? new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
        : text;
  }

  /** The number of bytes of a text. */
  public static int bytes(Consumer<JsonWriter> text) {
    JsonWriter writer = new JsonWriter();
    text.accept(writer);
    return writer.size;
  }

  /** Starts a new text. */
  public void reset() {
    size = 0;
    comma = false;
  }

  /** The bytes written since the last {@link #reset()}. */
  public byte[] toByteArray() {
    return Arrays.copyOf(buffer, size);
  }

  /** Opens an object. */
  public void beginObject() {
    open('{');
  }

  /** Closes the object. */
  public void endObject() {
    close('}');
  }

  /** Opens an array. */
  public void beginArray() {
    open('[');
  }

  /** Closes the array. */
  public void endArray() {
    close(']');
  }

  /** Writes the name of a field. Its value must follow. */
  public void field(String name) {
    separate();
    quoted(name);
    append(':');
    comma = false;
  }

  /**
   * Writes a string.
   *
   * @throws IllegalArgumentException if it contains an unpaired surrogate; see {@link #writable}
   */
  public void string(String value) {
    separate();
    quoted(value);
  }

  /** Writes an integer. */
  public void integer(long value) {
    separate();
    ascii(Long.toString(value));
  }

  /**
   * Writes a number, without a decimal point if it is an integer.
   *
   * @throws IllegalArgumentException if it is not finite
   */
  public void number(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          value + " cannot be written in JSON; the number must be finite");
    }
    separate();
    boolean whole = value == Math.rint(value) && Math.abs(value) < LAST_EXACT_WHOLE;
    ascii(whole ? Long.toString((long) value) : Double.toString(value));
  }

  /** Writes {@code true} or {@code false}. */
  public void bool(boolean value) {
    separate();
    ascii(value ? "true" : "false");
  }

  /** Writes a value that is already JSON. */
  public void raw(byte[] json) {
    separate();
    ensure(json.length);
    System.arraycopy(json, 0, buffer, size, json.length);
    size += json.length;
  }

  private void separate() {
    if (comma) {
      append(',');
    }
    comma = true;
  }

  private void open(char bracket) {
    separate();
    append(bracket);
    comma = false;
  }

  private void close(char bracket) {
    append(bracket);
    comma = true;
  }

  private void ascii(String word) {
    ensure(word.length());
    for (int i = 0; i < word.length(); i++) {
      buffer[size++] = (byte) word.charAt(i);
    }
  }

  private void quoted(String value) {
    // a character takes at most 6 bytes, as an escape
    ensure(Math.addExact(Math.multiplyExact(value.length(), 6), 2));
    buffer[size++] = '"';
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        buffer[size++] = '\\';
        buffer[size++] = (byte) c;
      } else if (c >= 0x80) {
        int point = value.codePointAt(i);
        utf8(point, value);
        i += Character.charCount(point) - 1;
      } else if (c >= ' ') {
        buffer[size++] = (byte) c;
      } else {
        control(c);
      }
    }
    buffer[size++] = '"';
  }

  private void control(char c) {
    buffer[size++] = '\\';
    switch (c) {
      case '\n' -> buffer[size++] = 'n';
      case '\r' -> buffer[size++] = 'r';
      case '\t' -> buffer[size++] = 't';
      default -> {
        buffer[size++] = 'u';
        buffer[size++] = '0';
        buffer[size++] = '0';
        buffer[size++] = HEX[c >> 4];
        buffer[size++] = HEX[c & 15];
      }
    }
  }

  private void utf8(int point, String value) {
    if (point < 0x800) {
      buffer[size++] = (byte) (0xC0 | (point >> 6));
    } else if (point < 0x10000) {
      if (Character.isSurrogate((char) point)) {
        throw new IllegalArgumentException(
            "'" + value + "' contains an unpaired surrogate, which cannot be written in UTF-8");
      }
      buffer[size++] = (byte) (0xE0 | (point >> 12));
      buffer[size++] = (byte) (0x80 | ((point >> 6) & 0x3F));
    } else {
      buffer[size++] = (byte) (0xF0 | (point >> 18));
      buffer[size++] = (byte) (0x80 | ((point >> 12) & 0x3F));
      buffer[size++] = (byte) (0x80 | ((point >> 6) & 0x3F));
    }
    buffer[size++] = (byte) (0x80 | (point & 0x3F));
  }

  private void append(char c) {
    ensure(1);
    buffer[size++] = (byte) c;
  }

  private void ensure(int more) {
    if (size + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, Math.addExact(size, more)));
    }
  }
}
