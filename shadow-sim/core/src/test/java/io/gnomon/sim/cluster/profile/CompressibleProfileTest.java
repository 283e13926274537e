package io.gnomon.sim.cluster.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CompressibleProfileTest {
  private static final CompressibleProfile.Holes NO_HOLES =
      holes((time, before, free, from, until, to) -> {});

  /** 4 processors; a job of 3 until 10, then one of 2 for 5 s; the first gives 3 back at once. */
  @Test
  void aReservationMovesIntoTheHoleBeforeItAndReportsWhatItLeaves() {
    CompressibleProfile profile = new CompressibleProfile();
    profile.reset(0, 4);
    profile.take(0, 10, 3);
    profile.take(10, 15, 2);
    profile.give(4, 10, 3);
    List<String> left = new ArrayList<>();

    int start =
        profile.advance(
            10,
            2,
            5,
            4,
            AvailabilityProfile.NEVER,
            holes(
                (time, before, free, from, until, to) ->
                    left.add(
                        "at %d till %d %d to %d, from %d %s"
                            .formatted(
                                time,
                                to,
                                before,
                                free,
                                from,
                                until == Integer.MAX_VALUE ? "on" : "to " + until))));

    assertThat(start).isEqualTo(4);
    assertThat(left).containsExactly("at 10 till 15 2 to 4, from 9 on");
    assertThat(profile.freeAt(4)).isEqualTo(2);
    assertThat(profile.freeAt(9)).isEqualTo(4);
    assertThat(profile.freeAt(12)).isEqualTo(4);
  }

  /**
   * A reservation that is moved equals one that was placed there first, despite cached searches.
   */
  @Property(tries = 300)
  void movingEqualsGivingBackAndTakingAtTheAnchorPoint(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 40) int jobs) {
    CompressibleProfile profile = new CompressibleProfile();
    AvailabilityProfile plain = new AvailabilityProfile();
    profile.reset(0, 8);
    plain.reset(0, 8);
    int[][] reserved = new int[jobs][];
    for (int job = 0; job < jobs; job++) {
      int width = 1 + random.nextInt(8);
      int seconds = 1 + random.nextInt(20);
      int start = profile.anchor(random.nextInt(60), width, seconds);
      profile.take(start, start + seconds, width);
      plain.take(start, start + seconds, width);
      reserved[job] = new int[] {start, width, seconds};
    }
    for (int[] job : reserved) {
      int start = job[0];
      int width = job[1];
      int seconds = job[2];
      plain.give(start, start + seconds, width);
      int earliest = Math.min(start, plain.anchor(0, width, seconds));
      plain.take(earliest, earliest + seconds, width);

      int moved = profile.advance(start, width, seconds, 0, start, NO_HOLES);

      assertThat(moved).isEqualTo(earliest);
    }
    profile.moveTo(0);
    assertThat(profile.size()).isEqualTo(plain.size());
    for (int time = 0; time < 1000; time++) {
      assertThat(profile.freeAt(time)).as("at %d", time).isEqualTo(plain.freeAt(time));
    }
  }

  /** 4 processors; who fails leaves word to those who need as much, until something opens. */
  @Test
  void aSearchBeginsWhereTheLastOneOfANarrowerAndShorterJobHasEnded() {
    CompressibleProfile profile = new CompressibleProfile();
    profile.reset(0, 4);
    profile.take(0, 10, 3);
    profile.take(10, 20, 4);
    profile.take(20, 30, 2);
    profile.take(30, 40, 2);

    assertThat(profile.advance(20, 2, 10, 0, 20, NO_HOLES)).isEqualTo(20);
    assertThat(profile.advance(30, 2, 10, 0, 30, NO_HOLES)).isEqualTo(20);
    profile.give(0, 10, 3); // the first has ended
    assertThat(profile.advance(20, 2, 10, 0, 20, NO_HOLES)).isZero();
    assertThat(profile.advance(20, 2, 10, 0, 20, NO_HOLES)).isZero();
  }

  private interface Opened {
    void open(int time, int before, int free, int from, int until, int to);
  }

  /** Records all holes. */
  private static CompressibleProfile.Holes holes(Opened opened) {
    return new CompressibleProfile.Holes() {
      @Override
      public boolean isRelevant(int before, int free) {
        return true;
      }

      @Override
      public void open(int time, int before, int free, int from, int until, int to) {
        opened.open(time, before, free, from, until, to);
      }
    };
  }
}
