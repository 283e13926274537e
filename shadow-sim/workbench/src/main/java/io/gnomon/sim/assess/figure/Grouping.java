package io.gnomon.sim.assess.figure;

/** By what jobs are grouped in a report. */
public enum Grouping {
  /** The partition or queue to which a job was submitted. */
  PARTITION("partition"),
  /** The account or group of a job. */
  ACCOUNT("account"),
  /** Short or long, narrow or wide. */
  SIZE("size");

  private final String title;

  Grouping(String title) {
    this.title = title;
  }

  /** The name in reports. */
  public String title() {
    return title;
  }
}
