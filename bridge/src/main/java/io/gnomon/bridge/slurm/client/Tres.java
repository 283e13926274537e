package io.gnomon.bridge.slurm.client;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * Parses lists of trackable resources in Slurm's notations: {@code gpu:a100:4(S:0-1)} of nodes,
 * {@code gres:gpu:2} (22.05) or {@code gres/gpu:a100:2} of requests, and {@code
 * cpu=4,mem=62.50G,gres/gpu=2} of sums.
 */
public final class Tres {
  private static final String KIBI = "KMGTP";

  private Tres() {}

  /**
   * Returns the number of GPUs by type. Other resources, and counts of 0, are left out.
   *
   * @param untyped the type of GPUs without one
   */
  public static Map<String, Integer> gpus(String text, String untyped) {
    return gpus(text, untyped, Tres::sum);
  }

  /**
   * Returns the number of GPUs by type that a job requests. Of two counts of a type Slurm uses the
   * last.
   *
   * @param untyped the type of GPUs without one
   */
  public static Map<String, Integer> requestedGpus(String text, String untyped) {
    return gpus(text, untyped, (first, last) -> last);
  }

  private static Map<String, Integer> gpus(
      String text, String untyped, BinaryOperator<Integer> both) {
    Map<String, Integer> gpus = new TreeMap<>();
    for (String item : text.split(",(?![^(]*\\))", -1)) {
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

  /** Returns the sum, or the largest int. */
  public static int sum(int one, int other) {
    return (int) Math.min(Integer.MAX_VALUE, (long) one + other);
  }

  /**
   * Returns the value of one resource in {@code cpu=4,mem=62.50G,node=1}, or {@link JobRecord#NONE}
   * if it is not listed. Memory is in MiB.
   */
  public static long value(String sums, String resource) {
    for (String item : sums.split(",", -1)) {
      if (item.startsWith(resource + "=")) {
        return amount(item.substring(resource.length() + 1));
      }
    }
    return JobRecord.NONE;
  }

  private static long amount(String text) {
    int unit = text.isEmpty() ? -1 : KIBI.indexOf(text.charAt(text.length() - 1));
    String digits = unit < 0 ? text : text.substring(0, text.length() - 1);
    if (!digits.matches("\\d{1,15}(\\.\\d{1,9})?")) {
      return JobRecord.NONE;
    }
    double amount = Double.parseDouble(digits);
    return unit < 0 ? (long) amount : Math.round(amount * Math.pow(1024, unit - 1));
  }
}
