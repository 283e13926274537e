package io.gnomon.sim.reproduce;

import io.gnomon.commandline.InputFile;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The windows of zhang2020: 1,024 consecutive jobs each, from ten places among the first 10,000
 * jobs of a log. The study reads logs in its own way: a job has the larger of its allocated and its
 * requested processors, one with a negative runtime runs 10 s, one with a runtime of 0 is left out,
 * and so is no job because of its status.
 */
final class ZhangWindows {
  private static final int MOST = 10_000;
  private static final int LENGTH = 1_024;
  private static final int UNKNOWN_RUNTIME = 10;
  private static final int[] STARTS = {1981, 2756, 4299, 8850, 3316, 2714, 5228, 7762, 4022, 7085};

  /** Number of windows. */
  static final int COUNT = STARTS.length;

  private ZhangWindows() {}

  /**
   * Reads the windows from a log in the Standard Workload Format.
   *
   * @throws IOException if the file cannot be read or has fewer jobs than the windows need
   */
  static List<JobLog> read(Path file) throws IOException {
    List<long[]> jobs = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(InputFile.open(file), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      while (line != null && jobs.size() < MOST) {
        long @Nullable [] job = job(line.strip());
        if (job != null) {
          jobs.add(job);
        }
        line = lines.readLine();
      }
    }
    jobs.sort(Comparator.comparingLong(job -> job[0]));
    int needed = Arrays.stream(STARTS).max().orElse(0) + LENGTH;
    if (jobs.size() < needed) {
      throw new IOException(
          "%s has %d jobs with a runtime; the windows need %,d"
              .formatted(file, jobs.size(), needed));
    }
    return Arrays.stream(STARTS)
        .mapToObj(start -> window(jobs.subList(start, start + LENGTH)))
        .toList();
  }

  /** Number, submit time, runtime, estimate and processors; null if the line has no such job. */
  private static long @Nullable [] job(String line) throws IOException {
    if (line.isEmpty() || line.startsWith(";")) {
      return null;
    }
    String[] fields = line.split("\\s+");
    try {
      long runtime = Long.parseLong(fields[3]);
      long processors = Math.max(Long.parseLong(fields[4]), Long.parseLong(fields[7]));
      long ran = runtime < 0 ? UNKNOWN_RUNTIME : runtime;
      long estimate = Long.parseLong(fields[8]);
      return ran == 0
          ? null
          : new long[] {
            Long.parseLong(fields[0]),
            Long.parseLong(fields[1]),
            ran,
            estimate > 0 ? estimate : ran,
            processors
          };
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException wrong) {
      throw new IOException(
          "a line of the Standard Workload Format has at least 9 whole numbers, not '" + line + "'",
          wrong);
    }
  }

  private static JobLog window(List<long[]> jobs) {
    JobLogBuilder log = JobLog.builder();
    for (long[] job : jobs) {
      log.job(job[0], (int) job[1], (int) job[2], (int) job[3], (int) job[4]);
    }
    return log.build();
  }
}
