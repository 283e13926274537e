package io.gnomon.slurm.value;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;

/**
 * Lists of trackable resources in Slurm's notations: {@code gpu:a100:4(S:0-1)} of nodes, {@code
 * gres:gpu:2} (22.05) or {@code gres/gpu:a100:2} of requests, and {@code
 * cpu=4,mem=62.50G,gres/gpu=2} of sums.
 */
public final class Tres {
  private static final Pattern SEPARATOR = Pattern.compile(",(?![^(]*\\))");
  private static final int KIBI = 1024;

  private Tres() {}

  /**
   * The items of a list of sums by name, in their order.
   *
   * @throws IllegalArgumentException for an item without {@code =}
   */
  public static Map<String, String> items(String list) {
    Map<String, String> items = new LinkedHashMap<>();
    for (String item : list.split(",", -1)) {
      int equals = item.indexOf('=');
      if (equals > 0) {
        items.put(item.substring(0, equals).strip(), item.substring(equals + 1).strip());
      } else if (!item.isBlank()) {
        throw new IllegalArgumentException("'" + item + "' is not a pair such as cpu=12");
      }
    }
    return items;
  }

  /** The amount of one resource in a list of sums, memory in MiB; empty if it is not listed. */
  public static OptionalLong amount(String list, String resource) {
    for (String item : list.split(",", -1)) {
      if (item.startsWith(resource + "=")) {
        String value = item.substring(resource.length() + 1);
        return Amount.matches(value)
            ? OptionalLong.of(amountOf(resource, value))
            : OptionalLong.empty();
      }
    }
    return OptionalLong.empty();
  }

  /**
   * The amount of a resource that Slurm has printed, memory in MiB and rounded to the nearest.
   *
   * @throws IllegalArgumentException for a text that is no amount
   */
  public static long amountOf(String resource, String value) {
    Amount amount = Amount.parse(value);
    return resource.equals("mem") ? amount.nearestMebibytes() : amount.count(KIBI);
  }

  /**
   * The number of GPUs by type. Other resources, and counts of 0, are left out; an item without a
   * count is one GPU.
   *
   * @param untyped the type of GPUs without one
   */
  public static Map<String, Integer> gpus(String list, String untyped) {
    return gpus(list, untyped, Tres::sum);
  }

  /**
   * The number of GPUs by type that a job requests. Of two counts of a type Slurm uses the last.
   *
   * @param untyped the type of GPUs without one
   */
  public static Map<String, Integer> requestedGpus(String list, String untyped) {
    return gpus(list, untyped, (first, last) -> last);
  }

  private static Map<String, Integer> gpus(
      String list, String untyped, BinaryOperator<Integer> both) {
    Map<String, Integer> gpus = new TreeMap<>();
    for (String item : SEPARATOR.split(list)) {
      String[] parts =
          item.strip().replaceFirst("^gres[:/]", "").replaceAll("\\(.*?\\)", "").split("[:=]+", -1);
      if (!parts[0].equals("gpu")) {
        continue;
      }
      String last = parts[parts.length - 1];
      boolean counted = parts.length > 1 && last.matches("\\d{1,9}");
      boolean typed = parts.length == (counted ? 3 : 2) && !parts[1].isEmpty();
      gpus.merge(typed ? parts[1] : untyped, counted ? Integer.parseInt(last) : 1, both);
    }
    gpus.values().removeIf(count -> count == 0);
    return gpus;
  }

  /** The sum, or the largest int. */
  public static int sum(int one, int other) {
    return (int) Math.min(Integer.MAX_VALUE, (long) one + other);
  }
}
