package io.gnomon.sim.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.spec.Spec;
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
                .map(Spec::parse)
                .sorted(Comparator.comparingDouble(policy -> -Policies.relativeCost(policy)))
                .map(Spec::toString))
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
