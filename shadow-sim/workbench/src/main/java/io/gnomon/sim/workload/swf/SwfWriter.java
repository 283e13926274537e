package io.gnomon.sim.workload.swf;

import io.gnomon.sim.workload.JobLog;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.zip.GZIPOutputStream;

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
    boolean compressed = file.toString().endsWith(".gz");
    try (OutputStream bytes = new BufferedOutputStream(Files.newOutputStream(file));
        OutputStream plain = compressed ? new GZIPOutputStream(bytes) : bytes;
        Writer out = new OutputStreamWriter(plain, StandardCharsets.UTF_8)) {
      write(out, header, log, start);
    }
  }

  /** Writes to {@code out} and leaves it open. */
  public static void write(Appendable out, SwfHeader header, JobLog log, IntUnaryOperator start)
      throws IOException {
    out.append("; Version: 2.2\n");
    out.append("; MaxJobs: " + log.size() + "\n");
    out.append("; MaxRecords: " + log.size() + "\n");
    out.append("; UnixStartTime: " + log.originEpochSecond() + "\n");
    for (String comment : header.lines()) {
      if (OWN_LABELS.stream().noneMatch(label -> new SwfHeader(List.of(comment)).has(label))) {
        out.append(';').append(comment.replace('\n', ' ')).append('\n');
      }
    }
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
