package io.gnomon.slurm.parameter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SiteLimitTest {
  private static final SiteLimit CPUS = new SiteLimit(SlurmParameter.QOS_CPUS_OF_USER, "normal");

  @ParameterizedTest
  @EnumSource(
      value = SlurmParameter.class,
      names = {"QOS_PRIORITY", "QOS_JOBS_OF_USER", "QOS_CPUS_OF_USER", "PARTITION_JOB_FACTOR"})
  void itsNameHasThatOfTheQosOrPartition(SlurmParameter row) {
    SiteLimit limit = new SiteLimit(row, "a.b-1_c");
    assertThat(limit.parameter()).isEqualTo(row.parameter().replace("NAME", "a.b-1_c"));
    assertThat(SiteLimit.of(limit.parameter())).contains(limit);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"qos..Priority", "qos.Priority", "qos.a b.Priority", "qos.-a.Priority", "gap"})
  void otherNamesAreNoLimits(String parameter) {
    assertThat(SiteLimit.of(parameter)).isEmpty();
  }

  @Test
  void cpusAreOneOfSeveralTres() {
    Map<String, String> row = new HashMap<>(Map.of("maxtrespu", "cpu=64,gres/gpu=4"));
    assertThat(CPUS.in(row)).isEqualTo("64");
    CPUS.replace(row, "8");
    assertThat(row).containsEntry("maxtrespu", "cpu=8,gres/gpu=4");
    CPUS.replace(row, "");
    assertThat(row).containsEntry("maxtrespu", "gres/gpu=4");
    assertThat(CPUS.in(row)).isEmpty();
  }
}
