package io.gnomon.config;

import io.gnomon.text.Durations;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The types of values that keys of every component use. */
public final class ValueTypes {
  private static final Pattern WHOLE = Pattern.compile("\\d{1,9}");
  private static final Pattern DECIMAL = Pattern.compile("\\d{1,10}(\\.\\d{1,9})?");

  private ValueTypes() {}

  /** Any text that is not blank. */
  public static ValueType<String> text() {
    return ValueType.of(
            "a text that is not blank",
            text -> {
              require(!text.isBlank());
              return text;
            })
        .summarized("text");
  }

  /**
   * A text that matches a regular expression as a whole.
   *
   * @param allowed the expression in words, to complete the sentence "it must be …"
   */
  public static ValueType<String> text(String regex, String allowed) {
    Pattern pattern = Pattern.compile(regex);
    return ValueType.of(
        allowed,
        text -> {
          require(pattern.matcher(text).matches());
          return text;
        });
  }

  /** A path, which need not exist. */
  public static ValueType<Path> path() {
    return ValueType.of(
        "a path",
        text -> {
          require(!text.isBlank());
          return Path.of(text);
        });
  }

  /** {@code true} or {@code false}. */
  public static ValueType<Boolean> flag() {
    return ValueType.of(
        "true or false",
        text -> {
          require(text.equals("true") || text.equals("false"));
          return Boolean.valueOf(text);
        });
  }

  /** A file that exists and can be read. */
  public static ValueType<Path> readableFile() {
    return ValueType.of(
        "a file that can be read",
        text -> {
          Path file = Path.of(text);
          require(Files.isReadable(file) && !Files.isDirectory(file));
          return file;
        });
  }

  /** A whole number in a range, both ends included. */
  public static ValueType<Integer> wholeNumber(int least, int most) {
    return ValueType.of(
            "a whole number from " + least + " to " + most,
            text -> {
              require(WHOLE.matcher(text).matches());
              int number = Integer.parseInt(text);
              require(number >= least && number <= most);
              return number;
            })
        .summarized(least + " to " + most);
  }

  /** A decimal number in a range, both ends included. */
  public static ValueType<Double> number(double least, double most) {
    return ValueType.of(
            "a number from " + plain(least) + " to " + plain(most),
            text -> {
              require(DECIMAL.matcher(text).matches());
              double number = Double.parseDouble(text);
              require(number >= least && number <= most);
              return number;
            })
        .summarized(plain(least) + " to " + plain(most));
  }

  /** A duration in a range, both ends included. */
  public static ValueType<Duration> duration(String least, String most) {
    return durationType("a duration such as 500ms, " + Durations.EXAMPLES, least, most);
  }

  /** A duration of whole seconds in a range, both ends included. */
  public static ValueType<Duration> wholeSeconds(String least, String most) {
    ValueType<Duration> type =
        durationType("a duration of whole seconds such as " + Durations.EXAMPLES, least, most);
    return ValueType.of(
            type.allowed(),
            text -> {
              Duration duration = type.parse(text);
              require(duration.getNano() == 0);
              return duration;
            })
        .summarized(type.summary());
  }

  private static ValueType<Duration> durationType(String form, String least, String most) {
    Duration from = Durations.parse(least);
    Duration to = Durations.parse(most);
    return ValueType.of(
            form + ", from " + least + " to " + most,
            text -> {
              Duration duration = Durations.parse(text);
              require(duration.compareTo(from) >= 0 && duration.compareTo(to) <= 0);
              return duration;
            })
        .summarized(least + " to " + most);
  }

  /** One of some words. */
  public static ValueType<String> word(List<String> words) {
    return ValueType.of(
            "one of " + String.join(", ", words),
            text -> {
              require(words.contains(text));
              return text;
            })
        .summarized("`" + String.join("`, `", words) + "`");
  }

  /** A constant of an enum, written in lower case with {@code -} for {@code _}. */
  public static <E extends Enum<E>> ValueType<E> constant(Class<E> type) {
    List<String> words = Arrays.stream(type.getEnumConstants()).map(ValueTypes::written).toList();
    ValueType<String> word = word(words);
    return ValueType.of(
            word.allowed(), text -> type.getEnumConstants()[words.indexOf(word.parse(text))])
        .summarized(word.summary());
  }

  /** The text form of a constant, in lower case with {@code -} for {@code _}. */
  public static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** An address with the scheme http or https and a host; never printed, as it may hold a token. */
  public static ValueType<URI> secretUrl() {
    return ValueType.of(
            "an http or https address",
            text -> {
              URI address = URI.create(text);
              require(
                  address.getHost() != null
                      && List.of("http", "https").contains(address.getScheme()));
              return address;
            })
        .secret();
  }

  /** A text of at most 1,000 characters without spaces; never printed. */
  public static ValueType<String> secretWord() {
    return text("\\S{1,1000}", "a text without spaces").secret();
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("not allowed");
    }
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }
}
