package io.gnomon.sim.tune;

import io.gnomon.sim.metric.CategoryScheme;
import io.gnomon.sim.tune.objective.Guard;
import io.gnomon.sim.tune.objective.ServedJob;
import java.util.List;

/** The mean waits of categories by runtime and width, which a trial tells of EASY. */
enum CategoryWaits implements Guard {
  /** Of four. */
  FOUR(CategoryScheme.FOUR),
  /** Of sixteen. */
  SIXTEEN(CategoryScheme.SIXTEEN);

  /** What a trial tells. */
  static final List<Guard> OF_TRIALS = List.of(values());

  private final CategoryScheme scheme;

  CategoryWaits(CategoryScheme scheme) {
    this.scheme = scheme;
  }

  /** The mean wait in seconds of each category under a trial's incumbent, 0 without jobs. */
  double[] in(StudyResult trial) {
    return trial.incumbent().guarded().groups(ordinal());
  }

  /** The longest of them, 0 where nobody has waited. */
  double worst(StudyResult trial) {
    return trial.incumbent().guarded().worst(ordinal());
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
