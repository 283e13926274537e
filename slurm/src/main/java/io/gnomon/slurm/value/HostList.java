package io.gnomon.slurm.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The names of nodes in Slurm's bracket form: names separated by commas, where brackets stand for
 * numbers and ranges of numbers. {@code n[08-10,12],gn1} is n08, n09, n10, n12 and gn1; a name can
 * have several brackets. Numbers have at least as many digits as the first number of their range.
 *
 * <p>A list has 1 to {@value #MAX_NAMES} names with at most {@value #MAX_CHARACTERS} characters in
 * all. Checking and counting them costs O(length of the text); only {@link #names} and {@link
 * #forEach} expand them. Immutable. Two lists are equal if their texts are, even though other texts
 * can stand for the same names.
 */
public final class HostList {
  /** The maximum number of names. */
  public static final int MAX_NAMES = 200_000;

  /**
   * The maximum number of characters of all names, each counted as long as the longest beside it.
   */
  public static final int MAX_CHARACTERS = 1 << 23;

  /** The maximum number of characters of the text. */
  public static final int MAX_LENGTH = 1 << 20;

  /** The syntax as a regular expression, for schemas; {@link #of} also checks the ranges. */
  public static final String PATTERN = pattern();

  private static final int MAX_NAME_LENGTH = 255;
  private static final int MAX_DIGITS = 9;
  private static final int MAX_DIGITS_OF_FILES = 18;

  private final String text;
  private final int size;
  private final int characters;

  private HostList(String text, int size, int characters) {
    this.text = text;
    this.size = size;
    this.characters = characters;
  }

  private static String pattern() {
    String range = "[0-9]{1,9}(?:-[0-9]{1,9})?";
    String name = "(?:[A-Za-z0-9_.:-]|\\[" + range + "(?:," + range + ")*\\])+";
    return name + "(?:," + name + ")*";
  }

  /**
   * Checks a list.
   *
   * @throws InvalidHostListException if it is not a list of 1 to {@value #MAX_NAMES} names, or the
   *     names are too long
   */
  public static HostList of(String text) {
    return new Reader(text, MAX_DIGITS).list();
  }

  /**
   * Expands a list of a file: unlike {@link #of(String)} allows blanks around names, no names, and
   * numbers of 18 digits.
   *
   * @throws InvalidHostListException for a text that is no list
   */
  public static List<String> expand(String text) {
    return ofFile(text).map(HostList::names).orElse(List.of());
  }

  /** Reads a list as {@link #expand} does; empty without names. */
  public static Optional<HostList> ofFile(String text) {
    String list =
        Arrays.stream(text.split(",", -1))
            .map(String::strip)
            .filter(item -> !item.isEmpty())
            .collect(Collectors.joining(","));
    return list.isEmpty()
        ? Optional.empty()
        : Optional.of(new Reader(list, MAX_DIGITS_OF_FILES).list());
  }

  /**
   * Writes names as a list in their order; successive names with successive numbers share brackets.
   *
   * @throws InvalidHostListException if there is no name, or one that a list cannot contain
   */
  public static HostList of(List<String> names) {
    for (String name : names) {
      if (!name.chars().allMatch(HostList::isNameCharacter)) {
        throw invalidName(name);
      }
    }
    return of(write(names, false));
  }

  private static InvalidHostListException invalidName(String name) {
    String found = "'" + name + "'";
    return new InvalidHostListException(
        name, false, found, found, "names of letters, digits, and _ . : -");
  }

  /** Writes names in their order; successive names that differ only in a number share brackets. */
  public static String compress(List<String> names) {
    return write(names, true);
  }

  private static String write(List<String> names, boolean allNumbers) {
    StringBuilder text = new StringBuilder();
    for (int from = 0; from < names.size(); ) {
      String prefix = prefix(names.get(from));
      int to = from;
      StringBuilder numbers = new StringBuilder();
      do {
        String first = names.get(to++).substring(prefix.length());
        String last = first;
        while (to < names.size() && names.get(to).equals(prefix + successor(last))) {
          last = names.get(to++).substring(prefix.length());
        }
        numbers.append(numbers.isEmpty() ? "" : ",").append(first);
        numbers.append(last.equals(first) ? "" : "-" + last);
      } while (allNumbers
          && prefix.length() < names.get(from).length()
          && to < names.size()
          && !names.get(to).equals(prefix)
          && prefix(names.get(to)).equals(prefix));
      boolean bracket = to > from + 1;
      text.append(from == 0 ? "" : ",").append(prefix);
      text.append(bracket ? "[" : "").append(numbers).append(bracket ? "]" : "");
      from = to;
    }
    return text.toString();
  }

  /** The name without the number at its end; of a long number, the last nine digits. */
  private static String prefix(String name) {
    int end = name.length();
    while (end > 0 && name.length() - end < MAX_DIGITS && isDigit(name.charAt(end - 1))) {
      end--;
    }
    return name.substring(0, end);
  }

  /** The next number with at least as many digits; a text that ends no name if there is none. */
  private static String successor(String number) {
    String next = number.isEmpty() ? "," : padded(Integer.parseInt(number) + 1, number.length());
    return next.length() > MAX_DIGITS ? "," : next;
  }

  /** The number of names. */
  public int size() {
    return size;
  }

  /** The number of characters of all names, or some more where their lengths differ. */
  public int characters() {
    return characters;
  }

  /** Expands the names, in the order of the text. */
  public List<String> names() {
    List<String> names = new ArrayList<>(size);
    forEach(names::add);
    return names;
  }

  /** Expands the names one by one, in the order of the text. */
  public void forEach(Consumer<? super String> consumer) {
    forEachRange(
        (head, digits, from, to, tail) -> {
          for (long number = from; number <= to; number++) {
            consumer.accept(digits == 0 ? head : head + padded(number, digits) + tail);
          }
        });
  }

  /** Receives the names of a list, in its order. */
  @FunctionalInterface
  public interface Ranges {
    /**
     * The names {@code head}, number, {@code tail} for the numbers from {@code from} to {@code to}.
     *
     * @param digits the least number of digits; 0 if there is no number, but one name, {@code head}
     */
    void add(String head, int digits, long from, long to, String tail);
  }

  /** Reports the names without expanding the last brackets of each. */
  public void forEachRange(Ranges ranges) {
    for (int from = 0; from < text.length(); ) {
      int end = from;
      for (boolean inBrackets = false;
          end < text.length() && (inBrackets || text.charAt(end) != ',');
          end++) {
        char c = text.charAt(end);
        inBrackets = c == '[' || (inBrackets && c != ']');
      }
      report("", text.substring(from, end), ranges);
      from = end + 1;
    }
  }

  private static void report(String prefix, String rest, Ranges ranges) {
    int bracket = rest.indexOf('[');
    if (bracket < 0) {
      ranges.add(prefix + rest, 0, 0, 0, "");
      return;
    }
    String head = prefix + rest.substring(0, bracket);
    int closing = rest.indexOf(']', bracket);
    String tail = rest.substring(closing + 1);
    for (String range : rest.substring(bracket + 1, closing).split(",", -1)) {
      int hyphen = range.indexOf('-');
      String first = hyphen < 0 ? range : range.substring(0, hyphen);
      long from = Long.parseLong(first);
      long to = Long.parseLong(range.substring(hyphen + 1));
      if (tail.indexOf('[') < 0) {
        ranges.add(head, first.length(), from, to, tail);
      } else {
        for (long number = from; number <= to; number++) {
          report(head + padded(number, first.length()), tail, ranges);
        }
      }
    }
  }

  /** Writes a number with at least {@code digits} digits. */
  public static String padded(long number, int digits) {
    String plain = Long.toString(number);
    return "0".repeat(Math.max(0, digits - plain.length())) + plain;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNameCharacter(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || isDigit(c)
        || c == '_'
        || c == '.'
        || c == ':'
        || c == '-';
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HostList list && list.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** The text. */
  @Override
  public String toString() {
    return text;
  }

  /** Checks the syntax of a list and counts its names without expanding them. */
  private static final class Reader {
    private static final char END = '\0';

    private final String text;
    private final int maxDigits;
    private int at;

    /** The length of the longest name that the item read so far stands for. */
    private int length;

    private long characters;

    Reader(String text, int maxDigits) {
      this.text = text;
      this.maxDigits = maxDigits;
    }

    HostList list() {
      if (text.isEmpty() || text.length() > MAX_LENGTH) {
        throw outOfRange(
            "a string of length " + text.length(), "a string of length 1 to " + MAX_LENGTH);
      }
      long size = name();
      while (peek() == ',') {
        at++;
        size = bounded(size + name());
      }
      if (at < text.length()) {
        throw unexpected("a letter, a digit, one of _ . : - [ or a comma");
      }
      return new HostList(text, (int) size, (int) characters);
    }

    /** Reads up to the next comma outside brackets and returns the number of names. */
    private long name() {
      int start = at;
      long names = 1;
      length = 0;
      while (isNameCharacter(peek()) || peek() == '[') {
        if (peek() == '[') {
          names = bounded(names * numbers());
        } else {
          at++;
          length++;
        }
      }
      if (at == start) {
        throw unexpected("the name of a node: letters, digits, and _ . : -");
      }
      characters += names * length;
      if (characters > MAX_CHARACTERS) {
        throw outOfRange(
            "its names have more than " + MAX_CHARACTERS + " characters in all",
            "names with more than " + MAX_CHARACTERS + " characters in total",
            "names with 1 to " + MAX_CHARACTERS + " characters in total");
      }
      if (length > MAX_NAME_LENGTH) {
        throw outOfRange("a name of length " + length, "names of length 1 to " + MAX_NAME_LENGTH);
      }
      return names;
    }

    /** Reads numbers and ranges in brackets and returns how many numbers they stand for. */
    private long numbers() {
      long count = 0;
      int digits = 0;
      do {
        at++;
        int start = at;
        long from = number();
        digits = Math.max(digits, at - start);
        long to = from;
        if (peek() == '-') {
          at++;
          int second = at;
          to = number();
          digits = Math.max(digits, at - second);
        }
        if (to < from) {
          String range = text.substring(start, at);
          throw outOfRange(
              "the range " + range + " must grow",
              "'" + range + "'",
              "ranges whose end is not below their start");
        }
        count = bounded(count + to - from + 1);
      } while (peek() == ',');
      if (peek() != ']') {
        throw unexpected(
            "a digit, '-', ',' or ']' in brackets; numbers have at most " + maxDigits + " digits");
      }
      at++;
      length += digits;
      return count;
    }

    private long number() {
      int start = at;
      while (isDigit(peek()) && at - start < maxDigits) {
        at++;
      }
      if (at == start) {
        throw unexpected("a digit");
      }
      return Long.parseLong(text, start, at, 10);
    }

    private char peek() {
      return at < text.length() ? text.charAt(at) : END;
    }

    private long bounded(long names) {
      if (names > MAX_NAMES) {
        throw outOfRange("more than " + MAX_NAMES + " names", "1 to " + MAX_NAMES + " names");
      }
      return names;
    }

    private InvalidHostListException unexpected(String allowed) {
      String character = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
      String found = character + " at character " + (at + 1) + " of '" + text + "'";
      return new InvalidHostListException(text, false, found, found, allowed);
    }

    private InvalidHostListException outOfRange(String found, String allowed) {
      return outOfRange(found, found, allowed);
    }

    private InvalidHostListException outOfRange(String problem, String found, String allowed) {
      return new InvalidHostListException(text, true, problem, found, allowed);
    }
  }
}
