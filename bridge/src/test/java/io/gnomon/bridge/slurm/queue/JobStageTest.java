package io.gnomon.bridge.slurm.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.slurm.value.SlurmJobState.Phase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the words of squeue say about a job. Source: manual of squeue, "Job state codes". */
class JobStageTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "COMPLETED",
        "CANCELLED",
        "FAILED",
        "TIMEOUT",
        "NODE_FAIL",
        "PREEMPTED",
        "BOOT_FAIL",
        "DEADLINE",
        "OUT_OF_MEMORY",
        "LAUNCH_FAILED",
        "RECONFIG_FAIL",
        "REVOKED",
        "STAGE_OUT"
      })
  void jobsThatHaveEnded(String word) {
    assertThat(JobStage.phase(word)).isEqualTo(Phase.ENDED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PENDING",
        "REQUEUED",
        "REQUEUE_FED",
        "REQUEUE_HOLD",
        "SPECIAL_EXIT",
        "RESV_DEL_HOLD"
      })
  void jobsThatWait(String word) {
    assertThat(JobStage.phase(word)).isEqualTo(Phase.WAITING);
  }

  /** Also while their nodes boot. */
  @ParameterizedTest
  @ValueSource(
      strings = {"RUNNING", "CONFIGURING", "POWER_UP_NODE", "RESIZING", "SIGNALING", "STOPPED"})
  void jobsThatHaveNodes(String word) {
    assertThat(JobStage.phase(word)).isEqualTo(Phase.RUNNING);
  }

  @Test
  void theTimesDecideAboutACompletingJob() {
    assertThat(JobStage.phase("COMPLETING")).isNull();
  }
}
