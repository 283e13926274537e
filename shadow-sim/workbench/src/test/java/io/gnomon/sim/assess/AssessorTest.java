package io.gnomon.sim.assess;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.assess.change.PoolChanges;
import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.assess.change.SiteChange.Means;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class AssessorTest {
  private static final ExecutorService POOL = Executors.newFixedThreadPool(2);
  private static final JobLog LOG = WorkloadGenerator.generate(3000, 64, 0.85, 5);

  @AfterAll
  static void endThreads() {
    POOL.shutdownNow();
  }

  private static Assessment assessed(
      String policy, List<SiteChange> changes, ExecutorService pool) {
    SimulatedSite setup = SimulatedSite.pool(LOG, 64, Spec.parse(policy));
    return new Assessor(
            setup,
            changes.isEmpty() ? PoolChanges.of(setup) : changes,
            AssessSettings.defaults(setup, 1),
            Evaluations.COMPUTED,
            pool)
        .assess();
  }

  private static SiteChange to(String policy) {
    Spec spec = Spec.parse(policy);
    return SiteChange.of(policy, "policy", policy, Means.POLICY, setup -> setup.with(spec));
  }

  @Test
  void advisesBackfillingToAClusterWithoutIt() {
    Assessment assessment = assessed("fcfs", List.of(to("easy")), POOL);

    CombinedChanges advised = assessment.advised();
    assertThat(advised).isNotNull();
    assertThat(advised.changes()).extracting(SiteChange::title).containsExactly("easy");
    assertThat(advised.gain().waitGain()).isGreaterThan(0.3);
    assertThat(assessment.candidates().get(0).verdict()).isEqualTo(Verdict.ADVISED);
  }

  @Test
  void advisesNothingIfBackfillingIsTakenAway() {
    Assessment assessment = assessed("easy", List.of(to("fcfs")), POOL);

    assertThat(assessment.advised()).isNull();
    assertThat(assessment.steps()).isEmpty();
    assertThat(assessment.candidates().get(0).verdict()).isEqualTo(Verdict.NO_GAIN);
  }

  @Test
  void doesNotDependOnThreads() {
    ExecutorService one = Executors.newSingleThreadExecutor();
    try {
      assertThat(assessed("easy", List.of(), one).candidates())
          .usingRecursiveComparison()
          .ignoringFieldsMatchingRegexes(".*made")
          .isEqualTo(assessed("easy", List.of(), POOL).candidates());
    } finally {
      one.shutdownNow();
    }
  }

  @Test
  void screensCandidatesOnAPartOfTheLogIfTheEffortIsLimited() {
    SimulatedSite setup = SimulatedSite.pool(LOG, 64, Spec.of("fcfs"));
    Map<String, Double> shown = new ConcurrentHashMap<>();
    Assessment assessment =
        new Assessor(
                setup,
                PoolChanges.of(setup),
                new AssessSettings(1, 3, AssessSettings.LEAST_GAIN, 30_000),
                Evaluations.COMPUTED,
                POOL)
            .showing((step, done) -> shown.merge(step, done, Math::max))
            .assess();

    assertThat(shown)
        .containsOnlyKeys("screening", "changes", "comparisons")
        .allSatisfy((step, done) -> assertThat(done).isEqualTo(1));
    assertThat(assessment.arrivals()).isZero();
    assertThat(assessment.candidates())
        .extracting(Candidate::verdict)
        .contains(Verdict.ADVISED, Verdict.NOT_PURSUED);
    assertThat(assessment.candidates()).hasSameSizeAs(PoolChanges.of(setup));
  }

  @Test
  void comparesWithMoreProcessorsAndExactTimes() {
    Assessment assessment = assessed("easy", List.of(to("fcfs")), POOL);

    assertThat(assessment.growth()).hasSize(1);
    assertThat(assessment.growth().get(0).title()).isEqualTo("3 processors more (67 in all)");
    assertThat(assessment.growth().get(0).gain().waitGain()).isPositive();
    assertThat(assessment.prediction()).hasSize(2);
  }
}
