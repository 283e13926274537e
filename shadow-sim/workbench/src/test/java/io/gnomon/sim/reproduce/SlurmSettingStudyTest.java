package io.gnomon.sim.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.workload.JobLog;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SlurmSettingStudyTest {
  private static final String CONF =
      "SchedulerParameters=bf_max_job_user=200,bf_interval=30\npriorityweightage=50\nNodeName=n1\n";

  @Test
  void aLineReplacesTheLineWithItsKey() {
    assertThat(SlurmSettingStudy.changed(CONF, "PriorityWeightAge=0"))
        .isEqualTo(
            "SchedulerParameters=bf_max_job_user=200,bf_interval=30\nNodeName=n1\n\nPriorityWeightAge=0\n");
  }

  @Test
  void anOptionOfBackfillReplacesOnlyItsValue() {
    assertThat(SlurmSettingStudy.changed(CONF, "bf_interval=120"))
        .isEqualTo(CONF.replace("bf_interval=30", "bf_interval=120"));
  }

  /** Submitted at 0, 0 and 9 s: all later by 20 s, each by at most one more, in their order. */
  @Test
  void aRunThatBeginsLaterKeepsTheOrderOfItsJobs() {
    JobLog log =
        JobLog.builder().job(1, 0, 60, 60, 1).job(2, 0, 60, 60, 1).job(3, 9, 60, 60, 1).build();

    JobLog later = log.later(20, 7);

    assertThat(later.submit(0)).isBetween(20, 21);
    assertThat(later.submit(1)).isBetween(later.submit(0), 21);
    assertThat(later.submit(2)).isBetween(29, 30);
    assertThat(later.jobId(2)).isEqualTo(3);
  }

  @Test
  void nearlyAllPairsOfSettingsAreInSlurmsOrder() throws Exception {
    Path golden =
        Path.of(System.getProperty("gnomon.root", "..")).resolve("../shared/golden/slurm");
    assumeTrue(
        Files.exists(golden.resolve("micro_a.sacct.txt.gz")),
        "needs the runs of Slurm in ../shared/golden/slurm");

    ReproducedStudy study = new SlurmSettingStudy(4).run(golden, done -> {});

    Figure order =
        study.tables().get(1).figures().stream()
            .filter(figure -> figure.column().equals("in Slurm's order"))
            .findFirst()
            .orElseThrow();
    assertThat(order.paper()).isEqualTo(26);
    assertThat(order.ours()).isEqualTo(24);
  }
}
