package io.gnomon.sim.report.document;

import io.gnomon.sim.chart.Numbers;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A writer of one indented JSON value. It has no dependencies, because loading a JSON library would
 * add to the start-up time of every command. Calls must nest as the value does. Not thread-safe.
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

  /** Writes a string. */
  public Json value(String value) {
    next();
    quote(value);
    return this;
  }

  /** Writes an integer. */
  public Json value(long value) {
    next();
    text.append(value);
    return this;
  }

  /** Writes a number with at most six decimals; null if it is not finite. */
  public Json value(double value) {
    next();
    if (Double.isFinite(value)) {
      text.append(Numbers.rounded(value));
    } else {
      text.append("null");
    }
    return this;
  }

  /** Writes a boolean. */
  public Json value(boolean value) {
    next();
    text.append(value);
    return this;
  }

  /** Writes a named string. */
  public Json put(String name, String value) {
    return name(name).value(value);
  }

  /** Writes a named integer. */
  public Json put(String name, long value) {
    return name(name).value(value);
  }

  /** Writes a named number. */
  public Json put(String name, double value) {
    return name(name).value(value);
  }

  /** The JSON text with a final line break. */
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
