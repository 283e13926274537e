package io.gnomon.sim.workload.sacct;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.slurm.value.SlurmJobState;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SacctExportTest {
  private static final String HEADER =
      "JobID|JobIDRaw|User|Account|Partition|QOS|Submit|Eligible|Start|End|ElapsedRaw|TimelimitRaw"
          + "|State|ReqNodes|NNodes|ReqCPUS|NCPUS|ReqMem|ReqTRES|AllocTRES|NodeList|JobName\n";

  static SacctExport read(String text) throws IOException {
    return SacctExport.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        "jobs.txt",
        SacctOptions.UTC,
        Optional.empty());
  }

  @Test
  void readsWhatAJobRequestedWhenAndOnWhoseBehalf() throws IOException {
    // submitted at 10:00, eligible at 10:01, started at 10:05, ended at 10:35, limit 1 h
    SacctExport export =
        read(
            HEADER
                + "12|12|ann|physics|cpu|normal|2026-07-01T10:00:00|2026-07-01T10:01:00"
                + "|2026-07-01T10:05:00|2026-07-01T10:35:00|1800|60|COMPLETED|2|2|8|8|32G"
                + "|billing=8,cpu=8,gres/gpu:a100=2,gres/gpu=2,mem=32G,node=2"
                + "|billing=8,cpu=8,gres/gpu:a100=2,gres/gpu=2,mem=32G,node=2|n[1-2]|relax\n");

    JobLog log = export.log();
    assertThat(log.size()).isEqualTo(1);
    assertThat(log.originEpochSecond()).isEqualTo(1782900000L); // 2026-07-01T10:00:00Z
    assertThat(log.jobId(0)).isEqualTo(12);
    assertThat(log.submit(0)).isZero();
    assertThat(log.recordedWait(0)).isEqualTo(300);
    assertThat(log.conditions(0).beginDelay()).isEqualTo(60);
    assertThat(log.runtime(0)).isEqualTo(1800);
    assertThat(log.estimate(0)).isEqualTo(3600);
    assertThat(log.jobAccount(0)).isEqualTo(new JobAccount("ann", "physics", "normal", 0));
    assertThat(log.request(0))
        .isEqualTo(
            new Request.Builder()
                .nodes(2, 2)
                .tasks(8)
                .memoryPerNode(16 * 1024)
                .gpusPerNode(Map.of("a100", 1))
                .partitions(List.of("cpu"))
                .build());
    assertThat(export.report().cases()).isEmpty();
    assertThat(export.report().states()).isEqualTo(Map.of(SlurmJobState.COMPLETED, 1L));
  }

  /** A node of 16 CPUs and 4 GPUs: a job with all CPUs that requested fewer had the whole node. */
  @Test
  void theMachineShowsWholeNodesLimitsAndGpusThatAreNotTracked() throws IOException {
    Machine machine =
        new Machine.Builder()
            .node("n1", new NodeClass(16, 1, 64_000, Map.of("a100", 4), Set.of(), 1))
            .partition(
                new Partition("cpu", List.of("n1"), 7200, 600, 1, 1, 1, false, 0, 0, true, true))
            .build();
    String record =
        "12|12|ann|physics|cpu|normal|2026-07-01T10:00:00|2026-07-01T10:00:00"
            + "|2026-07-01T10:05:00|2026-07-01T10:35:00|1800|Partition_Limit|COMPLETED|1|1|4|16"
            + "|4G|cpu=4,mem=4G,node=1|cpu=16,mem=4G,node=1|n1|x\n";

    SacctExport export =
        SacctExport.read(
            new ByteArrayInputStream((HEADER + record).getBytes(StandardCharsets.UTF_8)),
            "jobs.txt",
            SacctOptions.UTC,
            Optional.of(machine));

    assertThat(export.log().request(0).exclusive()).isTrue();
    assertThat(export.log().request(0).memoryPerNode()).isEqualTo(4096);
    assertThat(export.log().estimate(0)).isEqualTo(600);
    assertThat(export.report().cases().keySet())
        .containsExactly(SacctIssue.WITHOUT_LIMIT, SacctIssue.GPUS_NOT_TRACKED);
  }
}
