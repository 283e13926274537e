package io.gnomon.sim.machine;

import java.util.ArrayList;
import java.util.List;

/**
 * Lists of node names in Slurm's bracket form, such as {@code n[001-087,090],gn1}. A name can have
 * several brackets.
 */
public final class HostList {
  /** The largest number of names that a list may stand for. */
  public static final int LARGEST = 200_000;

  /** The largest number of characters that these names may have in all. */
  public static final int LONGEST = 1 << 23;

  private HostList() {}

  /** Receives the names of a list, in its order. */
  @FunctionalInterface
  interface Ranges {
    /**
     * The names {@code head}, number, {@code tail} for the numbers from {@code from} to {@code to}.
     *
     * @param digits the least number of digits; 0 if there is no number, but one name, {@code head}
     */
    void add(String head, int digits, long from, long to, String tail);
  }

  /**
   * Returns the names that a list stands for, in its order.
   *
   * @throws InvalidMachineException for a list that is not well-formed, or that stands for more
   *     than {@value #LARGEST} names or {@value #LONGEST} characters
   */
  public static List<String> expand(String list) {
    forEachRange(list, (head, digits, from, to, tail) -> {}); // before anything is allocated
    List<String> names = new ArrayList<>();
    forEachRange(
        list,
        (head, digits, from, to, tail) -> {
          for (long number = from; number <= to; number++) {
            names.add(digits == 0 ? head : head + padded(number, digits) + tail);
          }
        });
    return names;
  }

  /**
   * Reports the names that a list stands for without expanding the last brackets of each name.
   *
   * @throws InvalidMachineException as {@link #expand}; some names may have been reported
   */
  static void forEachRange(String list, Ranges to) {
    Bounded bounded = new Bounded(list, to);
    int depth = 0;
    int begin = 0;
    for (int i = 0; i <= list.length(); i++) {
      char c = i == list.length() ? ',' : list.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && depth == 0) {
        String item = list.substring(begin, i).strip();
        if (!item.isEmpty()) {
          ranges("", item, list, bounded);
        }
        begin = i + 1;
      }
    }
    if (depth != 0) {
      throw invalid(list, "its brackets are not balanced");
    }
  }

  private static void ranges(String prefix, String rest, String list, Ranges to) {
    int open = rest.indexOf('[');
    if (open < 0) {
      to.add(prefix + rest, 0, 0, 0, "");
      return;
    }
    int close = rest.indexOf(']', open);
    if (close < 0) {
      throw invalid(list, "its brackets are not balanced");
    }
    String head = prefix + rest.substring(0, open);
    String tail = rest.substring(close + 1);
    for (String range : rest.substring(open + 1, close).split(",", -1)) {
      int dash = range.indexOf('-');
      String first = dash < 0 ? range : range.substring(0, dash);
      String last = dash < 0 ? range : range.substring(dash + 1);
      long from = number(first, list);
      long until = number(last, list);
      if (until < from || until - from >= LARGEST) {
        throw invalid(list, "the range " + range + " must grow, by less than " + LARGEST);
      }
      if (tail.indexOf('[') < 0) {
        to.add(head, first.length(), from, until, tail);
      } else {
        for (long number = from; number <= until; number++) {
          ranges(head + padded(number, first.length()), tail, list, to);
        }
      }
    }
  }

  /** Counts names and characters before it reports them. */
  private static final class Bounded implements Ranges {
    private final String list;
    private final Ranges to;
    private long names;
    private long characters;

    Bounded(String list, Ranges to) {
      this.list = list;
      this.to = to;
    }

    @Override
    public void add(String head, int digits, long from, long until, String tail) {
      long count = until - from + 1;
      names += count;
      characters +=
          count
              * (head.length()
                  + (digits == 0 ? 0 : Math.max(digits, Long.toString(until).length()))
                  + tail.length());
      if (names > LARGEST) {
        throw invalid(list, "it stands for more than " + LARGEST + " names");
      }
      if (characters > LONGEST) {
        throw invalid(list, "its names have more than " + LONGEST + " characters in all");
      }
      to.add(head, digits, from, until, tail);
    }
  }

  static String padded(long number, int digits) {
    String text = Long.toString(number);
    return "0".repeat(Math.max(0, digits - text.length())) + text;
  }

  private static long number(String digits, String list) {
    boolean allDigits = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!allDigits || digits.length() > 18) {
      throw invalid(list, "'" + digits + "' in its brackets is not a number");
    }
    return Long.parseLong(digits);
  }

  private static InvalidMachineException invalid(String list, String problem) {
    String shown = list.length() > 80 ? list.substring(0, 80) + "…" : list;
    return new InvalidMachineException(
        "host list '" + shown + "': " + problem + "; allowed is a list such as n[001-087],gn1");
  }

  /**
   * Returns a short list that stands for {@code names}, in their order: consecutive names that
   * differ only in a number at the end, which grows by one, become a range.
   */
  public static String compress(List<String> names) {
    StringBuilder list = new StringBuilder();
    int i = 0;
    while (i < names.size()) {
      String prefix = prefix(names.get(i));
      int end = i + 1;
      while (end < names.size() && prefix(names.get(end)).equals(prefix)) {
        end++;
      }
      append(list, prefix, names.subList(i, end));
      i = end;
    }
    return list.toString();
  }

  private static void append(StringBuilder list, String prefix, List<String> names) {
    list.append(list.isEmpty() ? "" : ",");
    if (names.size() == 1 || prefix.length() == names.get(0).length()) {
      list.append(String.join(",", names));
      return;
    }
    list.append(prefix).append('[');
    int i = 0;
    while (i < names.size()) {
      String first = names.get(i).substring(prefix.length());
      int end = i + 1;
      while (end < names.size()
          && names
              .get(end)
              .substring(prefix.length())
              .equals(padded(Long.parseLong(first) + end - i, first.length()))) {
        end++;
      }
      list.append(i == 0 ? "" : ",").append(first);
      if (end > i + 1) {
        list.append('-').append(names.get(end - 1).substring(prefix.length()));
      }
      i = end;
    }
    list.append(']');
  }

  /** The name without the digits at its end, of which at most 18 are taken. */
  private static String prefix(String name) {
    int end = name.length();
    while (end > 0
        && name.length() - end < 18
        && name.charAt(end - 1) >= '0'
        && name.charAt(end - 1) <= '9') {
      end--;
    }
    return name.substring(0, end);
  }
}
