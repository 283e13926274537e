package io.gnomon.sandbox.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From a record to the changed slurm.conf, with a second that is a minute for the assessment. */
class AdvisedSiteTest {
  private static final FasterTexts CLOCK = new FasterTexts(60);
  private static final String CONF =
      """
      SchedulerParameters=bf_interval=2,bf_window=720
      PriorityMaxAge=00:30:00
      PriorityDecayHalfLife=8
      PriorityWeightAge=10000
      PartitionName=batch Nodes=c[001-004] DefaultTime=10 State=UP
      Include gnomon.conf
      """;

  @Test
  void theRecordAndTheConfigurationHaveLongerTimes() {
    String sacct =
        """
        JobID|Submit|Start|End|ElapsedRaw|TimelimitRaw|NCPUS
        1|1000|1001|1011|10|2|16
        2|1003|Unknown|Unknown|0|UNLIMITED|8
        """;

    assertThat(CLOCK.record(sacct).lines())
        .containsExactly(
            "JobID|Submit|Start|End|ElapsedRaw|TimelimitRaw|NCPUS",
            "1|1000|1060|1660|600|120|16",
            "2|1180|Unknown|Unknown|0|UNLIMITED|8");
    assertThat(CLOCK.conf(CONF).lines())
        .contains(
            "SchedulerParameters=bf_interval=120,bf_window=43200",
            "PriorityMaxAge=1-06:00:00",
            "PriorityDecayHalfLife=08:00:00",
            "PriorityWeightAge=10000",
            "PartitionName=batch Nodes=c[001-004] DefaultTime=10:00:00 State=UP");
    assertThat(CLOCK.slower("PriorityMaxAge=1-06:00:00")).isEqualTo("PriorityMaxAge=00:30:00");
    assertThat(CLOCK.slower("SchedulerParameters=bf_interval=30,bf_window=43200"))
        .isEqualTo("SchedulerParameters=bf_interval=1,bf_window=720");
  }

  @Test
  void theBestChangeOfSlurmConfIsChosen() throws Exception {
    JsonNode candidates =
        new ObjectMapper()
            .readTree(
                """
                [{"id": "order", "means": "policy", "gain": {"combined": 0.4}, "lines": ["policy: x"]},
                 {"id": "linear", "means": "configuration", "gain": {"combined": 0.3},
                  "lines": ["SelectType=select/linear"]},
                 {"id": "age", "means": "configuration", "gain": {"combined": 0.1},
                  "lines": ["PriorityWeightAge=2500"]},
                 {"id": "size", "means": "configuration", "gain": {"combined": 0.05},
                  "lines": ["PriorityWeightJobSize=1"]}]
                """);

    JsonNode best = AdvisedSite.best(candidates);

    assertThat(best).isNotNull();
    assertThat(best.path("id").asText()).isEqualTo("age");
    assertThat(AdvisedSite.best(candidates.path("none"))).isNull();
  }

  @Test
  void linesReplaceTheirParametersAndNewOnesPrecedeTheInclude() {
    List<String> lines =
        List.of(
            "# a remark",
            "SchedulerParameters=bf_interval=4,bf_window=720",
            "PriorityFavorSmall=YES",
            "PartitionName=batch Nodes=c[001-004],g001 MaxNodes=2",
            "PartitionName=short Nodes=c001");

    assertThat(ChangedConf.of(CONF, lines).lines())
        .containsExactly(
            "SchedulerParameters=bf_interval=4,bf_window=720",
            "PriorityMaxAge=00:30:00",
            "PriorityDecayHalfLife=8",
            "PriorityWeightAge=10000",
            "PartitionName=batch Nodes=c[001-004],g001 DefaultTime=10 State=UP MaxNodes=2",
            "PriorityFavorSmall=YES",
            "PartitionName=short Nodes=c001",
            "Include gnomon.conf");
  }
}
