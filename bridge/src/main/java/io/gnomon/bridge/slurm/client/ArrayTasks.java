package io.gnomon.bridge.slurm.client;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Parses the tasks of a job array in Slurm's notation, such as {@code 0-3,7,10-20:5%2}. */
public final class ArrayTasks {
  private static final long MAX_TASKS = 1_000_000;

  private ArrayTasks() {}

  /**
   * Returns the different task ids in ascending order. The limit after {@code %} is ignored.
   *
   * @throws IllegalArgumentException if the text is not of that form, abbreviated by {@code ...},
   *     or has more than a million tasks
   */
  public static int[] parse(String text) {
    String tasks = text.replaceFirst("%.*$", "").replaceAll("^\\[|]$", "");
    if (tasks.isEmpty()) {
      return new int[0];
    }
    int[] ids =
        Arrays.stream(tasks.split(",", -1))
            .flatMapToInt(ArrayTasks::range)
            .limit(MAX_TASKS + 1)
            .distinct()
            .sorted()
            .toArray();
    if (ids.length > MAX_TASKS) {
      throw new IllegalArgumentException("an array has more than " + MAX_TASKS + " tasks");
    }
    return ids;
  }

  private static IntStream range(String part) {
    if (!part.matches("\\d{1,9}(-\\d{1,9}(:\\d{1,9})?)?")) {
      throw new IllegalArgumentException("tasks are not written as 7, 1-9 or 1-9:2");
    }
    String[] numbers = part.split("[-:]", -1);
    int first = Integer.parseInt(numbers[0]);
    if (numbers.length == 1) {
      return IntStream.of(first);
    }
    int step = numbers.length == 3 ? Math.max(1, Integer.parseInt(numbers[2])) : 1;
    return IntStream.iterate(first, task -> task <= Integer.parseInt(numbers[1]), t -> t + step);
  }
}
