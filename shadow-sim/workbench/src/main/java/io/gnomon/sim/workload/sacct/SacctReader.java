package io.gnomon.sim.workload.sacct;

import io.gnomon.commandline.Decompressed;
import io.gnomon.commandline.InputFile;
import io.gnomon.commandline.InputLines;
import io.gnomon.sim.workload.sacct.value.TresAmounts;
import io.gnomon.slurm.value.JobNumber;
import io.gnomon.slurm.value.SlurmJobState;
import io.gnomon.slurm.value.SlurmJobState.Phase;
import io.gnomon.text.Excerpt;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the output of {@code sacct --allocations --parsable2} of Slurm 20.11 to 26.05 as a stream.
 *
 * <p>The header says which fields there are, in any order. A record that cannot be used is dropped,
 * counted by its reason and reported with its line; a file with more than one broken record in ten
 * is refused. Accepted are gzip, carriage returns, the delimiter within job names and other texts,
 * and headers that are repeated where files have been joined.
 *
 * <p>One pass; O(bytes) time. Memory does not depend on the length of the file.
 */
public final class SacctReader {
  private static final int PATIENCE = 1000;
  private static final int BROKEN_IN = 10;
  private static final int PERCENT = 100;

  private final String name;
  private final IssueCounts issues = new IssueCounts();
  private final RecordParser parser;
  private final Consumer<SacctRecord> jobs;
  private final Rows rows;
  private final Map<SlurmJobState, Long> states = new EnumMap<>(SlurmJobState.class);
  private long lines;
  private long read;
  private long firstEnd = Long.MAX_VALUE;
  private long lastTime = Long.MIN_VALUE;

  /** Receives the rows that can be used and are no steps, whether or not their jobs started. */
  interface Rows {
    void accept(SacctRow row) throws IOException;
  }

  private record Parsed(SacctRow row, SacctRecord job) {}

  private SacctReader(String name, SacctOptions options, Consumer<SacctRecord> jobs, Rows rows) {
    this.name = name;
    this.jobs = jobs;
    this.rows = rows;
    parser = new RecordParser(options);
  }

  /**
   * Reads a file.
   *
   * @param jobs receives each job that has started, in the order of the file
   * @throws SacctFormatException if the file is not an export; the message names the line, the
   *     value and what is expected
   * @throws IOException if it cannot be read
   */
  public static SacctReport read(Path file, SacctOptions options, Consumer<SacctRecord> jobs)
      throws IOException {
    try (Decompressed in = InputFile.open(file)) {
      return new SacctReader(file.toString(), options, jobs, row -> {})
          .read(in, Files.size(file), options);
    }
  }

  /**
   * Reads a stream to its end and closes it.
   *
   * @param name as messages have it
   * @param jobs as for a file
   */
  public static SacctReport read(
      InputStream in, String name, SacctOptions options, Consumer<SacctRecord> jobs)
      throws IOException {
    return new SacctReader(name, options, jobs, row -> {})
        .read(new Decompressed(in, name), Long.MAX_VALUE, options);
  }

  /** Reads the rows of a file. */
  static SacctReport readRows(Path file, SacctOptions options, Rows rows) throws IOException {
    try (Decompressed in = InputFile.open(file)) {
      return new SacctReader(file.toString(), options, job -> {}, rows)
          .read(in, Files.size(file), options);
    }
  }

  private SacctReport read(Decompressed in, long size, SacctOptions options) throws IOException {
    try (InputLines source = new InputLines(in, name)) {
      SacctLayout layout = header(source);
      long percent = 0;
      for (String line = source.next(); line != null; line = source.next()) {
        if (line.isBlank()) {
          continue;
        }
        if (layout.isHeader(line)) {
          issues.add(SacctIssue.REPEATED_HEADER, source.number());
        } else if (SacctLayout.beginsLikeHeader(line)) {
          layout = SacctLayout.of(line, place(source));
          issues.add(SacctIssue.REPEATED_HEADER, source.number());
        } else {
          lines++;
          take(layout, line, source);
        }
        if (source.fileBytes() / Math.max(1, size / PERCENT) > percent) {
          percent = source.fileBytes() / Math.max(1, size / PERCENT);
          options.progress().accept(Math.min(1, percent / (double) PERCENT));
        }
      }
      requireRecords();
      return report();
    }
  }

  private SacctLayout header(InputLines source) throws IOException {
    String line = source.next();
    while (line != null && line.isBlank()) {
      line = source.next();
    }
    if (line == null) {
      throw new SacctFormatException(
          "%s: the file is empty; expected is an export with sacct --format=%s"
              .formatted(name, SacctField.exportedAsOption()));
    }
    return SacctLayout.of(line, place(source));
  }

  private String place(InputLines source) {
    return name + ", line " + source.number();
  }

  private void take(SacctLayout layout, String text, InputLines source) throws IOException {
    long line = source.number();
    try {
      SacctRow row = new SacctRow(layout, text, layout.cells(text));
      if (row.size() < layout.size()) {
        throw new InvalidField(
            SacctIssue.TRUNCATED,
            "the line '%s' has %d fields%s; expected are the %d of the header"
                .formatted(
                    Excerpt.of(text),
                    row.size(),
                    source.terminated() ? "" : " and no end",
                    layout.size()));
      }
      JobNumber number = number(row);
      if (number.isStep()) {
        issues.add(SacctIssue.STEP, line);
        return;
      }
      Parsed parsed =
          row.size() > layout.size()
              ? repaired(row, line, number)
              : new Parsed(row, parser.parse(row, line, number, issues));
      rows.accept(parsed.row());
      take(parsed.job());
    } catch (InvalidField invalid) {
      issues.add(invalid.issue(), line, 1, invalid.description());
      if (issues.broken() >= PATIENCE && issues.broken() * BROKEN_IN > lines) {
        throw refused();
      }
    }
  }

  private static JobNumber number(SacctRow row) throws InvalidField {
    String text = row.get(SacctField.JOB_ID);
    Optional<JobNumber> number = JobNumber.parse(text);
    if (number.isEmpty()) {
      throw InvalidField.of(SacctField.JOB_ID, text, "a number such as 12, 12_3 or 12+0");
    }
    return number.get();
  }

  /** The record of a row with more cells than the header: one or two texts have the delimiter. */
  private Parsed repaired(SacctRow row, long line, JobNumber number) throws InvalidField {
    int extra = row.size() - row.layout().size();
    for (int column : row.layout().freeTexts()) {
      Optional<Parsed> record = attempt(row.joined(column, extra), line, number);
      if (record.isPresent()) {
        return record.get();
      }
    }
    for (int later : row.layout().freeTexts()) {
      for (int earlier : row.layout().freeTexts()) {
        for (int first = 1; earlier < later && first < extra; first++) {
          SacctRow joined = row.joined(earlier, first).joined(later, extra - first);
          Optional<Parsed> record = attempt(joined, line, number);
          if (record.isPresent()) {
            return record.get();
          }
        }
      }
    }
    throw new InvalidField(
        SacctIssue.TOO_MANY_FIELDS,
        "the line '%s' has %d fields; expected are the %d of the header"
            .formatted(Excerpt.of(row.text()), row.size(), row.layout().size()));
  }

  private Optional<Parsed> attempt(SacctRow row, long line, JobNumber number) {
    if (row.has(SacctField.SUSPENDED) && row.get(SacctField.SUSPENDED).isEmpty()) {
      return Optional.empty(); // sacct always prints a duration
    }
    try {
      SacctRecord record = parser.parse(row, line, number, issues);
      issues.add(SacctIssue.DELIMITER_IN_TEXT, line);
      return Optional.of(new Parsed(row, record));
    } catch (InvalidField other) {
      return Optional.empty(); // the delimiter is in another field
    }
  }

  private void take(SacctRecord job) {
    long line = job.line();
    int records = job.number().tasks();
    if (job.state().phase() == Phase.WAITING) {
      issues.add(SacctIssue.PENDING, line, records, "");
      return;
    }
    if (!started(job)) {
      issues.add(SacctIssue.NEVER_STARTED, line, records, "");
      return;
    }
    if (job.state().phase() == Phase.RUNNING) {
      issues.add(SacctIssue.RUNNING, line);
    }
    if (job.state() == SlurmJobState.REQUEUED || job.state() == SlurmJobState.PREEMPTED) {
      issues.add(SacctIssue.REQUEUED, line);
    }
    if (job.number().component() >= 0) {
      issues.add(SacctIssue.HETEROGENEOUS, line);
    }
    if (!job.reservation().isEmpty()) {
      issues.add(SacctIssue.RESERVED, line);
    }
    read++;
    states.merge(job.state(), 1L, Long::sum);
    long end = job.end().orElse(job.start().orElseThrow() + job.elapsedSeconds());
    firstEnd = Math.min(firstEnd, end);
    lastTime = Math.max(lastTime, end);
    jobs.accept(job);
  }

  /**
   * Whether it had nodes: a job that was cancelled earlier has equal start and end, or no start.
   */
  private static boolean started(SacctRecord job) {
    boolean withoutNodes =
        job.nodeList().equalsIgnoreCase("None assigned")
            || (job.cpus() == 0 && job.allocated().equals(TresAmounts.NONE));
    return job.start().isPresent() && !(job.elapsedSeconds() == 0 && withoutNodes);
  }

  private void requireRecords() throws SacctFormatException {
    if (lines == 0) {
      throw new SacctFormatException(
          name + ": the file has a header and no records; expected is at least one job");
    }
    if (issues.broken() * BROKEN_IN > lines) {
      throw refused();
    }
  }

  private SacctFormatException refused() {
    return new SacctFormatException(
        "%s, %s (%d of %d records are broken; allowed is one in %d)"
            .formatted(name, issues.firstBroken(), issues.broken(), lines, BROKEN_IN));
  }

  private SacctReport report() {
    return new SacctReport(
        name,
        lines,
        read,
        issues.cases(),
        states,
        read == 0 ? Optional.empty() : Optional.of(firstEnd),
        read == 0 ? Optional.empty() : Optional.of(lastTime));
  }
}
