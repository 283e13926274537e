package io.gnomon.sim.workload;

/** The eighteen fields of a line of the Standard Workload Format, version 2.2, in their order. */
enum SwfField {
  JOB_NUMBER("job number"),
  SUBMIT("submit time"),
  WAIT("wait time"),
  RUNTIME("run time"),
  ALLOCATED_PROCESSORS("allocated processors"),
  CPU_TIME("average CPU time"),
  USED_MEMORY("used memory"),
  REQUESTED_PROCESSORS("requested processors"),
  REQUESTED_TIME("requested time"),
  REQUESTED_MEMORY("requested memory"),
  STATUS("status"),
  USER("user"),
  GROUP("group"),
  EXECUTABLE("executable"),
  QUEUE("queue"),
  PARTITION("partition"),
  PRECEDING_JOB("preceding job"),
  THINK_TIME("think time");

  static final int COUNT = values().length;

  /** A line must reach at least to the allocated processors to describe a job. */
  static final int LEAST = ALLOCATED_PROCESSORS.ordinal() + 1;

  private final String label;

  SwfField(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
