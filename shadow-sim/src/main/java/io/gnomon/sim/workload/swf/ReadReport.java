package io.gnomon.sim.workload.swf;

import io.gnomon.sim.workload.JobLog;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a reader met in a workload file, and what it left out and why.
 *
 * @param source the file's name
 * @param lines all lines
 * @param jobs lines that became jobs
 * @param outOfOrder jobs submitted before a job that an earlier line holds; they were sorted in
 * @param shortLines jobs whose line lacks trailing fields, taken as unknown
 * @param clampedRequests estimates and memory requests beyond the greatest that a log can hold
 * @param drops lines left out, by reason; reasons that did not occur are absent
 */
public record ReadReport(
    String source,
    int lines,
    int jobs,
    int outOfOrder,
    int shortLines,
    int clampedRequests,
    Map<DropReason, Drop> drops) {

  /** Why a line was left out. */
  public enum DropReason {
    /** A field is no number, or too large for one. */
    NOT_A_NUMBER("a field is not a number"),
    /** The line ends before the allocated processors. */
    TOO_FEW_FIELDS("fewer than " + SwfField.LEAST + " fields"),
    /** A negative submit time, so nobody knows when the job came. */
    NEGATIVE_SUBMIT("negative submit time"),
    /** A submit or run time beyond {@link JobLog#MAX_SECONDS}. */
    TIME_TOO_LARGE("submit or run time beyond " + JobLog.MAX_SECONDS + " s"),
    /** Status 2, 3 or 4: a part of a job that a line of its own sums up. */
    PARTIAL_EXECUTION("partial execution of a job that another line sums up");

    private final String text;

    DropReason(String text) {
      this.text = text;
    }

    /** The reason in words. */
    public String text() {
      return text;
    }

    /** Whether the line breaks the format, and not only describes what a log cannot use. */
    boolean malformed() {
      return this == NOT_A_NUMBER || this == TOO_FEW_FIELDS;
    }
  }

  /**
   * The lines left out for one reason.
   *
   * @param count how many
   * @param firstLines the numbers of the first few, from 1
   * @param example what was wrong with the first
   */
  public record Drop(int count, List<Integer> firstLines, String example) {
    public Drop {
      firstLines = List.copyOf(firstLines);
    }
  }

  public ReadReport {
    drops = drops.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(drops));
  }

  /** Lines left out for any reason. */
  public int dropped() {
    return drops.values().stream().mapToInt(Drop::count).sum();
  }

  /** Lines left out for {@code reason}. */
  public int dropped(DropReason reason) {
    Drop drop = drops.get(reason);
    return drop == null ? 0 : drop.count();
  }

  /** The report as text for a human, one line for what was read and one for each reason. */
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
