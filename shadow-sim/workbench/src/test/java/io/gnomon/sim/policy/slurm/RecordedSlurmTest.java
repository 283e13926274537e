package io.gnomon.sim.policy.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.ScheduleAgreement;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.swf.SwfReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The simulated Slurm beside what a real one did: five runs of up to a thousand jobs on Slurm 22.05
 * with 32 nodes of 16 cores, recorded with their true starts; docs/research/slurm-policy.md
 * describes how.
 */
class RecordedSlurmTest {
  private static final int CORES = 512;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "slurm-cores.swf.gz; slurm(cores-per-node=16); 0.95",
        "slurm-nodes.swf.gz; slurm(cores-per-node=16); 0.95",
        "slurm-cores-5s.swf.gz; slurm(bf_interval=5s, bf_resolution=10s, bf_window=1h,"
            + " cores-per-node=16, sched_interval=10s); 0.95",
        "slurm-cores-long.swf.gz; slurm(batch_sched_delay=1s, bf_interval=2s, bf_resolution=2s,"
            + " bf_window=2h, cores-per-node=16, sched_interval=10s); 0.9",
        "slurm-nodes-long.swf.gz; slurm(batch_sched_delay=1s, bf_interval=2s, bf_resolution=2s,"
            + " bf_window=2h, cores-per-node=16, sched_interval=10s); 0.95"
      })
  void theMeanWaitIsWithinFifteenPercentAndJobsStartInNearlyTheSameOrder(
      String recording, String policy, double leastOrder) {
    int[] waits = waits(recording);
    JobLog log = log(recording);

    ScheduleAgreement agreement =
        ScheduleAgreement.of(
            log,
            job -> log.submit(job) + waits[job],
            Workloads.run(log, CORES, Policies.create(policy)));

    assertThat(agreement.meanWaitError()).as("%s", agreement).isBetween(-0.15, 0.15);
    assertThat(agreement.order()).as("%s", agreement).isGreaterThan(leastOrder);
  }

  private static JobLog log(String recording) {
    try (InputStream bytes = open(recording)) {
      JobLog raw = SwfReader.read(bytes, recording).log();
      return new Preparation(CORES, OverrunRule.EXTEND).prepare(raw).log();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The third column: what each job really waited. */
  private static int[] waits(String recording) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(open(recording)), StandardCharsets.US_ASCII))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith(";"))
          .mapToInt(line -> Integer.parseInt(line.strip().split("\\s+")[2]))
          .toArray();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static InputStream open(String recording) {
    InputStream resource = RecordedSlurmTest.class.getResourceAsStream(recording);
    assertThat(resource).as(recording).isNotNull();
    return resource;
  }
}
