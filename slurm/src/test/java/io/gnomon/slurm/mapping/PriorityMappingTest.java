package io.gnomon.slurm.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriorityMappingTest {
  private static final PrioritySettings DEFAULTS =
      new PrioritySettings(new PriorityWeights(0, 0, 0, 0, 0, 0, Map.of()));

  private static PrioritySettings settings(Map<String, String> texts) {
    return PriorityMapping.settings(key -> texts.getOrDefault(key, ""), Rejected.THROW);
  }

  @Test
  void absentParametersHaveSlurmsDefaults() {
    assertThat(settings(Map.of())).isEqualTo(DEFAULTS);
    assertThat(settings(Map.of("PriorityFlags", "(null)", "PriorityWeightTRES", "(null)")))
        .isEqualTo(DEFAULTS);
  }

  @Test
  void allParametersAreRead() {
    PrioritySettings settings =
        settings(
            Map.ofEntries(
                Map.entry("PriorityWeightAge", "1"),
                Map.entry("PriorityWeightAssoc", "2"),
                Map.entry("PriorityWeightFairShare", "3"),
                Map.entry("PriorityWeightJobSize", "4"),
                Map.entry("PriorityWeightPartition", "5"),
                Map.entry("PriorityWeightQOS", "6"),
                Map.entry("PriorityWeightTRES", "CPU=1,Mem=0.5G,GRES/gpu=2K"),
                Map.entry("PriorityMaxAge", "2-12"),
                Map.entry("PriorityDecayHalfLife", "00:00:00"),
                Map.entry("PriorityCalcPeriod", "00:10:00"),
                Map.entry("PriorityFavorSmall", "Yes"),
                Map.entry("FairShareDampeningFactor", "5"),
                Map.entry("PriorityUsageResetPeriod", "monthly"),
                Map.entry("PriorityFlags", "FAIR_TREE, no_normal_all,MAX_TRES")));
    assertThat(settings)
        .isEqualTo(
            new PrioritySettings(
                new PriorityWeights(
                    1,
                    2,
                    3,
                    4,
                    5,
                    6,
                    Map.of("cpu", 1.0, "mem", 0.5 / 1024, "gres/gpu", 2.0 / 1024)),
                60 * 3600,
                0,
                600,
                true,
                5,
                UsageReset.MONTHLY,
                Set.of(
                    PriorityFlag.NO_NORMAL_ASSOC,
                    PriorityFlag.NO_NORMAL_PART,
                    PriorityFlag.NO_NORMAL_QOS,
                    PriorityFlag.NO_NORMAL_TRES,
                    PriorityFlag.MAX_TRES)));
    assertThat(settings.flags()).last().isEqualTo(PriorityFlag.MAX_TRES);
    assertThat(PriorityMapping.with(settings, true, row -> PriorityMapping.value(settings, row)))
        .isEqualTo(settings);
  }

  /** As slurmctld, which counts minutes, and has no period or age of 0. */
  @ParameterizedTest
  @CsvSource({"1:10, 120", "0, 1", "UNLIMITED, 1073741823", "1-0, 86400"})
  void timesAreWholeMinutes(String text, int seconds) {
    assertThat(settings(Map.of("PriorityMaxAge", text)).maxAgeSeconds()).isEqualTo(seconds);
    assertThat(settings(Map.of("PriorityCalcPeriod", text)).calcPeriodSeconds()).isEqualTo(seconds);
  }

  @Test
  void whatIsNotUnderstoodIsLeftOutOrRejected() {
    Map<String, String> texts =
        Map.of(
            "PriorityWeightAge", "many",
            "PriorityMaxAge", "soon",
            "PriorityUsageResetPeriod", "hourly",
            "PriorityFlags", "depth_oblivious,ACCRUE_ALWAYS",
            "PriorityWeightTRES", "cpu,mem=1K,node=-1,gres/gpu=3");
    List<String> rejected = new ArrayList<>();
    PrioritySettings left =
        PriorityMapping.settings(
            key -> texts.getOrDefault(key, ""),
            (key, item, why) -> rejected.add(key + " " + item + ": " + why));
    assertThat(left.flags()).containsExactly(PriorityFlag.ACCRUE_ALWAYS);
    assertThat(left.weights())
        .isEqualTo(new PriorityWeights(0, 0, 0, 0, 0, 0, Map.of("gres/gpu", 3.0)));
    assertThat(left.maxAgeSeconds()).isEqualTo(PrioritySettings.DEFAULT_SECONDS);
    assertThat(rejected)
        .containsExactlyInAnyOrder(
            "PriorityWeightAge many: 'many' is not a number",
            "PriorityMaxAge soon: 'soon' is not a time such as 1-12:00:00",
            "PriorityUsageResetPeriod hourly: PriorityUsageResetPeriod is 'hourly'; allowed are"
                + " [NONE, NOW, DAILY, WEEKLY, MONTHLY, QUARTERLY, YEARLY]",
            "PriorityFlags DEPTH_OBLIVIOUS: PriorityFlags has 'depth_oblivious', which is not"
                + " modelled; remove it to simulate without",
            "PriorityWeightTRES cpu: PriorityWeightTRES has 'cpu', which is not a pair such as"
                + " Mem=0.25G",
            "PriorityWeightTRES mem=1K: PriorityWeightTRES has 'mem=1K'; allowed are weights per"
                + " MiB or a larger unit",
            "PriorityWeightTRES node=-1: a priority weight is -1.0; weights must be at least 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(Map.of("PriorityWeightAge", "many")))
        .withMessage("'many' is not a number");
  }
}
