package io.gnomon.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Traces;
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

/** Our schedules beside those of independent simulators, and mean waits measured elsewhere. */
class GoldenSchedulesTest {

  @ParameterizedTest
  @CsvSource({
    "KTH-SP2-1996-2.1-cln, 100, fcfs, fcfs",
    "KTH-SP2-1996-2.1-cln, 100, easy, easy_batch",
    "KTH-SP2-1996-2.1-cln, 100, multi-queue(partitions=1), easy_batch",
    "SDSC-SP2-1998-4.2-cln, 128, fcfs, fcfs",
    "SDSC-SP2-1998-4.2-cln, 128, easy, easy_batch",
    "CTC-SP2-1996-3.1-cln, 338, easy, easy_batch",
    "KTH-SP2-1996-2.1-cln, 100, conservative, conservative_batch",
    "SDSC-SP2-1998-4.2-cln, 128, conservative, conservative_batch",
  })
  void everyStartIsThatOfAnIndependentSimulator(
      String trace, int processors, String policy, String theirs) throws IOException {
    JobLog log =
        Traces.prepared(Traces.golden("" + trace + ".norm.swf.gz"), processors, OverrunRule.KILL);
    Map<Long, Integer> starts = starts(Traces.golden("" + trace + "." + theirs + ".csv.gz"));

    Schedule ours = Workloads.run(log, processors, Policies.create(policy));

    assertThat(starts).hasSize(log.size());
    for (int job = 0; job < log.size(); job++) {
      assertThat(ours.start(job))
          .as("job %d", log.jobId(job))
          .isEqualTo(starts.get(log.jobId(job)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "KTH-SP2-1996-2.1-cln, 100, easy(order=shortest), 5906.517",
    "SDSC-SP2-1998-4.2-cln, 128, easy(order=shortest), 20778.707",
  })
  void theMeanWaitIsWithinThreePercentOfAnIndependentSimulatorThatMakesAPassPerEvent(
      String trace, int processors, String policy, double meanWait) throws IOException {
    JobLog log =
        Traces.prepared(Traces.golden("" + trace + ".norm.swf.gz"), processors, OverrunRule.KILL);

    Schedule schedule = Workloads.run(log, processors, Policies.create(policy));

    JobStatistics all = JobStatistics.of(new Outcome(log, schedule), job -> true);
    assertThat(all.meanWait()).isCloseTo(meanWait, withinPercentage(3));
  }

  @ParameterizedTest
  @CsvSource({
    "KTH-SP2-1996-2.1-cln, 100, extend, 6900.6",
    "CTC-SP2-1996-3.1-cln, 512, extend, 1281.9",
    "SDSC-SP2-1998-4.2-cln, 128, extend, 22844.4",
    "SDSC-BLUE-2000-4.2-cln, 1152, extend, 7857.9",
    "KTH-SP2-1996-2.1-cln, 100, known, 6858.5",
    "CTC-SP2-1996-3.1-cln, 512, known, 1292.3",
    "SDSC-SP2-1998-4.2-cln, 128, known, 21179.8",
    "SDSC-BLUE-2000-4.2-cln, 1152, known, 7756.6",
  })
  void theMeanWaitOfEasyIsThatOfAnIndependentProgram(
      String trace, int processors, String overrun, double meanWait) {
    JobLog log = Traces.prepared(trace, processors, OverrunRule.parse(overrun));

    Schedule schedule = Workloads.run(log, processors, Policies.create("easy"));

    JobStatistics all = JobStatistics.of(new Outcome(log, schedule), job -> true);
    assertThat(all.meanWait()).isCloseTo(meanWait, withinPercentage(1));
  }

  private static Map<Long, Integer> starts(Path csv) throws IOException {
    Map<Long, Integer> starts = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(csv)), StandardCharsets.UTF_8))) {
      lines
          .lines()
          .skip(1)
          .map(line -> line.split(","))
          .forEach(fields -> starts.put(Long.valueOf(fields[0]), Integer.valueOf(fields[2])));
    }
    return starts;
  }
}
