package io.gnomon.bridge.slurm.read;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The tasks of a job array as Slurm writes them: {@code 0-3,7,10-20:5%2}. */
final class ArrayTasks {
  private ArrayTasks() {}

  /**
   * The tasks in ascending order; what stands after {@code %} is no task.
   *
   * @throws IllegalArgumentException where it is not of that form, or cut short by {@code ...}
   */
  static int[] parse(String text) {
    String tasks = text.replaceFirst("%.*$", "").replaceAll("^\\[|]$", "");
    if (tasks.isEmpty()) {
      return new int[0];
    }
    return Arrays.stream(tasks.split(",", -1)).flatMapToInt(ArrayTasks::range).sorted().toArray();
  }

  private static IntStream range(String part) {
    if (!part.matches("\\d{1,9}(-\\d{1,9}(:\\d{1,9})?)?")) {
      throw new IllegalArgumentException(
          "'" + part + "' is no task or range of tasks such as 7, 1-9 or 1-9:2");
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
