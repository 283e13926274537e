package io.gnomon.sandbox.slurm;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.swf.SwfHeader;
import io.gnomon.sim.workload.swf.SwfWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * What a Slurm made of some jobs.
 *
 * @param log the jobs as Slurm saw them: submitted, run and limited so many seconds
 * @param starts when each started, in the log's seconds
 */
record SlurmRun(JobLog log, int[] starts) {
  private static final int MINUTE = 60;

  /** Submits jobs at their times and waits until all have ended. */
  static SlurmRun of(
      RealSlurm slurm, List<ScaledJobs.Job> jobs, boolean wholeNodes, Duration patience)
      throws IOException {
    try (Submissions submissions = new Submissions(slurm, jobs, wholeNodes)) {
      Awaitility.await("all jobs ended")
          .atMost(patience)
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> submissions.done() && ended(slurm).size() == jobs.size());
    }
    return read(ended(slurm));
  }

  /** Where a Slurm that is configured so writes a line for each job that has ended. */
  static Path completions(RealSlurm slurm) {
    return slurm.folder().resolve("completions");
  }

  private static List<String> ended(RealSlurm slurm) throws IOException {
    return Files.exists(completions(slurm)) ? Files.readAllLines(completions(slurm)) : List.of();
  }

  /** Reads records of jobcomp/filetxt. */
  static SlurmRun read(List<String> records) {
    List<Map<String, String>> jobs = new ArrayList<>();
    for (String record : records) {
      Map<String, String> fields = new HashMap<>();
      for (String field : record.split(" ")) {
        int equals = field.indexOf('=');
        if (equals > 0) {
          fields.put(field.substring(0, equals), field.substring(equals + 1));
        }
      }
      jobs.add(fields);
    }
    jobs.sort(Comparator.comparingInt(job -> Integer.parseInt(job.get("JobId"))));
    // whole minutes since the epoch, for Slurm's backfill map has its edges there
    long origin = seconds(jobs.get(0), "SubmitTime") / MINUTE * MINUTE;
    JobLogBuilder log = JobLog.builder();
    int[] starts = new int[jobs.size()];
    for (int i = 0; i < starts.length; i++) {
      Map<String, String> job = jobs.get(i);
      long start = seconds(job, "StartTime");
      starts[i] = (int) (start - origin);
      log.job(
          Long.parseLong(job.get("JobId")),
          (int) (seconds(job, "SubmitTime") - origin),
          (int) (seconds(job, "EndTime") - start),
          Integer.parseInt(job.get("TimeLimit")) * MINUTE,
          Integer.parseInt(job.get("ProcCnt")));
    }
    return new SlurmRun(log.build(), starts);
  }

  private static long seconds(Map<String, String> job, String field) {
    return LocalDateTime.parse(job.get(field)).toEpochSecond(ZoneOffset.UTC);
  }

  /** Writes it as a workload whose waits are the real ones. */
  void write(Path swf, SwfHeader header) throws IOException {
    SwfWriter.write(swf, header, log, job -> starts[job]);
  }
}
