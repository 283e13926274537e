package io.gnomon.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.nodes.Site;
import io.gnomon.sim.spec.Spec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A user may run 10 jobs of the QOS normal; CPUs are not limited. */
class LimitVariantsTest {
  private static final Spec TAKEN = Spec.parse("slurm(bf_interval=30s)");
  private static final String JOBS = "qos.normal.MaxJobsPU";
  private static final String CPUS = "qos.normal.MaxTRESPU.cpu";
  private static final String PRIORITY = "qos.normal.Priority";
  private static final String FACTOR = "partition.all.PriorityJobFactor";

  private final ClusterState state = state();

  private List<Spec> variants(Spec incumbent, LimitRange... declared) {
    return LimitVariants.of(incumbent, state, List.of(declared));
  }

  @Test
  void aLimitIsHalvedAndDoubledWithinItsRange() {
    assertThat(variants(TAKEN, new LimitRange(JOBS, 1, 100)))
        .containsExactly(TAKEN.with(JOBS, 5), TAKEN.with(JOBS, 20));
    assertThat(variants(TAKEN, new LimitRange(JOBS, 8, 12), new LimitRange(FACTOR, 4, 6)))
        .containsExactly(TAKEN.with(JOBS, 8), TAKEN.with(JOBS, 12), TAKEN.with(FACTOR, 6))
        .allSatisfy(spec -> assertThat(Policies.create(spec).spec()).isEqualTo(spec));
    assertThat(variants(TAKEN, new LimitRange(JOBS, 10, 10))).isEmpty();
  }

  @Test
  void withoutALimitOrPriorityTheBoundsAreTried() {
    assertThat(variants(TAKEN, new LimitRange(CPUS, 16, 64), new LimitRange(PRIORITY, 0, 9)))
        .containsExactly(TAKEN.with(CPUS, 16), TAKEN.with(CPUS, 64), TAKEN.with(PRIORITY, 9));
  }

  @Test
  void theSitesOwnValueIsTriedAgain() {
    Spec changed = TAKEN.with(JOBS, 20);
    assertThat(variants(changed, new LimitRange(JOBS, 5, 30)))
        .containsExactly(TAKEN.with(JOBS, 10), TAKEN.with(JOBS, 30), TAKEN);
  }

  @Test
  void whatIsNotKnownOrNotDeclaredIsNotTried() {
    assertThat(variants(TAKEN)).isEmpty();
    assertThat(variants(TAKEN, new LimitRange("qos.other.MaxJobsPU", 1, 9))).isEmpty();
    assertThat(variants(TAKEN, new LimitRange("bf_max_job_test", 1, 9))).isEmpty();
    assertThat(variants(Spec.of("easy"), new LimitRange(JOBS, 1, 9))).isEmpty();
    assertThat(
            SearchSpace.of(List.of(TAKEN))
                .withLimits(Policies.create(TAKEN), state, List.of(new LimitRange(JOBS, 1, 9))))
        .isEmpty();
  }

  private static ClusterState state() {
    return new Site(Machine.of(1, NodeClass.of(8, 0)))
        .account("physics")
        .users("physics", "ann")
        .settings(Site.settings(3600, Site.weights(1000, 1000, 0)))
        .jobFactor(4)
        .qos(Qos.of("normal", 0))
        .qosLimits("normal", Limits.NONE.with(LimitKind.JOBS_OF_USER, 10))
        .state();
  }
}
