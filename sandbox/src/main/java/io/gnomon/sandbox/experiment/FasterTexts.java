package io.gnomon.sandbox.experiment;

import io.gnomon.slurm.parameter.ValueText;
import io.gnomon.slurm.value.SlurmTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Texts of Slurm on Gnomon's clock, as {@link FasterClock} does it for events.
 *
 * @param seconds of Gnomon in a second of the scheduler, at least 1
 */
record FasterTexts(int seconds) {
  private static final Set<String> TIMES = Set.of("Submit", "Eligible", "Start", "End");
  private static final Set<String> DURATIONS = Set.of("ElapsedRaw", "TimelimitRaw");

  /** Options of SchedulerParameters that are times, whose unit remains. */
  private static final Pattern OPTION =
      Pattern.compile("(?<=\\b(?:bf_interval|bf_resolution|bf_window|sched_interval)=)(\\d+)");

  /** Settings that are times in Slurm's form. */
  private static final Pattern SETTING =
      Pattern.compile(
          "(?<=\\b(?:PriorityMaxAge|PriorityDecayHalfLife|PriorityCalcPeriod|MaxTime|DefaultTime)=)"
              + "([0-9:-]+)");

  /**
   * What sacct prints.
   *
   * @param sacct lines with a header, separated by bars, with times in epoch seconds
   */
  String record(String sacct) {
    List<String[]> rows =
        sacct.lines().map(line -> line.split("\\|", -1)).collect(Collectors.toList());
    String[] header = rows.get(0);
    long origin =
        rows.stream()
            .skip(1)
            .map(row -> row[Arrays.asList(header).indexOf("Submit")])
            .mapToLong(Long::parseLong)
            .min()
            .orElse(0);
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      for (int i = 0; i < row.length && row != header; i++) {
        if (row[i].matches("\\d+") && TIMES.contains(header[i])) {
          row[i] = Long.toString(origin + (Long.parseLong(row[i]) - origin) * seconds);
        } else if (row[i].matches("\\d+") && DURATIONS.contains(header[i])) {
          row[i] = Long.toString(Long.parseLong(row[i]) * seconds);
        }
      }
      lines.add(String.join("|", row) + "\n");
    }
    return String.join("", lines);
  }

  /** A slurm.conf with its times on Gnomon's clock. */
  String conf(String slurmConf) {
    return OPTION
        .matcher(SETTING.matcher(slurmConf).replaceAll(time -> time(seconds(time) * seconds)))
        .replaceAll(time -> Long.toString(Long.parseLong(time.group()) * seconds));
  }

  /**
   * Lines of a slurm.conf on Gnomon's clock with their times on Slurm's: whole units, at least 1.
   */
  String slower(String lines) {
    return OPTION
        .matcher(SETTING.matcher(lines).replaceAll(time -> time(seconds(time) / seconds)))
        .replaceAll(time -> Long.toString(Math.max(1, Long.parseLong(time.group()) / seconds)));
  }

  private static long seconds(MatchResult time) {
    return SlurmTime.seconds(time.group()).orElseThrow();
  }

  private static String time(long seconds) {
    return ValueText.time(seconds);
  }
}
