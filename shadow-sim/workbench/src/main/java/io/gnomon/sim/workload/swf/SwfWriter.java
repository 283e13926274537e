package io.gnomon.sim.workload.swf;

import io.gnomon.commandline.OutputFile;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.GeneratedWorkload;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Writes job logs in the Standard Workload Format, version 2.2, so that {@link SwfReader} reads an
 * equal log. Both processor fields contain the width; missing attributes are -1.
 */
public final class SwfWriter {
  private static final List<String> OWN_LABELS =
      List.of("Version", "MaxJobs", "MaxRecords", "UnixStartTime");

  private SwfWriter() {}

  /**
   * Writes a file with the recorded waits, replacing its content; compressed with gzip if the name
   * ends with {@code .gz}.
   *
   * @param header comments to keep; labels that this writer sets are replaced
   */
  public static void write(Path file, SwfHeader header, JobLog log) throws IOException {
    write(
        file,
        header,
        log,
        job ->
            log.recordedWait(job) == JobLog.UNKNOWN
                ? JobLog.UNKNOWN
                : log.submit(job) + log.recordedWait(job));
  }

  /**
   * Writes a file with wait times from a schedule.
   *
   * @param start start of a job in seconds since the log's origin, or {@link JobLog#UNKNOWN}
   */
  public static void write(Path file, SwfHeader header, JobLog log, IntUnaryOperator start)
      throws IOException {
    OutputFile.write(file, out -> write(out, header, log, start));
  }

  /** Writes to {@code out} and leaves it open. */
  public static void write(Appendable out, SwfHeader header, JobLog log, IntUnaryOperator start)
      throws IOException {
    append(out, header, log.size(), log.originEpochSecond());
    append(out, log, start);
  }

  /** Writes a generated workload to {@code out}, building one part of it at a time. */
  public static void write(Appendable out, SwfHeader header, GeneratedWorkload workload)
      throws IOException {
    append(out, header, workload.size(), WorkloadGenerator.ORIGIN_EPOCH_SECOND);
    for (JobLog part : workload.parts()) {
      append(out, part, job -> JobLog.UNKNOWN);
    }
  }

  private static void append(Appendable out, SwfHeader header, int jobs, long origin)
      throws IOException {
    out.append("; Version: 2.2\n");
    out.append("; MaxJobs: " + jobs + "\n");
    out.append("; MaxRecords: " + jobs + "\n");
    out.append("; UnixStartTime: " + origin + "\n");
    for (String comment : header.lines()) {
      if (OWN_LABELS.stream().noneMatch(label -> new SwfHeader(List.of(comment)).has(label))) {
        out.append(';').append(comment.replace('\n', ' ')).append('\n');
      }
    }
  }

  private static void append(Appendable out, JobLog log, IntUnaryOperator start)
      throws IOException {
    StringBuilder line = new StringBuilder();
    for (int job = 0; job < log.size(); job++) {
      line.setLength(0);
      describe(line, log, job, start.applyAsInt(job));
      out.append(line);
    }
  }

  private static void describe(StringBuilder line, JobLog log, int job, int start) {
    int wait = start == JobLog.UNKNOWN ? JobLog.UNKNOWN : start - log.submit(job);
    int status = log.runtime(job) == JobLog.UNKNOWN ? JobLog.UNKNOWN : 1;
    line.append(log.jobId(job)).append(' ').append(log.submit(job)).append(' ');
    line.append(wait).append(' ').append(log.runtime(job)).append(' ');
    line.append(log.width(job)).append(" -1 -1 ").append(log.width(job)).append(' ');
    line.append(log.estimate(job)).append(' ').append(log.memoryKb(job)).append(' ');
    line.append(status).append(' ').append(log.user(job)).append(' ');
    line.append(log.group(job)).append(' ').append(log.application(job)).append(' ');
    line.append(log.queue(job)).append(' ').append(log.partition(job)).append(" -1 -1\n");
  }
}
