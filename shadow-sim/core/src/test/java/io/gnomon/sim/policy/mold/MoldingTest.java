package io.gnomon.sim.policy.mold;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.spec.Spec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoldingTest {
  @ParameterizedTest
  @CsvSource({
    // what the job offers beside its 8 processors: the widths that a rule may take
    "none, 0, 0, 8",
    "half, 0, 0, 8",
    "half, 4, 8, 4",
    "half, 5, 8, 8",
    "quarter, 1, 8, 2",
    "quarter, 3, 8, 8",
    "greedy, 0, 0, 8 8 8",
    "greedy, 4, 16, 8 4 16",
    "greedy, 4, 15, 8 4 8",
  })
  void aJobThatOffersNoOtherWidthIsLeftAlone(
      String rule, int narrowest, int widest, String processors) {
    ClusterState state = new ClusterState(20);
    int slot = state.submit(0, 0, 8, 100);
    state.offer(slot, narrowest, widest);
    Molding molding = Molding.of(Spec.parse("conservative(mold=" + rule + ")"));

    StringBuilder widths = new StringBuilder();
    for (int i = 0; i < molding.alternatives(); i++) {
      widths.append(' ').append(molding.processors(state, slot, i));
    }

    assertThat(widths.substring(1)).isEqualTo(processors);
  }
}
