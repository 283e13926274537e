package io.gnomon.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.Site;
import io.gnomon.sim.scenario.RecordedJobs;
import io.gnomon.sim.spec.Spec;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlurmVariantsTest {
  private static final Spec TAKEN =
      Spec.parse("slurm(bf_interval=30s, cores-per-node=16, order=shortest)");

  private static final RecordedJobs NO_JOBS = RecordedJobs.NONE;

  @Test
  void variantsOfSlurmDifferInOneParameter() {
    List<Spec> variants = SlurmVariants.of(TAKEN);
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
  void theOrderByPriorityStaysAndWeightsAreHalvedAndDoubled() {
    PrioritySettings inForce = Site.settings(7200, Site.weights(1000, 5000, 0));
    Spec taken = Spec.parse("slurm(bf_interval=30s)");

    List<Spec> variants = SlurmVariants.byPriority(taken, inForce);

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
    assertThat(SlurmVariants.byPriority(Spec.of("easy"), inForce)).isEmpty();
    assertThat(SlurmVariants.byPriority(taken.with("PriorityType", "basic"), inForce)).isEmpty();
  }

  /** 330 s / 2 is 2.75 minutes, of which Slurm makes 3. */
  @Test
  void timesAreWholeMinutes() {
    PrioritySettings inForce = Site.settings(330, Site.weights(0, 5000, 0));
    assertThat(SlurmVariants.byPriority(Spec.of("slurm"), inForce))
        .filteredOn(one -> one.parameters().containsKey("PriorityDecayHalfLife"))
        .extracting(Spec::toString)
        .containsExactly("slurm(PriorityDecayHalfLife=180s)", "slurm(PriorityDecayHalfLife=660s)");
  }

  @Test
  void policiesThatSetFairShareAsideAreTriedOnlyByName() {
    Spec shortest = Spec.parse("slurm(order=shortest)");
    PrioritySettings inForce = Site.settings(7200, Site.weights(0, 5000, 0));

    assertThat(SearchSpace.of(List.of(shortest)).byPriority(Policies.create(TAKEN), inForce))
        .containsExactly(shortest);
    SearchSpace quick = SearchSpace.quick(PolicyLibrary.none());
    assertThat(quick.byPriority(Policies.create("easy"), inForce)).isEmpty();
    SchedulingPolicy ranked =
        Policies.create("slurm(PriorityWeightAge=7, bf_interval=9s, cores-per-node=4)");
    assertThat(quick.byPriority(ranked, inForce))
        .noneMatch(one -> one.parameters().containsKey("order"));
    assertThat(quick.withOrders(List.of("widest")).byPriority(ranked, inForce))
        .containsAll(quick.byPriority(ranked, inForce))
        .contains(Spec.parse("slurm(bf_interval=9s, cores-per-node=4, order=widest)"));
  }

  @Test
  void aValueThatIsInForceInOtherWordsIsNoAlternative() {
    assertThat(SlurmVariants.of(Spec.parse("slurm(bf_interval=1m)")))
        .extracting(one -> one.parameters().get("bf_interval"))
        .contains("5s")
        .doesNotContain("60s");
    assertThat(SlurmVariants.of(Spec.of("slurm")))
        .extracting(Spec::toString)
        .contains("slurm(bf_max_job_test=2000)")
        .doesNotContain("slurm(bf_max_job_test=500)", "slurm(default_queue_depth=100)");
  }

  @Test
  void otherSchedulersHaveNoVariants() {
    assertThat(SlurmVariants.of(Spec.of("easy"))).isEmpty();
  }

  @Test
  void aSearchOfTheQueueIncludesThemAndTheLibrary() {
    SchedulingPolicy incumbent = Policies.create(TAKEN);
    List<Spec> quick = SearchSpace.quick(PolicyLibrary.none()).alternatives(incumbent, NO_JOBS);
    assertThat(quick)
        .containsAll(SlurmVariants.of(TAKEN))
        .containsAll(PolicyLibrary.quick(PolicyLibrary.none()));
  }
}
