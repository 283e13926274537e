package io.gnomon.sim.workload.sacct;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The jobs of an export as a workload.
 *
 * <p>Each has its {@linkplain JobLog#request request}, {@linkplain JobLog#jobAccount user, account
 * and QOS}, the time from its submission until it was eligible as {@linkplain
 * io.gnomon.sim.workload.StartConditions#beginDelay begin delay}, and its {@linkplain
 * JobLog#recordedWait recorded wait}. Their first submission is the origin of times. Applications
 * are numbered by job names, users, accounts, QOS and partitions by their names, in order of
 * appearance.
 *
 * @param log the jobs that started, in order of submission
 * @param report what was read, dropped and repaired
 */
public record SacctExport(JobLog log, SacctReport report) {
  /**
   * Reads a file, plain or compressed with gzip. O(n log n) time, memory O(jobs).
   *
   * @param machine of the site, which says what jobs without a time limit have and which ones had
   *     whole nodes; empty if it is not known
   * @throws SacctFormatException if it is not an export, or no job has started; the message names
   *     the line, the value and what is expected
   */
  public static SacctExport read(Path file, SacctOptions options, Optional<Machine> machine)
      throws IOException {
    ExportedJobs jobs = new ExportedJobs(machine);
    return of(jobs, SacctReader.read(file, options, jobs::add));
  }

  /** Reads a stream to its end and closes it; messages have {@code name} as the file's name. */
  public static SacctExport read(
      InputStream in, String name, SacctOptions options, Optional<Machine> machine)
      throws IOException {
    ExportedJobs jobs = new ExportedJobs(machine);
    return of(jobs, SacctReader.read(in, name, options, jobs::add));
  }

  private static SacctExport of(ExportedJobs jobs, SacctReport read) throws IOException {
    SacctReport report = jobs.report(read);
    if (report.jobs() == 0) {
      throw new SacctFormatException(
          "no job can be simulated; expected is at least one that has started: "
              + String.join("; ", report.summary()));
    }
    return new SacctExport(jobs.log(), report);
  }
}
