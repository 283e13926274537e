package io.gnomon.bridge.slurm.client;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code sdiag} prints about the backfill scheduler since its statistics were last reset,
 * which slurmctld does every midnight. Source: manual of sdiag.
 *
 * @param cycles number of passes, at least 1
 * @param meanCycleMicros mean execution time of a pass in microseconds, without its pauses
 * @param meanDepth mean number of jobs that a pass tested, rounded down
 */
public record BackfillStatistics(long cycles, long meanCycleMicros, long meanDepth) {
  private static final Pattern LINE = Pattern.compile("\\s+(\\S.*):\\s+(\\d{1,18})");
  private static final String SECTION = "Backfilling stats";

  /**
   * Parses the output of {@code sdiag}.
   *
   * @return empty if backfill has not run, or the output has none of these figures
   */
  public static Optional<BackfillStatistics> of(String printed) {
    Map<String, Long> figures = new HashMap<>();
    boolean inside = false;
    for (String line : printed.lines().toList()) {
      Matcher matcher = LINE.matcher(line);
      if (line.startsWith(SECTION)) {
        inside = true;
      } else if (inside && matcher.matches()) {
        figures.put(matcher.group(1), Long.parseLong(matcher.group(2)));
      } else if (inside && line.isBlank()) {
        break;
      }
    }
    Long cycles = figures.get("Total cycles");
    Long mean = figures.get("Mean cycle");
    Long depth = figures.get("Depth Mean (try depth)");
    return cycles == null || cycles == 0 || mean == null || depth == null
        ? Optional.empty()
        : Optional.of(new BackfillStatistics(cycles, mean, depth));
  }
}
