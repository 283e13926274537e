package io.gnomon.sim.workload.swf;

import io.gnomon.sim.workload.JobLog;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of reading a workload file, including dropped lines and the reasons.
 *
 * @param source the file's name
 * @param lines number of lines
 * @param jobs lines that became jobs
 * @param outOfOrder jobs submitted before a job on an earlier line; they were sorted
 * @param shortLines jobs whose line lacks trailing fields, which count as unknown
 * @param clampedRequests estimates and memory requests clamped to the maximum of a log
 * @param drops dropped lines by reason; contains only reasons that occurred
 */
public record ReadReport(
    String source,
    int lines,
    int jobs,
    int outOfOrder,
    int shortLines,
    int clampedRequests,
    Map<DropReason, Drop> drops) {

  /** Why a line was dropped. */
  public enum DropReason {
    /** A field is not a number, or is too large. */
    NOT_A_NUMBER("a field is not a number"),
    /** The line ends before the allocated processors. */
    TOO_FEW_FIELDS("fewer than " + SwfField.LEAST + " fields"),
    /** The submission time is negative. */
    NEGATIVE_SUBMIT("negative submit time"),
    /** A submit or run time beyond {@link JobLog#MAX_SECONDS}. */
    TIME_TOO_LARGE("submit or run time beyond " + JobLog.MAX_SECONDS + " s"),
    /** Status 2, 3 or 4: part of a job that has its own summary line. */
    PARTIAL_EXECUTION("partial execution of a job that another line sums up");

    private final String text;

    DropReason(String text) {
      this.text = text;
    }

    /** The reason as text. */
    public String text() {
      return text;
    }

    /**
     * Whether the line violates the format, as opposed to describing something that a log cannot
     * use.
     */
    boolean malformed() {
      return this == NOT_A_NUMBER || this == TOO_FEW_FIELDS;
    }
  }

  /**
   * The lines dropped for one reason.
   *
   * @param count number of lines
   * @param firstLines line numbers of the first few, from 1
   * @param example description of the first one
   */
  public record Drop(int count, List<Integer> firstLines, String example) {
    public Drop {
      firstLines = List.copyOf(firstLines);
    }
  }

  public ReadReport {
    drops = drops.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(drops));
  }

  /** Number of dropped lines. */
  public int dropped() {
    return drops.values().stream().mapToInt(Drop::count).sum();
  }

  /** Number of lines dropped for {@code reason}. */
  public int dropped(DropReason reason) {
    Drop drop = drops.get(reason);
    return drop == null ? 0 : drop.count();
  }

  /** The report as text, one line for the totals and one per reason. */
  public String summary() {
    String read =
        "%s: %d jobs read from %d lines; out of submit order: %d; lines without all fields: %d;"
            .formatted(source, jobs, lines, outOfOrder, shortLines);
    return read
        + " requests clamped: %d; lines dropped: %d".formatted(clampedRequests, dropped())
        + drops.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(entry -> "\n  " + describe(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining());
  }

  private static String describe(DropReason reason, Drop drop) {
    return "%d dropped: %s (lines %s%s), as in: %s"
        .formatted(
            drop.count(),
            reason.text(),
            drop.firstLines().stream().map(String::valueOf).collect(Collectors.joining(", ")),
            drop.count() > drop.firstLines().size() ? ", ..." : "",
            drop.example());
  }
}
