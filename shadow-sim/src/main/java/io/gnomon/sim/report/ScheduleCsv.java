package io.gnomon.sim.report;

import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a schedule as CSV: {@code job_id,submit,start,end,processors}, one line per job in submit
 * order, the number of a task of an array as {@code array_task}. Times are seconds since the log's
 * origin; -1 means that the event did not occur.
 */
public final class ScheduleCsv {
  private static final String HEADER = "job_id,submit,start,end,processors\n";

  private ScheduleCsv() {}

  /** Writes the schedule to a file, replacing its content. */
  public static void write(Path file, JobLog log, Schedule schedule) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      write(out, log, schedule);
    }
  }

  /** Writes the schedule to {@code out} without closing it. */
  public static void write(Appendable out, JobLog log, Schedule schedule) throws IOException {
    out.append(HEADER);
    StringBuilder line = new StringBuilder();
    for (int job = 0; job < log.size(); job++) {
      line.setLength(0);
      line.append(log.label(job)).append(',').append(log.submit(job)).append(',');
      line.append(schedule.start(job)).append(',').append(schedule.end(job)).append(',');
      line.append(schedule.processors(job)).append('\n');
      out.append(line);
    }
  }
}
