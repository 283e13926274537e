package io.gnomon.slurm.parameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SlurmParameterTest {
  @Test
  void givenOptionsAreReplacedAndOthersKept() {
    SchedulerParameters site =
        SchedulerParameters.parse(
            "defer, bf_interval=10,bf_max_job_assoc=5,bf_window=99,bf_continue");
    Map<SlurmParameter, String> options = new EnumMap<>(SlurmParameter.class);
    options.put(SlurmParameter.SCHED_INTERVAL, "5");
    options.put(SlurmParameter.BF_INTERVAL, "30");

    assertThat(site.with(options))
        .hasToString(
            "bf_interval=30,sched_interval=5,defer,bf_max_job_assoc=5,bf_window=99,bf_continue");
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
    assertThat(ValueText.toSlurm(SlurmParameter.of(option).orElseThrow(), policy)).isEqualTo(slurm);
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
    assertThatThrownBy(() -> ValueText.toSlurm(SlurmParameter.of(option).orElseThrow(), value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(option + " is '" + value + "'")
        .hasMessageContaining(allowed);
  }

  static Stream<SlurmParameter> options() {
    return SlurmParameter.in(Place.SCHEDULER_PARAMETERS, ChangeMethod.RECONFIGURE);
  }

  @ParameterizedTest
  @MethodSource("options")
  void theBoundsOfAPolicyAreThoseOfSlurm(SlurmParameter option) {
    long bound = option.allowed().most();
    for (long value : new long[] {option.leastSet(), bound}) {
      String slurm = ValueText.toSlurm(option, Long.toString(value));
      String policy = ValueText.toPolicy(option, slurm).orElseThrow();
      assertThat(ValueText.toSlurm(option, policy)).isEqualTo(slurm);
    }
    assertThatThrownBy(() -> ValueText.toSlurm(option, Long.toString(bound + 60)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource
  void eachRowSaysWhatItMeans(SlurmParameter row) {
    assertThat(SlurmParameter.of(row.parameter())).contains(row);
    assertThat(row.meaning()).isNotEmpty();
    assertThat(row.leastSet()).isBetween(row.allowed().least(), row.allowed().most());
    if (row.change() != ChangeMethod.NONE) {
      String value = row.allowed().words().isEmpty() ? "1" : row.allowed().words().get(0);
      assertThat(row.words(value)).isNotEmpty();
    }
  }

  @Test
  void thoseWithAnUpperBoundOfAnotherAreSo() {
    assertThat(SlurmParameter.values())
        .filteredOn(row -> row.bound().isPresent())
        .containsExactly(
            SlurmParameter.BF_MAX_JOB_PART,
            SlurmParameter.BF_MAX_JOB_USER,
            SlurmParameter.BF_MAX_JOB_USER_PART)
        .allMatch(row -> row.bound().equals(Optional.of(SlurmParameter.BF_MAX_JOB_TEST)));
  }
}
