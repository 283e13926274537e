package io.gnomon.events.machine;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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
   * @throws InvalidEventException if it is not a list of 1 to {@value #MAX_NAMES} names, or the
   *     names are too long
   */
  public static HostList of(String text) {
    return new Reader(text).list();
  }

  /**
   * Writes names as a list in their order; successive names with successive numbers share brackets.
   *
   * @throws InvalidEventException if there is no name, or one that a list cannot contain
   */
  public static HostList of(List<String> names) {
    StringBuilder text = new StringBuilder();
    for (int from = 0; from < names.size(); ) {
      String first = checkedName(names.get(from));
      int digits = digitsFrom(first);
      int to = from + 1;
      while (to < names.size() && names.get(to).equals(successor(first, digits, to - from))) {
        to++;
      }
      text.append(from == 0 ? "" : ",");
      if (to - from == 1) {
        text.append(first);
      } else {
        text.append(first, 0, digits).append('[').append(first, digits, first.length());
        text.append('-').append(names.get(to - 1), digits, names.get(to - 1).length()).append(']');
      }
      from = to;
    }
    return of(text.toString());
  }

  private static String checkedName(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!isNameCharacter(name.charAt(i))) {
        throw new InvalidEventException(
            Reason.NOT_ALLOWED, "", "'" + name + "'", "names of letters, digits, and _ . : -");
      }
    }
    return name;
  }

  /** The start of the number at the end of a name; of a long number, the last nine digits. */
  private static int digitsFrom(String name) {
    int at = name.length();
    while (at > 0 && name.length() - at < MAX_DIGITS && isDigit(name.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  /** The name whose number is higher by {@code steps}, or an empty string if there is none. */
  private static String successor(String name, int digits, int steps) {
    if (digits == name.length()) {
      return "";
    }
    String number = padded(Long.parseLong(name.substring(digits)) + steps, name.length() - digits);
    return number.length() > MAX_DIGITS ? "" : name.substring(0, digits) + number;
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
    for (int from = 0; from < text.length(); ) {
      int end = from;
      for (boolean inBrackets = false;
          end < text.length() && (inBrackets || text.charAt(end) != ',');
          end++) {
        char c = text.charAt(end);
        inBrackets = c == '[' || (inBrackets && c != ']');
      }
      expand(new StringBuilder(), from, end, consumer);
      from = end + 1;
    }
  }

  /** Appends {@code text[at..end)} to the start of a name, once for each number in its brackets. */
  private void expand(StringBuilder name, int at, int end, Consumer<? super String> consumer) {
    int bracket = text.indexOf('[', at);
    if (bracket < 0 || bracket >= end) {
      consumer.accept(name.append(text, at, end).toString());
      return;
    }
    name.append(text, at, bracket);
    int length = name.length();
    int closing = text.indexOf(']', bracket);
    for (String range : text.substring(bracket + 1, closing).split(",", -1)) {
      int hyphen = range.indexOf('-');
      String from = hyphen < 0 ? range : range.substring(0, hyphen);
      int last = Integer.parseInt(range.substring(hyphen + 1));
      for (int number = Integer.parseInt(from); number <= last; number++) {
        name.setLength(length);
        expand(name.append(padded(number, from.length())), closing + 1, end, consumer);
      }
    }
  }

  private static String padded(long number, int digits) {
    String plain = Long.toString(number);
    return plain.length() >= digits ? plain : "0".repeat(digits - plain.length()) + plain;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNameCharacter(char c) {
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
    private int at;

    /** The length of the longest name that the item read so far stands for. */
    private int length;

    private long characters;

    Reader(String text) {
      this.text = text;
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
      if (length > MAX_NAME_LENGTH) {
        throw outOfRange("a name of length " + length, "names of length 1 to " + MAX_NAME_LENGTH);
      }
      characters += names * length;
      if (characters > MAX_CHARACTERS) {
        throw outOfRange(
            "names with more than " + MAX_CHARACTERS + " characters in total",
            "names with 1 to " + MAX_CHARACTERS + " characters in total");
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
        int from = number();
        digits = Math.max(digits, at - start);
        int to = from;
        if (peek() == '-') {
          at++;
          int second = at;
          to = number();
          digits = Math.max(digits, at - second);
        }
        if (to < from) {
          throw outOfRange(
              "'" + text.substring(start, at) + "'", "ranges whose end is not below their start");
        }
        count = bounded(count + to - from + 1);
      } while (peek() == ',');
      if (peek() != ']') {
        throw unexpected("a digit, '-', ',' or ']' in brackets; numbers have at most 9 digits");
      }
      at++;
      length += digits;
      return count;
    }

    private int number() {
      int start = at;
      while (isDigit(peek()) && at - start < MAX_DIGITS) {
        at++;
      }
      if (at == start) {
        throw unexpected("a digit");
      }
      return Integer.parseInt(text, start, at, 10);
    }

    private char peek() {
      return at < text.length() ? text.charAt(at) : END;
    }

    private static long bounded(long names) {
      if (names > MAX_NAMES) {
        throw outOfRange("more than " + MAX_NAMES + " names", "1 to " + MAX_NAMES + " names");
      }
      return names;
    }

    private InvalidEventException unexpected(String allowed) {
      String found = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
      return new InvalidEventException(
          Reason.NOT_ALLOWED,
          "",
          found + " at character " + (at + 1) + " of '" + text + "'",
          allowed);
    }

    private static InvalidEventException outOfRange(String found, String allowed) {
      return new InvalidEventException(Reason.OUT_OF_RANGE, "", found, allowed);
    }
  }
}
