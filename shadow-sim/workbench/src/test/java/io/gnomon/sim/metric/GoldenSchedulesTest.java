package io.gnomon.sim.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.swf.SwfReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Measures the schedules of independent simulators and meets the means published with them.
 *
 * <p>Their slowdown is max(1, turnaround / max(10, runtime)), ours 1 + wait / max(10, runtime), as
 * the studies define it; the two differ for jobs below 10 s, by less than 1.
 */
class GoldenSchedulesTest {

  @ParameterizedTest
  @CsvSource({
    "KTH-SP2-1996-2.1-cln, fcfs, 353949.93, 6818.32",
    "KTH-SP2-1996-2.1-cln, easy_batch, 6837.485, 92.730",
    "KTH-SP2-1996-2.1-cln, conservative_batch, 7319.374, 89.007",
    "KTH-SP2-1996-2.1-cln, easy_sjbf, 5906.517, 69.436",
    "SDSC-SP2-1998-4.2-cln, fcfs, 1536403.10, 13860.61",
    "SDSC-SP2-1998-4.2-cln, easy_batch, 20576.237, 88.541",
    "SDSC-SP2-1998-4.2-cln, conservative_batch, 21757.698, 89.468",
    "SDSC-SP2-1998-4.2-cln, easy_sjbf, 20778.707, 84.845",
    "CTC-SP2-1996-3.1-cln, easy_batch, 13941.965, 48.834",
  })
  void meetsThePublishedMeans(String trace, String policy, double meanWait, double meanSlowdown)
      throws IOException {
    JobLog log = SwfReader.read(golden(trace + ".norm.swf.gz")).log();
    Outcome outcome = new Outcome(log, schedule(log, golden(trace + "." + policy + ".csv.gz")));

    Metrics metrics = Metrics.of(outcome, 1000);

    assertThat(outcome.finishedJobs()).isEqualTo(log.size());
    assertThat(metrics.meanWait()).isCloseTo(meanWait, within(0.005));
    assertThat(meanSlowdownOfTheirs(outcome)).isCloseTo(meanSlowdown, within(0.005));
    assertThat(metrics.meanBoundedSlowdown()).isBetween(meanSlowdown - 0.005, meanSlowdown + 0.05);
    assertThat(metrics.geometricMeanWait()).isBetween(10.0, metrics.meanWait());
    assertThat(metrics.medianBoundedSlowdown()).isBetween(1.0, metrics.p95BoundedSlowdown());
  }

  private static double meanSlowdownOfTheirs(Outcome outcome) {
    double sum = 0;
    for (int job = 0; job < outcome.log().size(); job++) {
      double bound = Math.max(10, outcome.log().runtime(job));
      sum += Math.max(1, outcome.turnaround(job) / bound);
    }
    return sum / outcome.log().size();
  }

  private static Path golden(String file) {
    Path path = Path.of(System.getProperty("gnomon.root", ".."), "../shared/golden", file);
    assumeTrue(Files.isReadable(path), "skipped: " + path.normalize() + " is missing");
    return path;
  }

  private static Schedule schedule(JobLog log, Path csv) throws IOException {
    Map<Long, Integer> startOf = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(csv)), StandardCharsets.UTF_8))) {
      lines.readLine();
      for (String line; (line = lines.readLine()) != null; ) {
        String[] fields = line.split(",");
        startOf.put(Long.valueOf(fields[0]), Integer.valueOf(fields[2]));
      }
    }
    Schedule.Recorder recorder = Schedule.recorder(log.size());
    for (int job = 0; job < log.size(); job++) {
      int start = startOf.get(log.jobId(job));
      recorder.started(job, start, log.width(job));
      recorder.finished(job, start + log.runtime(job));
    }
    return recorder.schedule();
  }
}
