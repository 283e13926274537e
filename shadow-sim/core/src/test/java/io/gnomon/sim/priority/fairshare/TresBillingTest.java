package io.gnomon.sim.priority.fairshare;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.priority.fairshare.TresBilling.Rule;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TresBillingTest {
  /** The example of the manual, with a licence: 1 CPU, 8 GiB and 2 licences. */
  private static final Map<String, Double> HELD =
      Map.of("cpu", 1.0, "mem", 8192.0, "license/matlab", 2.0, "gres/gpu", 1.0);

  private static final Map<String, Double> WEIGHTS =
      Map.of("cpu", 1.0, "mem", 0.25 / 1024, "gres/gpu", 1.5, "license/matlab", 3.0);

  @Test
  void billsTheSumOfWeightedAmounts() {
    assertThat(billed(Rule.SUM)).isEqualTo(1 + 2 + 1.5 + 6);
  }

  @Test
  void billsTheGreatestOnNodesAndAllLicences() {
    assertThat(billed(Rule.MAX_TRES)).isEqualTo(2 + 6);
  }

  @Test
  void billsTheGreatestOnNodesAndTheSumOfGenericResources() {
    assertThat(billed(Rule.MAX_TRES_GRES)).isEqualTo(2 + 1.5 + 6);
  }

  @Test
  void billsCpusWithoutWeights() {
    assertThat(TresBilling.CPUS.of(Map.of("cpu", 16.0)::get)).isEqualTo(16);
  }

  private static double billed(Rule rule) {
    return new TresBilling(WEIGHTS, rule).of(tres -> HELD.getOrDefault(tres, 0.0));
  }
}
