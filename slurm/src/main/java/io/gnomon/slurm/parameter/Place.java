package io.gnomon.slurm.parameter;

/** Where a parameter is written. */
public enum Place {
  /** An option in the line {@code SchedulerParameters} of slurm.conf. */
  SCHEDULER_PARAMETERS("SchedulerParameters"),
  /** A line of its own in slurm.conf. */
  SLURM_CONF("slurm.conf"),
  /** A QOS, in slurmdbd. */
  QOS("QOS"),
  /** A partition. */
  PARTITION("partition"),
  /** Nowhere: a property of Slurm or of the cluster that only the simulation has as a parameter. */
  MODEL("simulation only");

  private final String title;

  Place(String title) {
    this.title = title;
  }

  /** What it is called in documents. */
  public String title() {
    return title;
  }
}
