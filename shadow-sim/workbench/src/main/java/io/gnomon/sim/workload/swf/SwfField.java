package io.gnomon.sim.workload.swf;

/** The eighteen fields of a line of the Standard Workload Format, version 2.2, in their order. */
enum SwfField {
  JOB_NUMBER(1, "job number"),
  SUBMIT(2, "submit time"),
  WAIT(3, "wait time"),
  RUNTIME(4, "run time"),
  ALLOCATED_PROCESSORS(5, "allocated processors"),
  CPU_TIME(6, "average CPU time"),
  USED_MEMORY(7, "used memory"),
  REQUESTED_PROCESSORS(8, "requested processors"),
  REQUESTED_TIME(9, "requested time"),
  REQUESTED_MEMORY(10, "requested memory"),
  STATUS(11, "status"),
  USER(12, "user"),
  GROUP(13, "group"),
  EXECUTABLE(14, "executable"),
  QUEUE(15, "queue"),
  PARTITION(16, "partition"),
  PRECEDING_JOB(17, "preceding job"),
  THINK_TIME(18, "think time");

  static final int COUNT = values().length;

  /** A line must reach at least to the allocated processors to describe a job. */
  static final int LEAST = ALLOCATED_PROCESSORS.number;

  private final int number;
  private final String label;

  SwfField(int number, String label) {
    this.number = number;
    this.label = label;
  }

  /** The position of the field in a line, from 1. */
  int number() {
    return number;
  }

  String label() {
    return label;
  }
}
