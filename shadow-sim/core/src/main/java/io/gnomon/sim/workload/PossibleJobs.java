package io.gnomon.sim.workload;

import io.gnomon.sim.machine.placement.PermanentShortage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The jobs of a log that a machine can run.
 *
 * @param log those jobs
 * @param impossible the ids of the others by what the machine does not have
 */
public record PossibleJobs(JobLog log, Map<PermanentShortage, List<Long>> impossible) {
  private static final int NAMED = 3;

  /** Number of jobs that are left out. */
  public int leftOut() {
    return impossible.values().stream().mapToInt(List::size).sum();
  }

  /** How many jobs are left out, and which, by what they request; empty if none are. */
  public List<String> summary() {
    List<String> lines = new ArrayList<>();
    if (leftOut() > 0) {
      lines.add(
          "%d of %d jobs can never run on the machine and are left out:"
              .formatted(leftOut(), leftOut() + log.size()));
    }
    impossible.forEach(
        (unmet, jobs) ->
            lines.add("  %d request %s: %s".formatted(jobs.size(), unmet.text(), named(jobs))));
    return lines;
  }

  private static String named(List<Long> jobs) {
    String named =
        jobs.stream().limit(NAMED).map(job -> "job " + job).collect(Collectors.joining(", "));
    return jobs.size() > NAMED ? named + ", …" : named;
  }
}
