package io.gnomon.sim.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RankingMetricTest {
  @Test
  void everyRankingMetricHasADirection() {
    assertThat(RankingMetric.metricNames()).hasSize(Metrics.class.getRecordComponents().length);
    Metrics good = new Metrics(1, 1, 1, 1, 1, 1, 1, 0.9, 0.9, 0.9);
    Metrics bad = new Metrics(2, 2, 2, 2, 2, 2, 2, 0.1, 0.1, 0.1);
    for (String name : RankingMetric.metricNames()) {
      assertThat(RankingMetric.named(name).betterFirst().compare(good, bad)).as(name).isNegative();
    }
  }
}
