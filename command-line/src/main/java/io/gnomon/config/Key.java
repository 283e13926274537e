package io.gnomon.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A configuration key: its name, the type of its values, its default and a description. Immutable.
 *
 * @param <T> the Java type of its values
 */
public final class Key<T> {
  private final String name;
  private final ValueType<T> type;
  private final String defaultText;
  private final List<OtherDefault> otherDefaults;
  private final String description;

  /**
   * A default that holds when another key has a certain value.
   *
   * @param key the other key; in a {@link KeySet} it comes before the one whose default depends on
   *     it
   * @param value the other key's value, in its text form
   * @param defaultText the default that holds then
   */
  public record OtherDefault(Key<?> key, String value, String defaultText) {}

  private Key(
      String name,
      ValueType<T> type,
      String defaultText,
      List<OtherDefault> otherDefaults,
      String description) {
    this.name = name;
    this.type = type;
    this.defaultText = defaultText;
    this.otherDefaults = List.copyOf(otherDefaults);
    this.description = description;
    require("default", defaultText);
    this.otherDefaults.forEach(other -> require("default", other.defaultText()));
  }

  /**
   * A key.
   *
   * @param name lower-case words joined by dots, such as {@code tuning.threshold}
   * @param defaultText the default, in its text form; it must be allowed
   * @param description a phrase for the documentation and for {@code --help}
   * @throws InvalidConfigException if the default is not allowed
   */
  public static <T> Key<T> of(
      String name, ValueType<T> type, String defaultText, String description) {
    return new Key<>(name, type, defaultText, List.of(), description);
  }

  /** A key whose default is none. */
  public static <T> Key<Optional<T>> optional(String name, ValueType<T> type, String description) {
    return of(name, type.optional(), "", description);
  }

  /**
   * The same key with another default when {@code key} has the value {@code value}. Of several such
   * defaults, the first one whose condition holds counts.
   *
   * @throws InvalidConfigException if that default is not allowed
   */
  public Key<T> withDefaultWhen(Key<?> key, String value, String otherDefaultText) {
    List<OtherDefault> others = new ArrayList<>(otherDefaults);
    others.add(new OtherDefault(key, value, otherDefaultText));
    return new Key<>(name, type, defaultText, others, description);
  }

  /** Its name in the file and in {@code --set}, such as {@code tuning.threshold}. */
  public String name() {
    return name;
  }

  /** Its name in the environment, such as {@code GNOMON_TUNING_THRESHOLD}. */
  public String environmentName() {
    return "GNOMON_" + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** The type of its values. */
  public ValueType<T> type() {
    return type;
  }

  /** The default, in its text form. */
  public String defaultText() {
    return defaultText;
  }

  /** The defaults that hold when other keys have certain values; the first that applies counts. */
  public List<OtherDefault> otherDefaults() {
    return otherDefaults;
  }

  /** A phrase that says what it does. */
  public String description() {
    return description;
  }

  /** A value as it may be printed: a secret is hidden. */
  String printable(String value) {
    return type.isSecret() && !value.isEmpty() ? Secrets.HIDDEN : value;
  }

  /** A value that is not allowed, as a message may quote it. */
  private String quotable(String value) {
    return Secrets.quotable(printable(value));
  }

  /**
   * Parses and checks a value.
   *
   * @param source where the value is set, such as {@code gnomon.yaml:3}
   * @throws InvalidConfigException if it is not allowed
   */
  T require(String source, String value) {
    try {
      return type.parse(value);
    } catch (IllegalArgumentException wrong) {
      // the cause is left out: its message may quote a secret
      throw new InvalidConfigException(
          source + ": " + name + " is '" + quotable(value) + "'; it must be " + type.allowed());
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
