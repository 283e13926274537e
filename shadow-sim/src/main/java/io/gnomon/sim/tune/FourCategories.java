package io.gnomon.sim.tune;

import io.gnomon.sim.metric.CategoryScheme;
import io.gnomon.sim.tune.objective.Guard;
import io.gnomon.sim.tune.objective.ServedJob;

/** The mean wait of the worst served of four categories by runtime and width, to compare with. */
enum FourCategories implements Guard {
  /** The only one. */
  FOUR_CATEGORIES;

  @Override
  public double factor() {
    return 1;
  }

  @Override
  public int groups() {
    return CategoryScheme.FOUR.size();
  }

  @Override
  public int group(ServedJob job) {
    return CategoryScheme.FOUR.category(job.runtime, job.width);
  }

  @Override
  public double value(ServedJob job) {
    return job.wait;
  }
}
