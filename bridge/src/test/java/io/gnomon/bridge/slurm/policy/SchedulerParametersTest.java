package io.gnomon.bridge.slurm.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SchedulerParametersTest {
  @Test
  void supportedOptionsAreReplacedAndOthersKept() {
    SchedulerParameters site =
        SchedulerParameters.parse(
            "defer, bf_interval=10,bf_max_job_assoc=5,bf_window=99,bf_continue");
    Map<SchedulerOption, String> options = new EnumMap<>(SchedulerOption.class);
    options.put(SchedulerOption.SCHED_INTERVAL, "5");
    options.put(SchedulerOption.BF_INTERVAL, "30");

    assertThat(site.with(options))
        .hasToString("bf_interval=30,sched_interval=5,defer,bf_max_job_assoc=5,bf_continue");
    assertThat(SchedulerParameters.parse("(null)").with(Map.of())).hasToString("(null)");
  }

  @ParameterizedTest
  @CsvSource({
    "bf_interval, 90s, 90",
    "bf_interval, 3h, 10800",
    "bf_interval, 7, 7",
    "bf_window, 1d, 1440",
    "bf_window, 90m, 90",
    "bf_max_job_test, 1000000, 1000000",
    "bf_job_part_count_reserve, 0, 0",
    "batch_sched_delay, 0s, 0"
  })
  void aValueIsWrittenInSlurmsUnit(String option, String policy, String slurm) {
    assertThat(SchedulerOption.of(option).orElseThrow().toSlurm(policy)).isEqualTo(slurm);
  }

  @ParameterizedTest
  @CsvSource({
    "bf_interval, 0s, 1 to 10800 s",
    "bf_interval, 10801s, 1 to 10800 s",
    "bf_interval, often, 1 to 10800 s",
    "bf_window, 90s, 1 to 43200 minutes",
    "bf_window, 31d, 1 to 43200 minutes",
    "bf_resolution, 2h, 1 to 3600 s",
    "bf_max_job_test, 0, 1 to 1000000",
    "bf_max_job_start, 10001, 0 to 10000",
    "bf_max_job_test, 5m, 1 to 1000000"
  })
  void aValueThatSlurmDoesNotAllowIsRejected(String option, String value, String allowed) {
    assertThatThrownBy(() -> SchedulerOption.of(option).orElseThrow().toSlurm(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(option + " is '" + value + "'")
        .hasMessageContaining(allowed);
  }

  @ParameterizedTest
  @EnumSource(SchedulerOption.class)
  void theBoundsOfAPolicyAreThoseOfSlurm(SchedulerOption option) {
    String least = option.toSlurm("%.0f".formatted(option.min()));
    String most = option.toSlurm("%.0f".formatted(option.max()));
    assertThat(option.toSlurm(option.toPolicy(least).orElseThrow())).isEqualTo(least);
    assertThat(option.toSlurm(option.toPolicy(most).orElseThrow())).isEqualTo(most);
    assertThatThrownBy(() -> option.toSlurm("%.0f".formatted(option.max() + 60)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
