package io.gnomon.sim.workload.sacct;

import io.gnomon.sim.workload.sacct.SacctIssue.Effect;
import io.gnomon.slurm.value.SlurmJobState;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What was read from an export, and what was dropped or repaired.
 *
 * @param source the file's name
 * @param lines lines after the header that are not blank
 * @param jobs jobs that can be simulated
 * @param cases by issue; contains only those that occurred
 * @param states jobs by the state in which they ended
 * @param firstEnd epoch second of the earliest end of a job, about which the export begins; empty
 *     without jobs. Jobs that ended before are not in the file, so that the machine seems emptier
 *     than it was until the jobs of that time have ended.
 * @param lastTime epoch second of the latest time of a job
 */
public record SacctReport(
    String source,
    long lines,
    long jobs,
    Map<SacctIssue, Cases> cases,
    Map<SlurmJobState, Long> states,
    Optional<Long> firstEnd,
    Optional<Long> lastTime) {
  /**
   * The records with one issue.
   *
   * @param count number of records; tasks of an array count each
   * @param firstLines numbers of the first few lines, from 1
   * @param example the first one: the value and what is expected; empty if there is nothing to say
   */
  public record Cases(long count, List<Long> firstLines, String example) {
    /** Copies the list. */
    public Cases {
      firstLines = List.copyOf(firstLines);
    }
  }

  /** Copies the maps. */
  public SacctReport {
    cases = sorted(cases, SacctIssue.class);
    states = sorted(states, SlurmJobState.class);
  }

  private static <K extends Enum<K>, V> Map<K, V> sorted(Map<K, V> map, Class<K> keys) {
    EnumMap<K, V> sorted = new EnumMap<>(keys);
    sorted.putAll(map);
    return Collections.unmodifiableMap(sorted);
  }

  /** Number of records with an issue. */
  public long count(SacctIssue issue) {
    Cases found = cases.get(issue);
    return found == null ? 0 : found.count();
  }

  /** Number of records with issues of that effect. */
  public long count(Effect effect) {
    return cases.entrySet().stream()
        .filter(entry -> entry.getKey().effect() == effect)
        .mapToLong(entry -> entry.getValue().count())
        .sum();
  }

  /** The report as text: one line for the totals and one for each issue. */
  public List<String> summary() {
    return List.of(
            "%s: %d jobs from %d lines; dropped: %d; broken: %d; repaired: %d"
                .formatted(
                    source,
                    jobs,
                    lines,
                    count(Effect.DROPPED),
                    count(Effect.BROKEN),
                    count(Effect.REPAIRED)),
            cases.entrySet().stream()
                .map(entry -> describe(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining("\n")))
        .stream()
        .flatMap(String::lines)
        .toList();
  }

  private static String describe(SacctIssue issue, Cases cases) {
    String lines =
        cases.firstLines().stream().map(String::valueOf).collect(Collectors.joining(", "));
    boolean more = cases.count() > cases.firstLines().size();
    String example = cases.example().isEmpty() ? "" : ", as in: " + cases.example();
    return "  %d %s: %s (lines %s%s)%s"
        .formatted(
            cases.count(),
            issue.effect().name().toLowerCase(Locale.ROOT),
            issue.text(),
            lines,
            more ? ", …" : "",
            example);
  }
}
