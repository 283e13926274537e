package io.gnomon.sim.workload;

/** The integer columns of a {@link JobLog}. */
enum JobColumn {
  SUBMIT(0),
  RUNTIME(1),
  ESTIMATE(2),
  WIDTH(3),
  USER(4),
  GROUP(5),
  APPLICATION(6),
  QUEUE(7),
  PARTITION(8),
  MEMORY_KB(9),
  RECORDED_WAIT(10),
  REQUEST(11),
  CONDITIONS(12),
  ACCOUNT(13);

  static final int COUNT = values().length;

  private final int index;

  JobColumn(int index) {
    this.index = index;
  }

  /** Where the column is stored, {@code 0..COUNT-1}. */
  int index() {
    return index;
  }
}
