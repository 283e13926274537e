package io.gnomon.sim.assess.figure;

import java.util.List;

/** By what jobs are grouped in a report. */
public enum Grouping {
  /** The partition or queue to which a job was submitted. */
  PARTITION("partition"),
  /** The account or group of a job. */
  ACCOUNT("account"),
  /** Short or long, narrow or wide. */
  SIZE("size"),
  /** The week of the submission and the partition, see {@link JobGroups#weeks}. */
  WEEK("week and partition");

  /** What divides jobs by their kind, not by time. */
  public static final List<Grouping> KINDS = List.of(PARTITION, ACCOUNT, SIZE);

  private final String title;

  Grouping(String title) {
    this.title = title;
  }

  /** The name in reports. */
  public String title() {
    return title;
  }
}
