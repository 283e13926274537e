package io.gnomon.events.json;

import io.gnomon.events.json.JsonException.Fault;
import io.gnomon.text.Excerpt;

/**
 * A strict pull parser for one JSON text (RFC 8259, UTF-8) in a byte array. It reads value by value
 * in a single pass.
 *
 * <pre>
 * scanner.reset(bytes, 0, bytes.length);
 * scanner.beginObject();
 * while (scanner.nextField()) {
 *   if (scanner.field(names) == 0) { at = scanner.nextLong(); } else { scanner.skipValue(); }
 * }
 * scanner.endDocument();
 * </pre>
 *
 * <p>After {@link #nextField()} or {@link #nextElement()} returns true, exactly one value must be
 * read or skipped. Skipped values are validated too. Every method throws {@link JsonException} if
 * the input is not JSON or has another type than expected; after that the scanner cannot be used
 * until the next {@link #reset}. Not thread-safe; reusable; costs a few nanoseconds per byte and
 * allocates only strings.
 */
public final class JsonScanner {
  /** The maximum nesting depth of objects and arrays. */
  public static final int MAX_DEPTH = 64;

  /** The type of a JSON value. */
  public enum Kind {
    OBJECT,
    ARRAY,
    STRING,
    NUMBER,
    BOOLEAN,
    NULL
  }

  private byte[] json = {};
  private int position;
  private int end;
  private int depth;
  private boolean first;
  private final JsonString text = new JsonString();
  private final JsonNumber number = new JsonNumber();

  /** Starts reading {@code bytes[from..to)}, which must not change while it is read. */
  public void reset(byte[] bytes, int from, int to) {
    if (from < 0 || to < from || to > bytes.length) {
      throw new IndexOutOfBoundsException(from + ".." + to + " of " + bytes.length + " bytes");
    }
    json = bytes;
    position = from;
    end = to;
    depth = 0;
    first = true;
  }

  /** The offset of the next byte. */
  public int position() {
    return position;
  }

  /** The number of objects and arrays that enclose the next value. */
  public int depth() {
    return depth;
  }

  /** Returns to a value of the same document, which was next at that position and depth. */
  public void returnTo(int valuePosition, int valueDepth) {
    position = valuePosition;
    depth = valueDepth;
    first = false;
  }

  /** The type of the next value, without reading it. */
  public Kind peek() {
    int c = peekByte();
    return switch (c) {
      case '{' -> Kind.OBJECT;
      case '[' -> Kind.ARRAY;
      case '"' -> Kind.STRING;
      case 't', 'f' -> Kind.BOOLEAN;
      case 'n' -> Kind.NULL;
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> Kind.NUMBER;
      default -> throw malformed("a value");
    };
  }

  // --- objects and arrays

  /** Enters an object. */
  public void beginObject() {
    begin('{', "an object");
  }

  /** Enters an array. */
  public void beginArray() {
    begin('[', "an array");
  }

  /** Moves to the next field's value, or out of the object and returns false. */
  public boolean nextField() {
    if (!advance('}', "',' or '}'")) {
      return false;
    }
    if (peekByte() != '"') {
      throw malformed("a field name in quotes");
    }
    position = text.scan(json, position + 1, end);
    if (peekByte() != ':') {
      throw malformed("':' after a field name");
    }
    position++;
    return true;
  }

  /** Moves to the next element, or out of the array and returns false. */
  public boolean nextElement() {
    return advance(']', "',' or ']'");
  }

  /** The index of the current field's name, or -1; valid until the value is read. */
  public int field(NameTable names) {
    return text.indexIn(names);
  }

  /** The current field's name; valid until the value is read. */
  public String fieldName() {
    return text.toString();
  }

  // --- values

  /** Reads a string. */
  public String nextString() {
    scanText();
    return text.toString();
  }

  /** Reads a string; returns {@code likely} without allocation if it is equal. */
  public String nextString(String likely) {
    scanText();
    return text.contentEquals(likely) ? likely : text.toString();
  }

  /** Reads a string and returns its index in {@code names}, or -1. */
  public int nextString(NameTable names) {
    scanText();
    return text.indexIn(names);
  }

  /** The string that was read last. */
  public String lastString() {
    return text.toString();
  }

  /** Reads an integer; {@code 12.0} and {@code 1.2e1} are integers. */
  public long nextLong() {
    int c = peekByte();
    if (c != '-' && (c < '0' || c > '9')) {
      throw wrongType("an integer");
    }
    position = number.scan(json, position, end);
    return number.longValue();
  }

  /** Reads a number. */
  public double nextDouble() {
    int c = peekByte();
    if (c != '-' && (c < '0' || c > '9')) {
      throw wrongType("a number");
    }
    position = number.scan(json, position, end);
    return number.doubleValue();
  }

  /** Reads {@code true} or {@code false}. */
  public boolean nextBoolean() {
    if (literal("true")) {
      return true;
    }
    if (literal("false")) {
      return false;
    }
    throw wrongType("true or false");
  }

  /** Reads {@code null} if it is the next value. */
  public boolean skipNull() {
    return peekByte() == 'n' && literal("null");
  }

  /** Reads and validates any value without returning it. */
  public void skipValue() {
    switch (peek()) {
      case OBJECT -> {
        beginObject();
        while (nextField()) {
          skipValue();
        }
      }
      case ARRAY -> {
        beginArray();
        while (nextElement()) {
          skipValue();
        }
      }
      case STRING -> scanText();
      case NUMBER -> position = number.scan(json, position, end);
      case BOOLEAN -> nextBoolean();
      case NULL -> {
        if (!skipNull()) {
          throw malformed("null");
        }
      }
    }
  }

  /** Checks that only white space follows. */
  public void endDocument() {
    if (peekByte() >= 0) {
      throw malformed("the end of the record, which holds one JSON value");
    }
  }

  /** The first bytes of the next value, for messages. */
  public String excerpt() {
    peekByte();
    return Excerpt.of(json, position, end);
  }

  // --- parts

  private void begin(char bracket, String wanted) {
    if (peekByte() != bracket) {
      throw wrongType(wanted);
    }
    if (++depth > MAX_DEPTH) {
      throw new JsonException(
          Fault.TOO_DEEP, position, "depth " + depth, "depth " + MAX_DEPTH + " at most");
    }
    position++;
    first = true;
  }

  private boolean advance(char closing, String wanted) {
    int c = peekByte();
    if (c == closing) {
      position++;
      depth--;
      first = false;
      return false;
    }
    if (!first) {
      if (c != ',') {
        throw malformed(wanted);
      }
      position++;
      // JSON does not allow a comma before the closing bracket
      if (peekByte() == closing) {
        throw malformed("a value or field after ','");
      }
    }
    first = false;
    return true;
  }

  private void scanText() {
    if (peekByte() != '"') {
      throw wrongType("a string");
    }
    position = text.scan(json, position + 1, end);
  }

  private boolean literal(String word) {
    peekByte();
    int after = position + word.length();
    if (after > end) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (json[position + i] != word.charAt(i)) {
        return false;
      }
    }
    position = after;
    return true;
  }

  /** Skips white space and returns the next byte without reading it, or -1 at the end. */
  private int peekByte() {
    int at = position;
    while (at < end) {
      int c = json[at];
      if (c > ' ') {
        position = at;
        return c;
      }
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        position = at;
        return 0;
      }
      at++;
    }
    position = at;
    return -1;
  }

  private JsonException malformed(String wanted) {
    return new JsonException(Fault.MALFORMED, position, excerpt(), wanted);
  }

  /** The exception for a next value of another type, or for something that is not a value. */
  private JsonException wrongType(String wanted) {
    Kind kind = peek();
    int at = position;
    boolean broken =
        (kind == Kind.BOOLEAN && !literal("true") && !literal("false"))
            || (kind == Kind.NULL && !literal("null"));
    position = at;
    if (broken) {
      return malformed(wanted);
    }
    return new JsonException(Fault.WRONG_TYPE, position, excerpt(), wanted);
  }
}
