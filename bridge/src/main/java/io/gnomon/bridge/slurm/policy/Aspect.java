package io.gnomon.bridge.slurm.policy;

import io.gnomon.slurm.parameter.ChangeMethod;
import io.gnomon.slurm.parameter.Place;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.Optional;

/**
 * A part of Slurm's configuration that Gnomon changes, and that anyone can restore without the
 * others. Each is a set of named values. The order of the jobs is not among them, because what it
 * replaces are nice values of single jobs.
 */
public enum Aspect {
  /** Attributes of the partitions that Gnomon owns, by name of the partition; empty for none. */
  PARTITIONS("partitions"),
  /** SchedulerParameters. */
  PARAMETERS("scheduler parameters"),
  /** Settings of priority/multifactor, by name in slurm.conf. */
  PRIORITIES("priority settings"),
  /** Limits of QOS and partitions, by name in a policy; empty for no limit. */
  LIMITS("limits");

  private final String title;

  Aspect(String title) {
    this.title = title;
  }

  /** Returns what it is called in messages, in the plural. */
  public String title() {
    return title;
  }

  /**
   * Returns the aspect that a parameter of the policy {@code slurm} sets, empty if it sets none.
   */
  static Optional<Aspect> ofParameter(String name) {
    if (SiteLimit.isPrefixed(name)) {
      return Optional.of(LIMITS);
    }
    return SlurmParameter.of(name)
        .filter(row -> row.change() == ChangeMethod.RECONFIGURE)
        .map(row -> row.place() == Place.SCHEDULER_PARAMETERS ? PARAMETERS : PRIORITIES);
  }
}
