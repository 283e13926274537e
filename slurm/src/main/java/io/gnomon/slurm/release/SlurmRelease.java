package io.gnomon.slurm.release;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A release of Slurm, such as 24.11, whose maintenance releases behave alike.
 *
 * @param year of the century
 * @param month from 1
 */
public record SlurmRelease(int year, int month) implements Comparable<SlurmRelease> {
  private static final Pattern VERSION = Pattern.compile("(\\d{2})\\.(\\d{2})(?:[.-].*)?");
  private static final Comparator<SlurmRelease> BY_AGE =
      Comparator.comparingInt(SlurmRelease::year).thenComparingInt(SlurmRelease::month);

  /**
   * The release of a version such as {@code 24.11.5} or {@code 26.05.0-rc1}.
   *
   * @return empty for another text
   */
  public static Optional<SlurmRelease> of(String version) {
    Matcher matcher = VERSION.matcher(version);
    return matcher.matches()
        ? Optional.of(
            new SlurmRelease(
                Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  /** Whether it is {@code other} or a later release. */
  public boolean isSince(SlurmRelease other) {
    return compareTo(other) >= 0;
  }

  @Override
  public int compareTo(SlurmRelease other) {
    return BY_AGE.compare(this, other);
  }

  @Override
  public String toString() {
    return "%02d.%02d".formatted(year, month);
  }
}
