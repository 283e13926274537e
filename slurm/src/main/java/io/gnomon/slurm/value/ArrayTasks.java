package io.gnomon.slurm.value;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The tasks of a job array in Slurm's notation, such as {@code 0-3,7,10-20:5%2}. */
public final class ArrayTasks {
  private static final long MAX_TASKS = 1_000_000;
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9})(?::(\\d{1,9}))?)?");

  private ArrayTasks() {}

  /** One part of a list: every {@code step}-th task from {@code first} to {@code last}. */
  public record Range(int first, int last, int step) {
    /** Reads a part such as {@code 7}, {@code 1-9} or {@code 1-9:2}; empty for another text. */
    public static Optional<Range> parse(String part) {
      Matcher form = FORM.matcher(part);
      if (!form.matches()) {
        return Optional.empty();
      }
      int first = Integer.parseInt(form.group(1));
      return Optional.of(
          new Range(
              first,
              form.group(2) == null ? first : Integer.parseInt(form.group(2)),
              form.group(3) == null ? 1 : Integer.parseInt(form.group(3))));
    }

    /** The number of tasks; 0 if the range runs backwards or has no step. */
    public int size() {
      return last < first || step == 0 ? 0 : (last - first) / step + 1;
    }

    /** The tasks in ascending order. */
    public IntStream tasks() {
      return IntStream.range(0, size()).map(i -> first + i * step);
    }
  }

  /** The list without brackets and the limit that follows {@code %}. */
  static String list(String text) {
    return text.replaceFirst("%.*$", "").replaceAll("^\\[|]$", "");
  }

  /**
   * Returns the different task ids in ascending order. The limit after {@code %} is ignored.
   *
   * @throws IllegalArgumentException if the text is not of that form, abbreviated by {@code ...},
   *     or has more than a million tasks
   */
  public static int[] parse(String text) {
    String list = list(text);
    if (list.isEmpty()) {
      return new int[0];
    }
    int[] ids =
        Arrays.stream(list.split(",", -1))
            .flatMapToInt(ArrayTasks::tasks)
            .limit(MAX_TASKS + 1)
            .distinct()
            .sorted()
            .toArray();
    if (ids.length > MAX_TASKS) {
      throw new IllegalArgumentException("an array has more than " + MAX_TASKS + " tasks");
    }
    return ids;
  }

  private static IntStream tasks(String part) {
    return Range.parse(part)
        .orElseThrow(() -> new IllegalArgumentException("tasks are not written as 7, 1-9 or 1-9:2"))
        .tasks();
  }

  /** The number of tasks; parts that are cut, as by an ellipsis at the end, are not counted. */
  static long count(String text) {
    return Arrays.stream(list(text).split(",", -1))
        .flatMap(part -> Range.parse(part).stream())
        .mapToLong(Range::size)
        .sum();
  }
}
