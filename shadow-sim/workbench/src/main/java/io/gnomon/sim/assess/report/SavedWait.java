package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Grouping;
import io.gnomon.sim.assess.figure.JobGroups;
import io.gnomon.sim.assess.figure.Sums;
import java.util.ArrayList;
import java.util.List;

/**
 * The waiting that a change saves the jobs of a partition that were submitted in a week.
 *
 * @param week of the submissions, and the partition
 * @param jobs their number
 * @param hours sum of their waits without the change, less that with it; negative if they wait
 *     longer
 */
record SavedWait(JobGroups.Week week, long jobs, double hours) {
  private static final double HOUR = 3600;

  /** The weeks and partitions of a record, the earliest week first. */
  static List<SavedWait> of(
      JobGroups groups, ConfigurationFigures before, ConfigurationFigures after) {
    List<SavedWait> saved = new ArrayList<>();
    for (int i = 0; i < groups.weeks().size(); i++) {
      Sums sums = before.of(Grouping.WEEK, i);
      long seconds = sums.waitSeconds() - after.of(Grouping.WEEK, i).waitSeconds();
      saved.add(new SavedWait(groups.weeks().get(i), sums.jobs(), seconds / HOUR));
    }
    return saved;
  }

  static double sum(List<SavedWait> all) {
    return all.stream().mapToDouble(SavedWait::hours).sum();
  }
}
