package io.gnomon.sim.workload.slurm;

import io.gnomon.slurm.value.Amount;
import io.gnomon.slurm.value.SlurmTime;
import io.gnomon.slurm.value.Tres;
import java.util.Map;
import java.util.regex.Pattern;

/** Values as Slurm writes them: times, amounts of memory, generic resources. */
public final class SlurmUnits {
  private static final int LARGEST = 1 << 30;
  private static final Pattern WITHOUT_COUNT =
      Pattern.compile("\\bgpu[:=][^,:=(]+[:=](?!\\d{1,9}(?:[,(]|$))");

  private SlurmUnits() {}

  /**
   * Seconds of a time limit; {@link Integer#MAX_VALUE} if it says that there is none.
   *
   * @throws IllegalArgumentException for other texts
   */
  public static int seconds(String text) {
    if (SlurmTime.isUnlimited(text)) {
      return Integer.MAX_VALUE;
    }
    long seconds =
        SlurmTime.seconds(text).orElseThrow(() -> invalid(text, "a time such as 1-12:00:00"));
    return (int) Math.min(seconds, LARGEST);
  }

  /** MiB of an amount such as {@code 500G} or {@code 2800}. */
  public static int mebibytes(String text) {
    return (int) Math.min(Amount.parse(text).mebibytes(), LARGEST);
  }

  /**
   * GPUs by type of a list such as {@code gpu:a100:4,license:2}; other resources are left out.
   *
   * @param untyped the type of GPUs without one
   */
  public static Map<String, Integer> gpus(String text, String untyped) {
    if (WITHOUT_COUNT.matcher(text).find()) {
      throw invalid(text, "gpu:TYPE:COUNT");
    }
    return Tres.gpus(text, untyped);
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(Character::isDigit);
  }

  /** A number from 0 to 2^30. */
  public static int number(String text) {
    if (!isNumber(text) || text.length() > 10) {
      throw invalid(text, "a number");
    }
    return (int) Math.min(LARGEST, Long.parseLong(text));
  }

  private static IllegalArgumentException invalid(String text, String allowed) {
    return new IllegalArgumentException("'" + text + "' is not " + allowed);
  }
}
