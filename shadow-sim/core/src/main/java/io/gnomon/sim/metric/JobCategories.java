package io.gnomon.sim.metric;

import io.gnomon.sim.workload.CategoryScheme;
import java.util.List;
import java.util.stream.Stream;

/** The job categories that a report shows. */
public enum JobCategories {
  /** Four runtimes by four widths: kettimuthu2005, Table 1. */
  SIXTEEN,
  /** Two runtimes by two widths: kettimuthu2005, Table 6. */
  FOUR,
  /** The sixteen categories for well estimated jobs, then for badly estimated ones. */
  ESTIMATES,
  /** No categories. */
  NONE;

  /**
   * A set of categories that are shown together.
   *
   * @param estimates {@code well} or {@code badly}, the quality of the jobs' estimates; empty if
   *     jobs are not divided by it
   * @param groups one per category, including categories without jobs
   * @param legend explanation of the category names, in one line
   */
  public record Panel(String estimates, List<JobGroup> groups, String legend) {
    /** Copies the list. */
    public Panel {
      groups = List.copyOf(groups);
    }
  }

  /** Divides the finished jobs of an outcome into panels; O(n). */
  public List<Panel> of(Outcome outcome) {
    return switch (this) {
      case SIXTEEN -> all(outcome, CategoryScheme.SIXTEEN);
      case FOUR -> all(outcome, CategoryScheme.FOUR);
      case ESTIMATES ->
          Stream.of(EstimateQuality.values())
              .map(
                  quality ->
                      new Panel(
                          quality.label(),
                          JobGroup.byCategory(outcome, CategoryScheme.SIXTEEN, quality),
                          CategoryScheme.SIXTEEN.legend()))
              .toList();
      case NONE -> List.of();
    };
  }

  private static List<Panel> all(Outcome outcome, CategoryScheme scheme) {
    return List.of(new Panel("", JobGroup.byCategory(outcome, scheme), scheme.legend()));
  }
}
