package io.gnomon.slurm.parameter;

/** How Gnomon changes a parameter. */
public enum ChangeMethod {
  /** Not at all: it describes the cluster. */
  NONE("no"),
  /** A line in the included file, and {@code scontrol reconfigure}. */
  RECONFIGURE("reconfigure"),
  /** {@code sacctmgr modify qos} or {@code scontrol update}, in a range that the site declares. */
  AT_RUN_TIME("at run time");

  private final String title;

  ChangeMethod(String title) {
    this.title = title;
  }

  /** What it is called in documents. */
  public String title() {
    return title;
  }
}
