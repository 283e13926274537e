package io.gnomon.sim.workload;

/** The integer columns of a {@link JobLog}, in storage order. */
enum JobColumn {
  SUBMIT,
  RUNTIME,
  ESTIMATE,
  WIDTH,
  USER,
  GROUP,
  APPLICATION,
  QUEUE,
  PARTITION,
  MEMORY_KB;

  static final int COUNT = values().length;
}
