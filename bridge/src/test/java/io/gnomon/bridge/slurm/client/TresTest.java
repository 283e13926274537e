package io.gnomon.bridge.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TresTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpu:a100:4(S:0-1)               | {a100=4}",
        "gpu:a100:2(IDX:0,2),gpu:v100:1  | {a100=2, v100=1}",
        "gres:gpu:3                      | {any=3}",
        "gres/gpu:a100:2                 | {a100=2}",
        "gres/gpu:a100=1                 | {a100=1}",
        "cpu=2,gres/gpu=2                | {any=2}",
        "gres:gpu                        | {any=1}",
        "gpu:a100                        | {a100=1}",
        "gpu:(null):2                    | {any=2}",
        "gpu:0,license:4                 | {}",
        "(null)                          | {}"
      })
  void gpusByType(String text, String gpus) {
    assertThat(Tres.gpus(text, "any")).hasToString(gpus);
  }

  @Test
  void sumsInMebibytes() {
    String sums = "cpu=20,mem=62.50G,node=2,gres/gpu=4";
    assertThat(Tres.value(sums, "cpu")).isEqualTo(20);
    assertThat(Tres.value(sums, "mem")).isEqualTo(64_000);
    assertThat(Tres.value("mem=2000M", "mem")).isEqualTo(2000);
    assertThat(Tres.value(sums, "gres/gpu")).isEqualTo(4);
    assertThat(Tres.value(sums, "billing")).isEqualTo(JobRecord.NONE);
    assertThat(Tres.gpus("", "any")).isEqualTo(Map.of());
  }
}
