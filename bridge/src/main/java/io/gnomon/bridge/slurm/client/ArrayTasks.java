package io.gnomon.bridge.slurm.client;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Parses the tasks of a job array in Slurm's notation, such as {@code 0-3,7,10-20:5%2}. */
public final class ArrayTasks {
  private ArrayTasks() {}

  /**
   * Returns the task ids in ascending order. The limit after {@code %} is ignored.
   *
   * @throws IllegalArgumentException if the text is not of that form, or abbreviated by {@code ...}
   */
  public static int[] parse(String text) {
    String tasks = text.replaceFirst("%.*$", "").replaceAll("^\\[|]$", "");
    if (tasks.isEmpty()) {
      return new int[0];
    }
    return Arrays.stream(tasks.split(",", -1)).flatMapToInt(ArrayTasks::range).sorted().toArray();
  }

  private static IntStream range(String part) {
    if (!part.matches("\\d{1,9}(-\\d{1,9}(:\\d{1,9})?)?")) {
      throw new IllegalArgumentException(
          "'" + part + "' is not a task or a range of tasks such as 7, 1-9 or 1-9:2");
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
