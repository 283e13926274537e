package io.gnomon.sim.feedback;

import io.gnomon.sim.metric.CategoryScheme;
import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.ServedJob;

/**
 * The mean waits of categories by runtime and width, to compare with.
 *
 * @param scheme the categories
 */
record CategoryWaits(CategoryScheme scheme) implements Guard {
  /** Of four categories. */
  static final CategoryWaits FOUR = new CategoryWaits(CategoryScheme.FOUR);

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
