package io.gnomon.config;

import java.util.Optional;
import java.util.function.Function;

/**
 * The type of a key's values: how they are parsed and what is allowed. Immutable.
 *
 * @param <T> the Java type of the values
 */
public final class ValueType<T> {
  private final Function<String, T> parser;
  private final String allowed;
  private final String summary;
  private final boolean secret;

  private ValueType(Function<String, T> parser, String allowed, String summary, boolean secret) {
    this.parser = parser;
    this.allowed = allowed;
    this.summary = summary;
    this.secret = secret;
  }

  /**
   * A type of values.
   *
   * @param allowed what is allowed, to complete the sentence "it must be …"
   * @param parser throws {@link IllegalArgumentException} for a text that is not allowed
   */
  public static <T> ValueType<T> of(String allowed, Function<String, T> parser) {
    return new ValueType<>(parser, allowed, allowed, false);
  }

  /** The same type with a shorter description for tables. */
  public ValueType<T> summarized(String shorter) {
    return new ValueType<>(parser, allowed, shorter, secret);
  }

  /** The same type with values that are never printed. */
  public ValueType<T> secret() {
    return new ValueType<>(parser, allowed, summary, true);
  }

  /** The same type, where an empty text means that there is no value. */
  public ValueType<Optional<T>> optional() {
    return new ValueType<>(
        text -> text.isEmpty() ? Optional.empty() : Optional.of(parser.apply(text)),
        allowed + ", or empty for none",
        summary,
        secret);
  }

  /** What is allowed, to complete the sentence "it must be …". */
  public String allowed() {
    return allowed;
  }

  /** What is allowed, short enough for a table. */
  public String summary() {
    return summary;
  }

  boolean isSecret() {
    return secret;
  }

  /**
   * Parses a value.
   *
   * @throws IllegalArgumentException if it is not allowed
   */
  T parse(String text) {
    return parser.apply(text);
  }
}
