package io.gnomon.sim.workload.sacct;

import io.gnomon.sim.workload.sacct.SacctIssue.Effect;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts issues while a file is read. Not thread-safe. */
final class IssueCounts {
  private static final int FIRST_LINES = 5;

  private static final class Found {
    private long count;
    private final List<Long> lines = new ArrayList<>();
    private String example = "";
  }

  private final Map<SacctIssue, Found> found = new EnumMap<>(SacctIssue.class);
  private String firstBroken = "";
  private long broken;

  void add(SacctIssue issue, long line) {
    add(issue, line, 1, "");
  }

  /**
   * Counts records with an issue.
   *
   * @param example the value and what is expected; empty if there is nothing to say
   */
  void add(SacctIssue issue, long line, int records, String example) {
    Found at = found.computeIfAbsent(issue, key -> new Found());
    at.count += records;
    if (at.lines.size() < FIRST_LINES) {
      at.lines.add(line);
    }
    if (at.example.isEmpty()) {
      at.example = example;
    }
    if (issue.effect() == Effect.BROKEN) {
      broken += records;
      if (firstBroken.isEmpty()) {
        firstBroken = "line " + line + ": " + example;
      }
    }
  }

  /** Number of broken records. */
  long broken() {
    return broken;
  }

  /** Line, value and expectation of the first broken record. */
  String firstBroken() {
    return firstBroken;
  }

  Map<SacctIssue, SacctReport.Cases> cases() {
    Map<SacctIssue, SacctReport.Cases> cases = new EnumMap<>(SacctIssue.class);
    found.forEach(
        (issue, at) -> cases.put(issue, new SacctReport.Cases(at.count, at.lines, at.example)));
    return cases;
  }
}
