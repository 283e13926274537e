package io.gnomon.bridge.slurm.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.apply.JobOrder.Criterion;
import io.gnomon.bridge.slurm.read.JobRecord;
import io.gnomon.bridge.slurm.read.PartitionRecord;
import io.gnomon.bridge.slurm.read.SlurmState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderingTest {
  private static final long NOW = 1_700_000_000;
  private static final long FIRST = 4_294_901_760L;
  private static final PartitionRecord BATCH =
      new PartitionRecord("batch", Map.of("MaxTime", "UNLIMITED"));

  private static Ordering ordering(Criterion criterion, double weight, boolean basic, long step) {
    return new Ordering(new JobOrder(criterion, weight), NOW, basic, step, false);
  }

  private static SlurmState state(JobRecord... jobs) {
    return new SlurmState(NOW, List.of(jobs), List.of(), List.of(BATCH));
  }

  private static List<String> lines(Ordering ordering, Map<String, Nice> kept, JobRecord... jobs) {
    return new NiceValues("batch", state(jobs), ordering, kept)
        .steps().stream().map(Step::line).toList();
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
    Ordering ordering = ordering(criterion, weight, true, 1);
    assertThat(
            ordering.place(processors, seconds, NOW)
                < ordering.place(otherProcessors, otherSeconds, NOW))
        .isEqualTo(before);
  }

  /** 1/36000 - 1/43200 is 4.63e-6, which 1e-8 a second makes up for in 463 s. */
  @Test
  void aWeightLetsAJobThatHasWaitedLongEnoughPass() {
    Ordering ordering = ordering(Criterion.SHORTEST, 1e-8, true, 1);
    long shorter = ordering.place(1, 36_000, NOW);
    assertThat(ordering.place(1, 43_200, NOW - 462)).isGreaterThan(shorter);
    assertThat(ordering.place(1, 43_200, NOW - 464)).isLessThan(shorter);
  }

  @Test
  void placesAreFineOrAnOrderIsNotPossible() {
    assertThat(ordering(Criterion.SHORTEST, 1e-8, false, 100_001).isFine()).isTrue();
    assertThat(ordering(Criterion.SMALLEST_AREA, 1e-11, false, 100_001).isFine()).isFalse();
    assertThat(ordering(Criterion.SMALLEST_AREA, 1e-11, true, 1).coarsenessSeconds()).isOne();
    assertThat(ordering(Criterion.SMALLEST_AREA, 0, false, 100_001).isFine()).isTrue();
  }

  @Test
  void priorityMinusNiceIsThePlaceWhateverSlurmGaveTheJob() {
    Ordering ordering = ordering(Criterion.SHORTEST, 0, true, 1);
    JobRecord early = Jobs.of(1, "PENDING", 5, 1, 1, NOW, FIRST, 0);
    JobRecord late = Jobs.of(2, "PENDING", 5, 1, 1, NOW, FIRST - 9 - 50, 50);
    Map<String, Nice> kept = new NiceValues("batch", state(early, late), ordering, Map.of()).kept();
    Nice one = kept.get("1");
    Nice two = kept.get("2");
    assertThat(FIRST - one.set()).isEqualTo(FIRST - 9 - two.set());
    assertThat(two.own()).isEqualTo(50);
    assertThat(one.set()).isBetween(0L, 2_147_483_645L);

    JobRecord placed = Jobs.of(2, "PENDING", 5, 1, 1, NOW, FIRST - 9 - two.set(), two.set());
    assertThat(lines(ordering, kept, placed)).isEmpty();
    assertThat(new NiceValues("batch", state(placed), null, kept).steps().get(0).line())
        .isEqualTo("scontrol update JobId=2 Nice=50");
  }

  @Test
  void whatTheScriptHasPutBelowIsPlacedAndItsOwnValueKnown() {
    Ordering ordering = ordering(Criterion.SHORTEST, 0, true, 1);
    long nice = Ordering.BOTTOM + 7;
    JobRecord fresh = Jobs.of(3, "PENDING", 5, 1, 1, NOW, FIRST - nice, nice);
    assertThat(new NiceValues("batch", state(fresh), ordering, Map.of()).kept().get("3").own())
        .isEqualTo(7);
    assertThat(new NiceValues("batch", state(fresh), null, Map.of()).steps().get(0).line())
        .isEqualTo("scontrol update JobId=3 Nice=7");
  }

  @Test
  void jobsThatAreHeldOrSetByHandOrHaveStartedAreLeftAlone() {
    Ordering ordering = ordering(Criterion.SHORTEST, 0, true, 1);
    Map<String, Nice> kept = Map.of("3", new Nice(0, 1_000_000, 0));
    assertThat(
            lines(
                ordering,
                kept,
                Jobs.of(1, "PENDING", 5, 1, 1, NOW, 0, 0),
                Jobs.of(2, "PENDING", 5, 1, 1, NOW, 77, 0),
                Jobs.of(3, "PENDING", 5, 1, 1, NOW, FIRST - 4, 4),
                Jobs.of(4, "RUNNING", 5, 1, 1, NOW, FIRST, 0),
                Jobs.of(5, "PENDING", 5, 1, 1, NOW, FIRST - 999_999, 999_999)))
        .isEmpty();
  }

  @Test
  void underMultifactorAPlaceIsWiderThanAllTheSitesFactors() {
    Ordering ordering = ordering(Criterion.SHORTEST, 0, false, 1_001);
    Map<String, Nice> kept =
        new NiceValues(
                "batch",
                state(
                    Jobs.of(1, "PENDING", 5, 1, 1, NOW, 1_000, 0),
                    Jobs.of(2, "PENDING", 6, 1, 1, NOW, 0 + 1, 0)),
                ordering,
                Map.of())
            .kept();
    assertThat(kept.get("2").set() - kept.get("1").set()).isGreaterThan(1_000);
    assertThat(kept.get("1").set()).isBetween(-2_147_483_645L, -1L);
  }
}
