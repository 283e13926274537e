package io.gnomon.sim.assess;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeptEvaluationsTest {
  private static ConfigurationFigures waiting(long seconds) {
    return new ConfigurationFigures(List.of(new Sums(1, seconds, 1)), Map.of(), 0, 0);
  }

  @Test
  void makesEachEvaluationOnce() {
    List<String> made = new ArrayList<>();
    KeptEvaluations kept =
        new KeptEvaluations(
            (key, compute) -> {
              made.add(key);
              return compute.get();
            });

    assertThat(kept.get("a", () -> waiting(1))).isEqualTo(waiting(1));
    assertThat(kept.get("b", () -> waiting(2))).isEqualTo(waiting(2));
    assertThat(kept.get("a", () -> waiting(3))).isEqualTo(waiting(1));
    assertThat(made).containsExactly("a", "b");
  }
}
