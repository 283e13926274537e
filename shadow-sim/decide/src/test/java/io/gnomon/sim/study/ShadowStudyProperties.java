package io.gnomon.sim.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.engine.Workloads.Estimates;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ShadowStudyProperties {
  private static final Spec EASY = Spec.of("easy");

  @Property(tries = 25)
  void givesTheSameResultForAnyNumberOfThreads(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 8) int threads) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      // a study runs once, so each way of running it gets a study of its own
      List<AlternativeResult> alone = study(seed).run().alternatives();
      List<AlternativeResult> pooled = study(seed).run(pool).join().alternatives();
      List<AlternativeResult> joined = study(seed).join(pool).alternatives();

      assertThat(alone).hasSize(1 + alternatives().size());
      assertThat(pooled).usingRecursiveComparison().isEqualTo(alone);
      assertThat(joined).usingRecursiveComparison().isEqualTo(alone);
    } finally {
      pool.shutdownNow();
    }
  }

  private static ShadowStudy study(long seed) {
    Simulation live = live(seed);
    return new ShadowStudy(
        live.state(), live.policy(), alternatives(), List.of(Scenario.oracle(log(seed))), 400);
  }

  @Property(tries = 50)
  void anAlternativeEqualToTheIncumbentHasTheSameResult(@ForAll long seed) {
    Simulation live = live(seed);
    Spec same = live.policy().spec();

    StudyResult result =
        new ShadowStudy(
                live.state(),
                live.policy(),
                List.of(same),
                List.of(Scenario.oracle(log(seed))),
                400)
            .run();

    assertThat(result.alternatives().get(1).meanBoundedSlowdown())
        .isEqualTo(result.incumbent().meanBoundedSlowdown());
  }

  static List<Spec> alternatives() {
    return List.of(
        EASY,
        Spec.parse("multi-queue(partitions=2, boundaries=30/80)"),
        Spec.parse("multi-queue(partitions=4, boundaries=20/40/60/80)"));
  }

  static JobLog log(long seed) {
    return Workloads.random(seed, 80, 16, Estimates.AT_LEAST);
  }

  static Simulation live(long seed) {
    JobLog log = log(seed);
    Simulation live =
        Workloads.simulation(
            log,
            16,
            Policies.create("multi-queue(partitions=3, boundaries=20/50/90)"),
            SimulationListener.NONE);
    live.runUntil(log.submit(log.size() / 2) + 1);
    return live;
  }
}
