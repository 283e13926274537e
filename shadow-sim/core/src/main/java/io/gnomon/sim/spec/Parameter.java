package io.gnomon.sim.spec;

import io.gnomon.text.Durations;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A parameter of a family: its name, default, allowed values and meaning.
 *
 * @param <T> type of its values
 */
public final class Parameter<T> {
  private static final String OF_SITE = "site";

  /** Parses a value; throws any {@link IllegalArgumentException} if it is not allowed. */
  private interface Reader<T> {
    T read(String text);
  }

  private final String name;
  private final String defaultText;
  private final String allowed;
  private final String help;
  private final Reader<T> reader;
  private final UnaryOperator<String> words;

  private Parameter(
      String name, String defaultText, String allowed, String help, Reader<T> reader) {
    this(
        name,
        defaultText,
        allowed,
        help,
        reader,
        value -> name.replaceAll("[-_]", " ") + " " + value);
  }

  private Parameter(
      String name,
      String defaultText,
      String allowed,
      String help,
      Reader<T> reader,
      UnaryOperator<String> words) {
    this.name = name;
    this.defaultText = defaultText;
    this.allowed = allowed;
    this.help = help;
    this.reader = reader;
    this.words = words;
  }

  /** A whole number within inclusive bounds. */
  public static Parameter<Integer> integer(
      String name, int defaultValue, int least, int most, String help) {
    return new Parameter<>(
        name,
        Integer.toString(defaultValue),
        "a whole number from " + least + " to " + most,
        help,
        text -> within(Integer.parseInt(text), least, most));
  }

  /** A number within inclusive bounds. */
  public static Parameter<Double> number(
      String name, double defaultValue, double least, double most, String help) {
    return new Parameter<>(
        name,
        plain(defaultValue),
        "a number from " + plain(least) + " to " + plain(most),
        help,
        text -> within(Double.parseDouble(text), least, most));
  }

  /** {@code true} or {@code false}. */
  public static Parameter<Boolean> flag(String name, boolean defaultValue, String help) {
    return new Parameter<>(
        name,
        Boolean.toString(defaultValue),
        "true or false",
        help,
        text ->
            switch (text) {
              case "true" -> true;
              case "false" -> false;
              default -> throw new IllegalArgumentException(text);
            });
  }

  /** One of several words. */
  public static Parameter<String> choice(
      String name, String defaultText, List<String> words, String help) {
    return new Parameter<>(
        name,
        defaultText,
        "one of " + String.join(", ", words),
        help,
        text -> {
          if (!words.contains(text)) {
            throw new IllegalArgumentException(text);
          }
          return text;
        });
  }

  /** A duration in whole seconds within inclusive bounds, in the text form of {@link Durations}. */
  public static Parameter<Integer> seconds(
      String name, String defaultText, int least, int most, String help) {
    return new Parameter<>(
        name,
        defaultText,
        "a duration such as 90s, 5m, 3h, 1d, from "
            + Durations.printSeconds(least)
            + " to "
            + Durations.printSeconds(most),
        help,
        text -> within(Durations.parseSeconds(text), least, most));
  }

  /**
   * A text checked by {@code check}, which throws an {@link IllegalArgumentException} if it is not
   * allowed.
   */
  public static Parameter<String> text(
      String name, String defaultText, String allowed, String help, UnaryOperator<String> check) {
    return new Parameter<>(name, defaultText, allowed, help, check::apply);
  }

  /**
   * The same parameter with the default {@value #OF_SITE}: empty, so that the value is the one that
   * the site declares.
   */
  public Parameter<Optional<T>> orOfSite() {
    return new Parameter<>(
        name,
        OF_SITE,
        allowed + ", or " + OF_SITE,
        help + "; " + OF_SITE + ": as the site declares it",
        text -> text.equals(OF_SITE) ? Optional.empty() : Optional.of(reader.read(text)),
        words);
  }

  /** The same parameter, whose values are described by {@code words} of their text. */
  public Parameter<T> inWords(UnaryOperator<String> words) {
    return new Parameter<>(name, defaultText, allowed, help, reader, words);
  }

  /**
   * The same parameter, described by {@code pattern}.
   *
   * @param pattern with {@code %s} for the value, or without for a parameter with two values
   */
  public Parameter<T> inWords(String pattern) {
    return inWords(pattern::formatted);
  }

  /** The same parameter, described by {@code pattern} with {@code %s} for a duration. */
  public Parameter<T> timeInWords(String pattern) {
    return inWords(value -> pattern.formatted(Description.time(Durations.parseSeconds(value))));
  }

  /** A value of this parameter in words for people; name and value if it has no words. */
  public String words(String value) {
    return words.apply(value);
  }

  /** The name in the text form. */
  public String name() {
    return name;
  }

  /** The default, as text. */
  public String defaultText() {
    return defaultText;
  }

  /** Whether the default is the value that the site declares. */
  public boolean isOfSite() {
    return defaultText.equals(OF_SITE);
  }

  /** Description of the allowed values. */
  public String allowed() {
    return allowed;
  }

  /** Description of the meaning. */
  public String help() {
    return help;
  }

  /**
   * The value in {@code spec}, or the default.
   *
   * @throws InvalidSpecException naming the spec, the parameter, the value and what is allowed
   */
  public T in(Spec spec) {
    String text = spec.parameters().getOrDefault(name, defaultText);
    try {
      return reader.read(text);
    } catch (IllegalArgumentException | ArithmeticException refused) {
      throw new InvalidSpecException(
          spec.name() + ": " + name + " is '" + text + "'; it must be " + allowed);
    }
  }

  private static int within(int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException();
    }
    return value;
  }

  private static double within(double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException();
    }
    return value;
  }

  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e9
        ? String.format(Locale.ROOT, "%.0f", value)
        : Double.toString(value);
  }
}
