package io.gnomon.sim.tune;

import io.gnomon.sim.metric.CategoryScheme;
import io.gnomon.sim.tune.objective.Guard;
import io.gnomon.sim.tune.objective.ServedJob;

/**
 * The mean waits of categories by runtime and width, to compare with.
 *
 * @param scheme the categories
 * @param from the first second of submission that counts
 * @param to the first that does not count any more
 */
record CategoryWaits(CategoryScheme scheme, int from, int to) implements Guard {
  /** Of four, whenever their jobs were submitted. */
  static final CategoryWaits FOUR = new CategoryWaits(CategoryScheme.FOUR, 0, Integer.MAX_VALUE);

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
    boolean counts = job.submitted >= from && job.submitted < to;
    return counts ? scheme.category(job.runtime, job.width) : -1;
  }

  @Override
  public double value(ServedJob job) {
    return job.wait;
  }
}
