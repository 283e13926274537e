package io.gnomon.sim.workload.sacct.value;

import io.gnomon.slurm.value.Amount;
import io.gnomon.slurm.value.SlurmTime;
import java.util.OptionalLong;

/** Numbers with units as {@code sacct} prints them. */
public final class Amounts {
  private static final int LARGEST = 1 << 30;

  private Amounts() {}

  /**
   * A count, which may have a unit of 1000 as in {@code 1.5K}.
   *
   * @throws IllegalArgumentException for another text
   */
  public static int count(String text) {
    int plain = 0;
    boolean digits = !text.isEmpty() && text.length() <= 9;
    for (int i = 0; digits && i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      digits = digit >= 0 && digit <= 9;
      plain = 10 * plain + digit;
    }
    return digits ? plain : (int) Math.min(LARGEST, Amount.parse(text).count(1000));
  }

  /**
   * Seconds of a duration such as {@code 1-02:30:00} or {@code 02:30.123}.
   *
   * @throws IllegalArgumentException for another text
   */
  public static long seconds(String text) {
    OptionalLong seconds = text.contains(":") ? SlurmTime.seconds(text) : OptionalLong.empty();
    return seconds.orElseThrow(
        () -> new IllegalArgumentException("'" + text + "' is not a duration such as 1-02:30:00"));
  }
}
