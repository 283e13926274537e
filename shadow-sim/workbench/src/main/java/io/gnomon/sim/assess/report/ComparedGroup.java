package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Grouping;
import io.gnomon.sim.assess.figure.Sums;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A group of jobs under two configurations.
 *
 * @param by what divides the jobs
 * @param name of the group
 * @param before its sums under the first configuration
 * @param after its sums under the second
 */
record ComparedGroup(Grouping by, String name, Sums before, Sums after) {
  /** The groups with jobs. */
  static List<ComparedGroup> of(
      Assessment assessment, Grouping by, ConfigurationFigures before, ConfigurationFigures after) {
    List<String> names = assessment.groups().names(by);
    return IntStream.range(0, names.size())
        .mapToObj(
            one -> new ComparedGroup(by, names.get(one), before.of(by, one), after.of(by, one)))
        .filter(group -> group.before.jobs() > 0)
        .toList();
  }

  double share(Sums all) {
    return (double) before.jobs() / all.jobs();
  }

  double shareOfWaiting(Sums all) {
    return (double) before.waitSeconds() / Math.max(1, all.waitSeconds());
  }
}
