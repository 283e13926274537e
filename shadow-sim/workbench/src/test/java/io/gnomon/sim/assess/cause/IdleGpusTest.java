package io.gnomon.sim.assess.cause;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.metric.IdleResources;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdleGpusTest {
  private static final int HOUR = 3_600;
  private static final long SUNDAY_AT_22 = Instant.parse("2024-11-24T22:00:00Z").getEpochSecond();

  private static SimulatedSite site(JobLog log) {
    Machine machine =
        new Machine.Builder()
            .node("g1", new NodeClass(16, 1, 64_000, Map.of("a100", 4), Set.of(), 1))
            .node("c1", NodeClass.of(16, 64_000))
            .partition(Partition.of("gpu", List.of("g1")))
            .partition(Partition.of("cpu", List.of("c1")))
            .build();
    return SimulatedSite.slurm(
        log, new SlurmDefinitions(machine, null, null, Map.of(), ""), Spec.of("slurm"));
  }

  private static IdleResources.Row row(String monday, double hours, double all) {
    long week = Instant.parse(monday + "T00:00:00Z").getEpochSecond();
    return new IdleResources.Row(week, "gpu", hours, all);
  }

  private static Request gpus(int count) {
    return new Request.Builder()
        .gpusPerNode(Map.of("a100", count))
        .partitions(List.of("gpu"))
        .build();
  }

  /**
   * Job 1 holds one of four GPUs from 22:00 to 02:00. Job 2 wants four and waits from 23:00 to
   * 02:00: three GPUs are idle for 1 h before midnight and 2 h after it, of four. Job 3 wants CPUs.
   */
  @Test
  void countsIdleGpusWhileAJobWaitsForSomeByWeek() {
    JobLogBuilder log = JobLog.builder(SUNDAY_AT_22);
    log.job(1, 0, 4 * HOUR, 5 * HOUR, 1).request(gpus(1)).waited(0);
    log.job(3, 0, HOUR, HOUR, 1)
        .request(new Request.Builder().partitions(List.of("cpu")).build())
        .waited(5 * HOUR);
    log.job(2, HOUR, HOUR, HOUR, 1).request(gpus(4)).waited(3 * HOUR);

    assertThat(IdleGpus.of(site(log.build())))
        .containsExactly(row("2024-11-18", 3, 4), row("2024-11-25", 6, 8));
  }

  @Test
  void withoutWaitingNothingIsCounted() {
    JobLogBuilder log = JobLog.builder(SUNDAY_AT_22);
    log.job(1, 0, HOUR, HOUR, 1).request(gpus(1)).waited(0);
    assertThat(IdleGpus.of(site(log.build()))).isEmpty();
  }
}
