package io.gnomon.bridge.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControllerLoadTest {
  @ParameterizedTest
  @ValueSource(strings = {"22.05", "24.11", "26.05"})
  void everyReleasePrintsTheRequests(String release) {
    String printed = RecordedSlurm.text("same-site/" + release + "/sdiag.txt");
    assertThat(ControllerLoad.of(printed).threads()).isPositive();
    assertThat(ControllerLoad.of(printed.replaceAll("(?<=thread count:) +\\d+", " 77")).threads())
        .isEqualTo(77);
    assertThat(ControllerLoad.of("slurm_get_statistics: no").threads()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "(null); 64",
        "bf_continue; 64",
        "bf_continue,max_rpc_cnt=150; 75",
        "max_rpc_cnt=0; 64",
        "max_rpc_cnt=1; 2"
      })
  void isBusyLongBeforeSlurmPutsOffScheduling(String parameters, int threads) {
    assertThat(ControllerLoad.busyThreads(Map.of("SchedulerParameters", parameters)))
        .isEqualTo(threads);
  }
}
