package io.gnomon.slurm.value;

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
    assertThat(Tres.amount(sums, "cpu")).hasValue(20);
    assertThat(Tres.amount(sums, "mem")).hasValue(64_000);
    assertThat(Tres.amount("mem=2000M", "mem")).hasValue(2000);
    assertThat(Tres.amount(sums, "gres/gpu")).hasValue(4);
    assertThat(Tres.amount(sums, "billing")).isEmpty();
    assertThat(Tres.gpus("", "any")).isEqualTo(Map.of());
  }
}
