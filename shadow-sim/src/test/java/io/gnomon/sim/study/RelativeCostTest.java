package io.gnomon.sim.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.policy.PolicySpec;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RelativeCostTest {
  @Test
  void ordersPoliciesByTheDurationOfTheirSimulations() {
    assertThat(
            Stream.of(
                    "easy",
                    "slack",
                    "multi-queue(partitions=11)",
                    "conservative(order=shortest)",
                    "easy(order=shortest)",
                    "multi-queue(partitions=3)",
                    "of-another-module(partitions=many)")
                .map(PolicySpec::parse)
                .sorted(Comparator.comparingDouble(policy -> -RelativeCost.of(policy)))
                .map(PolicySpec::toString))
        .containsExactly(
            "slack",
            "of-another-module(partitions=many)",
            "conservative(order=shortest)",
            "multi-queue(partitions=11)",
            "multi-queue(partitions=3)",
            "easy(order=shortest)",
            "easy");
  }
}
