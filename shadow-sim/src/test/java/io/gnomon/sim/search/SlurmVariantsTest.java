package io.gnomon.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.priority.PrioritySettings;
import io.gnomon.sim.priority.PriorityWeights;
import io.gnomon.sim.priority.UsageReset;
import io.gnomon.sim.scenario.RecordedJobs;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  void underFairShareTheOrderByPriorityStaysAndWeightsAreHalvedAndDoubled() {
    PrioritySettings inForce =
        new PrioritySettings(
            7200,
            300,
            3600,
            false,
            1,
            UsageReset.NONE,
            Set.of(),
            new PriorityWeights(1000, 0, 5000, 0, 0, 0, Map.of()));
    PolicySpec taken = PolicySpec.parse("slurm(bf_interval=30s)");

    List<PolicySpec> variants = SlurmVariants.underFairShare(taken, inForce);

    assertThat(variants)
        .contains(
            taken.with("bf_interval", "10s"),
            taken.with("PriorityWeightAge", "500"),
            taken.with("PriorityWeightFairshare", "10000"),
            taken.with("PriorityMaxAge", "7200s"),
            taken.with("PriorityDecayHalfLife", "3600s"),
            taken.with("PriorityFavorSmall", "YES"))
        .doesNotHaveDuplicates()
        .allSatisfy(
            variant -> {
              assertThat(variant.parameters()).doesNotContainKeys("order", "PriorityType");
              assertThat(variant.parameters()).doesNotContainEntry("PriorityWeightFairshare", "0");
              assertThat(Policies.create(variant).spec()).isEqualTo(variant);
            });
    assertThat(SlurmVariants.underFairShare(PolicySpec.of("easy"), inForce)).isEmpty();
    assertThat(SlurmVariants.underFairShare(taken.with("PriorityType", "basic"), inForce))
        .isEmpty();
  }

  @Test
  void policiesThatSetFairShareAsideAreTriedOnlyByName() {
    PolicySpec shortest = PolicySpec.parse("slurm(order=shortest)");
    PrioritySettings inForce =
        new PrioritySettings(
            7200,
            300,
            3600,
            false,
            1,
            UsageReset.NONE,
            Set.of(),
            new PriorityWeights(0, 0, 5000, 0, 0, 0, Map.of()));

    assertThat(SearchSpace.of(List.of(shortest)).underFairShare(Policies.create(TAKEN), inForce))
        .containsExactly(shortest);
    assertThat(
            SearchSpace.quick(PolicyLibrary.none())
                .underFairShare(Policies.create("easy"), inForce))
        .isEmpty();
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
