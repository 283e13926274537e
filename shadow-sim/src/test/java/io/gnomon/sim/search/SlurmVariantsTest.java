package io.gnomon.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.RecordedJobs;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlurmVariantsTest {
  private static final PolicySpec TAKEN =
      PolicySpec.parse("slurm(bf_interval=30s, cores-per-node=16, order=shortest)");

  private static final RecordedJobs NO_JOBS =
      new RecordedJobs(new int[0], new int[0], new int[0], new int[0], new int[0]);

  @Test
  void variantsOfSlurmDifferInOneParameter() {
    List<PolicySpec> variants = SlurmVariants.of(TAKEN);
    assertThat(variants).doesNotHaveDuplicates().doesNotContain(TAKEN);
    assertThat(variants)
        .contains(TAKEN.with("bf_interval", "10s"), TAKEN.without("order"))
        .allSatisfy(
            variant -> {
              assertThat(variant.parameters()).containsEntry("cores-per-node", "16");
              assertThat(Policies.create(variant).spec()).isEqualTo(variant);
            });
  }

  @Test
  void otherSchedulersHaveNoVariants() {
    assertThat(SlurmVariants.of(PolicySpec.of("easy"))).isEmpty();
  }

  @Test
  void aSearchOfTheQueueIncludesThemAndTheLibrary() {
    SchedulingPolicy incumbent = Policies.create(TAKEN);
    List<PolicySpec> quick =
        SearchSpace.quick(PolicyLibrary.none()).alternatives(incumbent, NO_JOBS);
    assertThat(quick)
        .containsAll(SlurmVariants.of(TAKEN))
        .containsAll(PolicyLibrary.quick(PolicyLibrary.none()));
  }
}
