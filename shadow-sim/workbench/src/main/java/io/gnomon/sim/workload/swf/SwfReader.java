package io.gnomon.sim.workload.swf;

import io.gnomon.commandline.Decompressed;
import io.gnomon.commandline.InputFile;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.swf.ReadReport.DropReason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipException;

/**
 * Reads workloads in the Standard Workload Format, plain or compressed with gzip (detected by
 * content).
 *
 * <p>Every field of a line must be a number. Known deviations of archives are accepted: decimals,
 * -1 for unknown, remarks in headers, missing trailing fields, blank lines, carriage returns, jobs
 * out of order. A line that cannot be used is dropped, counted and reported with its number; a file
 * with more such lines than jobs is rejected.
 *
 * <p>A job's width is the number of allocated processors if the log has it, else the requested
 * number. The two differ for some hundred jobs of the logs of KTH and SDSC BLUE, and EASY on the
 * allocated processors comes closer to the published mean waits than on the requested ones.
 *
 * <p>One pass and one buffer: O(bytes) time, O(jobs) memory.
 */
public final class SwfReader {
  private static final int BUFFER_SIZE = 1 << 16;
  private static final int PATIENCE = 100;

  private final String name;
  private final SwfLine line = new SwfLine();
  private final SkippedLines drops = new SkippedLines();
  private static final int MOST_COMMENTS = 10_000; // headers have some dozens

  private final List<String> comments = new ArrayList<>();
  private final JobLogBuilder rows = JobLog.builder();
  private int latestSubmit;
  private int outOfOrder;
  private int shortLines;
  private int clamped;

  private SwfReader(String name) {
    this.name = name;
  }

  /**
   * Reads a file.
   *
   * @throws SwfFormatException if it is not a workload file; the message names the line, the value
   *     and what is allowed
   * @throws IOException if it cannot be read
   */
  public static SwfWorkload read(Path file) throws IOException {
    InputFile.requireRegular(file);
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, file.toString());
    }
  }

  /** Reads a stream to its end and closes it; messages use {@code name} as the file name. */
  public static SwfWorkload read(InputStream in, String name) throws IOException {
    return new SwfReader(name).readAll(in);
  }

  private SwfWorkload readAll(InputStream in) throws IOException {
    try (InputStream plain = decompressed(in)) {
      return readLines(new LineSource(plain, name, BUFFER_SIZE));
    }
  }

  private SwfWorkload readLines(LineSource lines) throws IOException {
    while (lines.next()) {
      take(lines);
      if (rows.size() == 0 && drops.malformed() >= PATIENCE) {
        throw refused(lines.lineNumber());
      }
    }
    if (rows.size() == 0 || drops.malformed() > rows.size()) {
      throw refused(lines.lineNumber());
    }
    SwfHeader header = new SwfHeader(comments);
    ReadReport report =
        new ReadReport(
            name, lines.lineNumber(), rows.size(), outOfOrder, shortLines, clamped, drops.drops());
    JobLog log = rows.build().withOrigin(header.unixStartTime().orElse(0));
    return new SwfWorkload(log, header, report);
  }

  private InputStream decompressed(InputStream in) throws IOException {
    try {
      Decompressed content = new Decompressed(in, name);
      return content.isCompressed() ? new ReadAhead(content) : content;
    } catch (EOFException | ZipException damaged) {
      throw SwfFormatException.damaged(name, 0, damaged);
    }
  }

  private void take(LineSource lines) {
    byte[] bytes = lines.buffer();
    int from = lines.start();
    int to = lines.end();
    if (lines.lineNumber() == 1) {
      from += byteOrderMark(bytes, from, to);
    }
    while (from < to && bytes[from] <= ' ' && bytes[from] >= 0) {
      from++;
    }
    if (from == to) {
      return;
    }
    if (bytes[from] == ';') {
      String text = new String(bytes, from + 1, to - from - 1, StandardCharsets.UTF_8);
      if (comments.size() < MOST_COMMENTS) {
        comments.add(text.stripTrailing());
      }
    } else if (!line.parse(bytes, from, to)) {
      drops.add(DropReason.NOT_A_NUMBER, lines.lineNumber(), line.fault());
    } else {
      takeJob(lines.lineNumber());
    }
  }

  private void takeJob(int lineNumber) {
    long submit = line.value(SwfField.SUBMIT);
    long runtime = line.value(SwfField.RUNTIME);
    long status = line.value(SwfField.STATUS);
    if (line.fields() < SwfField.LEAST) {
      drops.add(DropReason.TOO_FEW_FIELDS, lineNumber, "the line has " + line.fields());
    } else if (submit < 0) {
      drops.add(DropReason.NEGATIVE_SUBMIT, lineNumber, "submit time " + submit);
    } else if (submit > JobLog.MAX_SECONDS || runtime > JobLog.MAX_SECONDS) {
      String times = "submit time " + submit + ", run time " + runtime;
      drops.add(DropReason.TIME_TOO_LARGE, lineNumber, times);
    } else if (status >= 2 && status <= 4) {
      drops.add(DropReason.PARTIAL_EXECUTION, lineNumber, "status " + status);
    } else {
      addJob((int) submit, (int) Math.max(runtime, JobLog.UNKNOWN));
    }
  }

  private void addJob(int submit, int runtime) {
    long allocated = line.value(SwfField.ALLOCATED_PROCESSORS);
    long width = allocated > 0 ? allocated : line.value(SwfField.REQUESTED_PROCESSORS);
    rows.job(
            line.value(SwfField.JOB_NUMBER),
            submit,
            runtime,
            clamped(SwfField.REQUESTED_TIME, JobLog.MAX_SECONDS),
            (int) Math.min(Math.max(width, JobLog.UNKNOWN), Integer.MAX_VALUE))
        .by(attribute(SwfField.USER), attribute(SwfField.GROUP), attribute(SwfField.EXECUTABLE))
        .to(attribute(SwfField.QUEUE), attribute(SwfField.PARTITION))
        .memoryKb(clamped(SwfField.REQUESTED_MEMORY, Integer.MAX_VALUE))
        .waited(recordedWait());
    outOfOrder += submit < latestSubmit ? 1 : 0;
    latestSubmit = Math.max(latestSubmit, submit);
    shortLines += line.fields() < SwfField.COUNT ? 1 : 0;
  }

  /** The wait, unless it is missing or cannot be one. */
  private int recordedWait() {
    long wait = line.value(SwfField.WAIT);
    return wait < 0 || wait > JobLog.MAX_SECONDS ? JobLog.UNKNOWN : (int) wait;
  }

  private int clamped(SwfField field, int greatest) {
    long value = line.value(field);
    clamped += value > greatest ? 1 : 0;
    return (int) Math.min(Math.max(value, JobLog.UNKNOWN), greatest);
  }

  private int attribute(SwfField field) {
    long value = line.value(field);
    return value < 0 || value > Integer.MAX_VALUE ? JobLog.UNKNOWN : (int) value;
  }

  private SwfFormatException refused(int linesRead) {
    String found =
        linesRead == 0
            ? "the file is empty"
            : "%d jobs and %d malformed lines in %d lines, %s"
                .formatted(rows.size(), drops.malformed(), linesRead, drops.firstMalformed());
    return new SwfFormatException(
        "%s is not a workload in the Standard Workload Format: %s. Allowed are comments that start"
                .formatted(name, found)
            + " with ';' and lines of "
            + SwfField.LEAST
            + " to "
            + SwfField.COUNT
            + " numbers. Maybe this is another file?");
  }

  private static int byteOrderMark(byte[] bytes, int from, int to) {
    boolean present =
        to - from >= 3
            && (bytes[from] & 0xff) == 0xef
            && (bytes[from + 1] & 0xff) == 0xbb
            && (bytes[from + 2] & 0xff) == 0xbf;
    return present ? 3 : 0;
  }
}
