package io.gnomon.bridge.slurm.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SampleJobs;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.plan.Step;
import io.gnomon.bridge.slurm.policy.JobOrder;
import io.gnomon.bridge.slurm.policy.JobOrder.Criterion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NiceOrderTest {
  private static final long NOW = 1_700_000_000;
  private static final long FIRST = 4_294_901_760L;
  private static final PartitionRecord BATCH =
      new PartitionRecord("batch", Map.of("MaxTime", "UNLIMITED"));

  private static NiceOrder ordering(Criterion criterion, double weight, boolean basic, long step) {
    return new NiceOrder(new JobOrder(criterion, weight), NOW, basic, step, false);
  }

  private static SlurmState state(JobRecord... jobs) {
    return new SlurmState(NOW, List.of(jobs), List.of(), List.of(BATCH));
  }

  private static String describe(NiceChange change) {
    return Step.nice(change).describe();
  }

  private static List<String> lines(
      NiceOrder ordering, Map<String, ManagedNice> kept, JobRecord... jobs) {
    return new NiceAssignment("batch", state(jobs), ordering, kept)
        .changes().stream().map(NiceOrderTest::describe).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "SHORTEST, 0, 1, 60, 1, 120, true",
    "SHORTEST, 0, 9, 3600, 1, 3601, true",
    "SMALLEST, 0, 511, 60, 512, 60, true",
    "WIDEST, 0, 512, 60, 511, 60, true",
    "SMALLEST_AREA, 0, 512, 36000, 512, 36060, true",
    "SHORTEST, 1e-8, 1, 36000, 1, 43200, true",
    "SMALLEST_AREA, 1e-10, 16, 3600, 16, 7200, true"
  })
  void theLargerCriterionHasThePlaceBefore(
      Criterion criterion,
      double weight,
      long processors,
      long seconds,
      long otherProcessors,
      long otherSeconds,
      boolean before) {
    NiceOrder ordering = ordering(criterion, weight, true, 1);
    assertThat(
            ordering.place(processors, seconds, NOW)
                < ordering.place(otherProcessors, otherSeconds, NOW))
        .isEqualTo(before);
  }

  /** 1/36000 - 1/43200 is 4.63e-6, which 1e-8 a second makes up for in 463 s. */
  @Test
  void aWeightLetsAJobThatHasWaitedLongEnoughPass() {
    NiceOrder ordering = ordering(Criterion.SHORTEST, 1e-8, true, 1);
    long shorter = ordering.place(1, 36_000, NOW);
    assertThat(ordering.place(1, 43_200, NOW - 462)).isGreaterThan(shorter);
    assertThat(ordering.place(1, 43_200, NOW - 464)).isLessThan(shorter);
  }

  @Test
  void placesAreFineOrAnOrderIsNotPossible() {
    assertThat(ordering(Criterion.SHORTEST, 1e-8, false, 100_001).hasFinePlaces()).isTrue();
    assertThat(ordering(Criterion.SMALLEST_AREA, 1e-11, false, 100_001).hasFinePlaces()).isFalse();
    assertThat(ordering(Criterion.SMALLEST_AREA, 1e-11, true, 1).placeSeconds()).isOne();
    assertThat(ordering(Criterion.SMALLEST_AREA, 0, false, 100_001).hasFinePlaces()).isTrue();
  }

  @Test
  void priorityMinusNiceIsThePlaceForAnyInitialPriority() {
    NiceOrder ordering = ordering(Criterion.SHORTEST, 0, true, 1);
    JobRecord early = SampleJobs.of(1, "PENDING", 5, 1, 1, NOW, FIRST, 0);
    JobRecord late = SampleJobs.of(2, "PENDING", 5, 1, 1, NOW, FIRST - 9 - 50, 50);
    Map<String, ManagedNice> kept =
        new NiceAssignment("batch", state(early, late), ordering, Map.of()).managed();
    ManagedNice one = kept.get("1");
    ManagedNice two = kept.get("2");
    assertThat(FIRST - one.set()).isEqualTo(FIRST - 9 - two.set());
    assertThat(two.own()).isEqualTo(50);
    assertThat(one.set()).isBetween(0L, 2_147_483_645L);

    JobRecord placed = SampleJobs.of(2, "PENDING", 5, 1, 1, NOW, FIRST - 9 - two.set(), two.set());
    assertThat(lines(ordering, kept, placed)).isEmpty();
    assertThat(describe(new NiceAssignment("batch", state(placed), null, kept).changes().get(0)))
        .isEqualTo("scontrol update JobId=2 Nice=50");
  }

  @Test
  void aJobThatTheScriptMovedToTheEndKeepsItsOwnValue() {
    NiceOrder ordering = ordering(Criterion.SHORTEST, 0, true, 1);
    long nice = NiceOrder.BOTTOM + 7;
    JobRecord fresh = SampleJobs.of(3, "PENDING", 5, 1, 1, NOW, FIRST - nice, nice);
    assertThat(
            new NiceAssignment("batch", state(fresh), ordering, Map.of()).managed().get("3").own())
        .isEqualTo(7);
    assertThat(describe(new NiceAssignment("batch", state(fresh), null, Map.of()).changes().get(0)))
        .isEqualTo("scontrol update JobId=3 Nice=7");
  }

  @Test
  void jobsThatAreHeldOrSetByHandOrHaveStartedAreLeftAlone() {
    NiceOrder ordering = ordering(Criterion.SHORTEST, 0, true, 1);
    Map<String, ManagedNice> kept = Map.of("3", new ManagedNice(0, 1_000_000, 0));
    assertThat(
            lines(
                ordering,
                kept,
                SampleJobs.of(1, "PENDING", 5, 1, 1, NOW, 0, 0),
                SampleJobs.of(2, "PENDING", 5, 1, 1, NOW, 77, 0),
                SampleJobs.of(3, "PENDING", 5, 1, 1, NOW, FIRST - 4, 4),
                SampleJobs.of(4, "RUNNING", 5, 1, 1, NOW, FIRST, 0),
                SampleJobs.of(5, "PENDING", 5, 1, 1, NOW, FIRST - 999_999, 999_999)))
        .isEmpty();
  }

  @Test
  void underMultifactorAPlaceIsWiderThanAllTheSitesFactors() {
    NiceOrder ordering = ordering(Criterion.SHORTEST, 0, false, 1_001);
    Map<String, ManagedNice> kept =
        new NiceAssignment(
                "batch",
                state(
                    SampleJobs.of(1, "PENDING", 5, 1, 1, NOW, 1_000, 0),
                    SampleJobs.of(2, "PENDING", 6, 1, 1, NOW, 0 + 1, 0)),
                ordering,
                Map.of())
            .managed();
    assertThat(kept.get("2").set() - kept.get("1").set()).isGreaterThan(1_000);
    assertThat(kept.get("1").set()).isBetween(-2_147_483_645L, -1L);
  }
}
