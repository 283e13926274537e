package io.gnomon.sim.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressCounterTest {
  private final List<Double> reported = new ArrayList<>();

  @Test
  void reportsTheFractionAtTheStartAndAfterEachPart() {
    ProgressCounter counter = new ProgressCounter(4, reported::add);
    for (int part = 0; part < 4; part++) {
      counter.completed();
    }

    assertThat(reported).containsExactly(0.0, 0.25, 0.5, 0.75, 1.0);
  }

  @Test
  void refusesMorePartsThanThereAre() {
    ProgressCounter counter = new ProgressCounter(1, reported::add);
    counter.completed();

    assertThatThrownBy(counter::completed)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("all 1 parts are completed");
    assertThatThrownBy(() -> new ProgressCounter(0, reported::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parts is 0; it must be at least 1");
  }
}
