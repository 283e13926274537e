package io.gnomon.sim.workload.model;

import java.util.SplittableRandom;

/**
 * The applications of a pool of processors: widths and runtimes of the model.
 *
 * @param processors of the pool
 */
record PoolApplications(LublinModel model, int processors) implements ApplicationModel {
  @Override
  public Application draw(int number, int user, SplittableRandom random) {
    int width = model.width(random);
    int runtime = model.runtime(width, random);
    return new Application(
        number, user, width, runtime, width, TsafrirEstimates.LONGEST_SECONDS, null);
  }

  @Override
  public double capacity() {
    return processors;
  }
}
