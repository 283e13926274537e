package io.gnomon.bridge.slurm.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.slurm.limit.LimitRanges.Range;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitRangesTest {
  private static final SiteLimit JOBS = new SiteLimit(SlurmParameter.QOS_JOBS_OF_USER, "long.jobs");
  private static final SiteLimit CPUS = new SiteLimit(SlurmParameter.QOS_CPUS_OF_USER, "normal");

  @Test
  void rangesAreParsed() {
    assertThat(
            LimitRanges.parse(
                    "qos.long.jobs.MaxJobsPU=4..32, partition.batch.PriorityJobFactor=0..100")
                .ranges())
        .isEqualTo(
            Map.of(
                JOBS,
                new Range(4, 32),
                new SiteLimit(SlurmParameter.PARTITION_JOB_FACTOR, "batch"),
                new Range(0, 100)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "qos.normal.MaxJobsPU",
        "qos.normal.MaxJobsPU=4",
        "qos.normal.MaxJobsPU=0..4",
        "qos.normal.MaxJobsPU=5..4",
        "qos.normal.MaxWall=1..4",
        "qos..Priority=1..4",
        "qos.Priority=1..4",
        "qos.a b.Priority=1..4",
        "partition.batch.PriorityJobFactor=1..65534",
        "qos.normal.Priority=1..4,",
        "qos.normal.Priority=1..4,qos.normal.Priority=1..5"
      })
  void otherTextIsRefused(String text) {
    assertThatThrownBy(() -> LimitRanges.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aValueOutsideTheRangeIsRefused() {
    LimitRanges ranges = LimitRanges.parse("qos.long.jobs.MaxJobsPU=4..32");
    assertThat(ranges.checked(JOBS, "32")).isEqualTo("32");
    for (String value : List.of("3", "33", "4.5", "", "-1", "99999999999")) {
      assertThatThrownBy(() -> ranges.checked(JOBS, value))
          .hasMessage(
              "qos.long.jobs.MaxJobsPU is '%s'; slurm.ranges allows whole numbers from 4 to 32",
              value);
    }
    assertThatThrownBy(() -> ranges.checked(CPUS, "8"))
        .hasMessage("qos.normal.MaxTRESPU.cpu is not in slurm.ranges");
  }
}
