package io.gnomon.sim.report;

import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A schedule as comma-separated values: {@code job_id,submit,start,end,processors}, one line for a
 * job in submit order, times in seconds since the log's origin, -1 for what did not happen.
 */
public final class ScheduleCsv {
  private static final String HEADER = "job_id,submit,start,end,processors\n";

  private ScheduleCsv() {}

  /** Writes the file, replacing what it held. */
  public static void write(Path file, JobLog log, Schedule schedule) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      write(out, log, schedule);
    }
  }

  /** Writes to {@code out} and leaves it open. */
  public static void write(Appendable out, JobLog log, Schedule schedule) throws IOException {
    out.append(HEADER);
    StringBuilder line = new StringBuilder();
    for (int job = 0; job < log.size(); job++) {
      line.setLength(0);
      line.append(log.jobId(job)).append(',').append(log.submit(job)).append(',');
      line.append(schedule.start(job)).append(',').append(schedule.end(job)).append(',');
      line.append(schedule.processors(job)).append('\n');
      out.append(line);
    }
  }
}
