package io.gnomon.slurm.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.slurm.listing.ScontrolOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmReleaseTest {
  @Test
  void isTheFirstTwoNumbersOfAVersion() {
    assertThat(SlurmRelease.of("24.11.5")).contains(new SlurmRelease(24, 11));
    assertThat(SlurmRelease.of("26.05.0-rc1")).contains(new SlurmRelease(26, 5));
    assertThat(new SlurmRelease(26, 5)).hasToString("26.05");
    assertThat(new SlurmRelease(24, 11).isSince(new SlurmRelease(24, 11))).isTrue();
    assertThat(new SlurmRelease(24, 5).isSince(new SlurmRelease(24, 11))).isFalse();
    assertThat(new SlurmRelease(25, 5).isSince(new SlurmRelease(24, 11))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "slurm", "24", "24.1", "124.11"})
  void otherTextsAreNone(String version) {
    assertThat(SlurmRelease.of(version)).isEmpty();
  }

  @Test
  void whatNewerReleasesPrintHasTheOlderForm() {
    assertThat(ScontrolOutput.record("PartitionName=a Exclusive=NODE OverSubscribe=NO"))
        .containsEntry("OverSubscribe", "EXCLUSIVE")
        .doesNotContainKey("Exclusive");
    assertThat(ScontrolOutput.record("PartitionName=a Exclusive=USER"))
        .containsEntry("ExclusiveUser", "YES");
    assertThat(ScontrolOutput.record("PartitionName=a Exclusive=NO OverSubscribe=YES:4"))
        .containsEntry("OverSubscribe", "YES:4");
    assertThat(
            ScontrolOutput.settings(
                "PreemptType             = (null)\nEpilogSlurmctld[0]      = /a"))
        .containsEntry("PreemptType", "preempt/none")
        .containsEntry("EpilogSlurmctld", "/a");
    assertThat(
            ScontrolOutput.settings("PriorityFavorSmall      = yes\nDisableRootJobs         = no"))
        .containsEntry("PriorityFavorSmall", "Yes")
        .containsEntry("DisableRootJobs", "No");
  }
}
