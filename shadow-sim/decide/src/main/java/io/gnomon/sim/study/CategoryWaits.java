package io.gnomon.sim.study;

import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.ServedJob;
import io.gnomon.sim.workload.CategoryScheme;

/**
 * A guard on the mean waits of categories of jobs by runtime and width.
 *
 * @param scheme the categories
 */
public record CategoryWaits(CategoryScheme scheme) implements Guard {
  /** A guard on four categories. */
  public static final CategoryWaits FOUR = new CategoryWaits(CategoryScheme.FOUR);

  @Override
  public String name() {
    return "waits";
  }

  @Override
  public double factor() {
    return 1;
  }

  @Override
  public int groups() {
    return scheme.size();
  }

  @Override
  public int group(ServedJob job) {
    return scheme.category(job.runtime, job.width);
  }

  @Override
  public double value(ServedJob job) {
    return job.wait;
  }
}
