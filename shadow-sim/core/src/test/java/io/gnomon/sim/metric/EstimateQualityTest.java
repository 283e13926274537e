package io.gnomon.sim.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EstimateQualityTest {
  @Test
  void twiceTheRuntimeIsStillWellEstimated() {
    assertThat(EstimateQuality.of(200, 100)).isEqualTo(EstimateQuality.WELL);
    assertThat(EstimateQuality.of(201, 100)).isEqualTo(EstimateQuality.BADLY);
    assertThat(EstimateQuality.of(50, 100)).isEqualTo(EstimateQuality.WELL);
    assertThat(EstimateQuality.of(Integer.MAX_VALUE, Integer.MAX_VALUE))
        .isEqualTo(EstimateQuality.WELL);
  }
}
