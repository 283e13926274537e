package io.gnomon.sim.policy.multiqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CriteriaTest {

  @Test
  void quantilesWouldHaveGivenEachPartitionTheSameCount() {
    // eight estimates, four partitions: two jobs each
    int[] past = {10, 20, 30, 40, 50, 60, 70, 80};

    Criteria criteria = Criteria.quantiles(4, past);

    assertThat(criteria.bounds()).containsExactly(30, 50, 70, 80);
    int[] counts = new int[4];
    for (int estimate : past) {
      counts[criteria.partition(estimate)]++;
    }
    assertThat(counts).containsExactly(2, 2, 2, 2);
  }

  @Test
  void equalEstimatesStayTogetherAndMayLeaveAPartitionEmpty() {
    Criteria criteria = Criteria.quantiles(3, new int[] {60, 60, 60, 60, 60, 3600});

    assertThat(criteria.bounds()).containsExactly(60, 60, 3600);
    assertThat(criteria.partition(59)).isZero();
    assertThat(criteria.partition(60)).isEqualTo(2);
  }

  @Test
  void anotherNumberOfPartitionsDividesTheSameTopEvenly() {
    // appendix A.1, Figure 10: four partitions with t4 = 1200 to three, two with t2 = 800 to four
    Criteria four = Criteria.of(100, 300, 700, 1200);
    Criteria two = Criteria.of(100, 800);

    assertThat(four.redivided(3).bounds()).containsExactly(400, 800, 1200);
    assertThat(two.redivided(4).bounds()).containsExactly(200, 400, 600, 800);
    assertThat(four.redivided(4)).isEqualTo(four);
  }

  @Test
  void aRangeHoldsItsLowerBoundAndNotItsUpperAndTheLastAllThatIsLonger() {
    Criteria criteria = Criteria.of(400, 800, 1200);

    assertThat(criteria.partition(399)).isZero();
    assertThat(criteria.partition(400)).isEqualTo(1);
    assertThat(criteria.partition(799)).isEqualTo(1);
    assertThat(criteria.partition(1200)).isEqualTo(2);
    assertThat(criteria.partition(1_000_000)).isEqualTo(2);
  }

  @Test
  void parsesItsOwnTextForm() {
    assertThat(Criteria.parse("400/800/1200")).isEqualTo(Criteria.of(400, 800, 1200));
    assertThat(Criteria.of(400, 800, 1200)).hasToString("400/800/1200");
    assertThat(Criteria.initial(4).bounds()).containsExactly(100, 1_000, 10_000, 100_000);
  }

  @Test
  void descendingBoundsAreRejected() {
    assertThatThrownBy(() -> Criteria.of(10, 5)).hasMessageContaining("10/5");
    assertThatThrownBy(() -> Criteria.of()).hasMessageContaining("0 bounds");
    assertThatThrownBy(() -> Criteria.of(0)).hasMessageContaining("below 1");
  }

  @Test
  void weeklyCriteriaFollowTheWeekBefore() {
    WeeklyCriteria weekly = new WeeklyCriteria(Criteria.of(100, 200), false);
    weekly.advanceTo(5);
    weekly.completed(50);
    weekly.completed(70);
    weekly.completed(90);
    weekly.completed(110);

    assertThat(weekly.advanceTo(WeeklyCriteria.WEEK - 1)).isFalse();
    assertThat(weekly.criteria()).isEqualTo(Criteria.of(100, 200));
    assertThat(weekly.advanceTo(WeeklyCriteria.WEEK)).isTrue();
    assertThat(weekly.criteria()).isEqualTo(Criteria.of(90, 110));
    // no job completed in the second week
    assertThat(weekly.advanceTo(2 * WeeklyCriteria.WEEK)).isFalse();
    assertThat(weekly.criteria()).isEqualTo(Criteria.of(90, 110));
  }
}
