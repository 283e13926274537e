package io.gnomon.sim.tune;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PastRuntimesTest {
  private final PastRuntimes past = new PastRuntimes();

  @Test
  void withoutAPastAJobRunsForItsEstimate() {
    assertThat(past.draw(1, 600, 0, 0.5)).isEqualTo(600);
    assertThat(past.draw(1, 600, 700, 0.5)).as("past its estimate").isEqualTo(701);
  }

  @Test
  void drawsFromTheSameUsersJobsOfTheSameEstimate() {
    past.ended(1, 600, 10);
    past.ended(1, 600, 300);
    past.ended(2, 600, 599);

    assertThat(past.draw(1, 600, 0, 0.0)).isEqualTo(10);
    assertThat(past.draw(1, 600, 0, 0.99)).isEqualTo(300);
  }

  @Test
  void leavesOutWhatAJobHasAlreadyOutrun() {
    for (int runtime : new int[] {10, 20, 300, 400}) {
      past.ended(1, 600, runtime);
    }

    assertThat(past.draw(1, 600, 20, 0.0)).isEqualTo(300);
    // one alone is too few; so are the fractions; the estimate is left
    assertThat(past.draw(1, 600, 300, 0.0)).isEqualTo(600);
  }

  @Test
  void anotherEstimateOfTheSameUserIsDrawnFromTheFractionsItUsed() {
    for (int estimate : new int[] {100, 200, 300, 400}) {
      past.ended(1, estimate, estimate / 4);
    }

    assertThat(past.draw(1, 1000, 0, 0.7)).isEqualTo(250);
    assertThat(past.draw(9, 1000, 0, 0.7)).as("of a user not seen before").isEqualTo(250);
  }

  @Test
  void keepsTheLatestOfManyUsers() {
    for (int job = 0; job < 100; job++) {
      for (int user = -1; user < 200; user++) {
        past.ended(user, 5000, 1 + job);
      }
    }

    for (int user = -1; user < 200; user++) {
      assertThat(past.draw(user, 5000, 0, 0.0)).isBetween(85, 100);
    }
  }
}
