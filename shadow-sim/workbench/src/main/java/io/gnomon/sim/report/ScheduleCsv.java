package io.gnomon.sim.report;

import io.gnomon.commandline.OutputFile;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.report.document.Csv;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes a schedule as CSV with the columns {@value #COLUMNS}, one line per job in submit order,
 * the number of a task of an array as {@code array_task}. Times are seconds since the log's origin;
 * -1 means that the event did not occur. The user and the partition are names or the numbers of the
 * log, empty if it has none; several partitions are separated by spaces. Text is written as {@link
 * Csv#text}.
 */
public final class ScheduleCsv {
  /** The columns. */
  public static final String COLUMNS = "job_id,submit,start,end,processors,estimate,user,partition";

  private ScheduleCsv() {}

  /** Writes the schedule to a file, replacing its content. */
  public static void write(Path file, JobLog log, Schedule schedule) throws IOException {
    OutputFile.write(file, out -> write(out, log, schedule));
  }

  /** Writes the schedule to {@code out} without closing it. */
  public static void write(Appendable out, JobLog log, Schedule schedule) throws IOException {
    out.append(COLUMNS).append('\n');
    StringBuilder line = new StringBuilder();
    for (int job = 0; job < log.size(); job++) {
      line.setLength(0);
      line.append(Csv.text(log.label(job))).append(',').append(log.submit(job)).append(',');
      line.append(schedule.start(job)).append(',').append(schedule.end(job)).append(',');
      line.append(schedule.processors(job)).append(',').append(log.estimate(job)).append(',');
      line.append(user(log, job)).append(',').append(partition(log, job)).append('\n');
      out.append(line);
    }
  }

  private static String user(JobLog log, int job) {
    JobAccount of = log.jobAccount(job);
    return Csv.text(of == null ? number(log.user(job)) : of.user());
  }

  private static String partition(JobLog log, int job) {
    Request request = log.request(job);
    return Csv.text(
        request == null || request.partitions().isEmpty()
            ? number(log.partition(job))
            : String.join(" ", request.partitions()));
  }

  private static String number(int value) {
    return value == JobLog.UNKNOWN ? "" : Integer.toString(value);
  }
}
