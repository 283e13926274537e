package io.gnomon.sim.report;

import io.gnomon.sim.chart.Numbers;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes one JSON value, indented, without libraries: what a command prints must not cost the
 * start-up of one. Calls must nest as the value does. Not thread-safe.
 */
public final class Json {
  private final StringBuilder text = new StringBuilder();
  private final Deque<Boolean> empty = new ArrayDeque<>();
  private boolean named;

  /** Opens an object. */
  public Json object() {
    return open('{');
  }

  /** Opens an array. */
  public Json array() {
    return open('[');
  }

  /** Closes the innermost object. */
  public Json endObject() {
    return close('}');
  }

  /** Closes the innermost array. */
  public Json endArray() {
    return close(']');
  }

  /** Names the next value of an object. */
  public Json name(String name) {
    next();
    quote(name);
    text.append(": ");
    named = true;
    return this;
  }

  /** A text. */
  public Json value(String value) {
    next();
    quote(value);
    return this;
  }

  /** A whole number. */
  public Json value(long value) {
    next();
    text.append(value);
    return this;
  }

  /** A number with up to six significant decimals; null where it is not finite. */
  public Json value(double value) {
    next();
    if (Double.isFinite(value)) {
      text.append(Numbers.rounded(value));
    } else {
      text.append("null");
    }
    return this;
  }

  /** A truth value. */
  public Json value(boolean value) {
    next();
    text.append(value);
    return this;
  }

  /** A named text. */
  public Json put(String name, String value) {
    return name(name).value(value);
  }

  /** A named whole number. */
  public Json put(String name, long value) {
    return name(name).value(value);
  }

  /** A named number. */
  public Json put(String name, double value) {
    return name(name).value(value);
  }

  /** What was written, with a final line break. */
  @Override
  public String toString() {
    return text + "\n";
  }

  private Json open(char bracket) {
    next();
    text.append(bracket);
    empty.push(true);
    return this;
  }

  private Json close(char bracket) {
    if (!empty.pop()) {
      indent();
    }
    text.append(bracket);
    return this;
  }

  private void next() {
    if (named) {
      named = false;
    } else if (!empty.isEmpty()) {
      if (!empty.pop()) {
        text.append(',');
      }
      empty.push(false);
      indent();
    }
  }

  private void indent() {
    text.append('\n').append("  ".repeat(empty.size()));
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        default -> {
          if (c < ' ') {
            text.append("\\u00").append(Character.forDigit(c >> 4, 16));
            text.append(Character.forDigit(c & 15, 16));
          } else {
            text.append(c);
          }
        }
      }
    }
    text.append('"');
  }
}
