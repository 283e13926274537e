package io.gnomon.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CompressibleProfileTest {

  /** 4 processors; a job of 3 until 10, then one of 2 for 5 s; the first gives 3 back at once. */
  @Test
  void aReservationSlidesIntoTheHoleBeforeItAndTellsWhatItLeaves() {
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
            holes(
                (time, before, free, from, until) ->
                    left.add(
                        "at %d %d to %d, from %d %s"
                            .formatted(
                                time,
                                before,
                                free,
                                from,
                                until == Integer.MAX_VALUE ? "on" : "to " + until))));

    assertThat(start).isEqualTo(4);
    assertThat(left).containsExactly("at 10 2 to 4, from 9 on");
    assertThat(profile.freeAt(4)).isEqualTo(2);
    assertThat(profile.freeAt(9)).isEqualTo(4);
    assertThat(profile.freeAt(12)).isEqualTo(4);
  }

  /** Moved, it stands as if it had been taken there at first. */
  @Property(tries = 300)
  void movingIsGivingBackAndTakingAtTheAnchorPoint(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 12) int jobs) {
    CompressibleProfile profile = new CompressibleProfile();
    profile.reset(0, 8);
    for (int job = 0; job < jobs; job++) {
      int width = 1 + random.nextInt(8);
      int seconds = 1 + random.nextInt(20);
      int start = profile.anchor(random.nextInt(30), width, seconds);
      profile.take(start, start + seconds, width);
    }
    int width = 1 + random.nextInt(8);
    int seconds = 1 + random.nextInt(20);
    int start = profile.anchor(20 + random.nextInt(60), width, seconds);
    AvailabilityProfile plain = new AvailabilityProfile();
    plain.set(profile);
    profile.take(start, start + seconds, width);
    int earliest = Math.min(start, plain.anchor(0, width, seconds));
    plain.take(earliest, earliest + seconds, width);

    int moved =
        profile.advance(start, width, seconds, 0, holes((time, before, free, from, until) -> {}));
    profile.moveTo(0);

    assertThat(moved).isEqualTo(earliest);
    assertThat(profile.size()).isEqualTo(plain.size());
    for (int time = 0; time < 400; time++) {
      assertThat(profile.freeAt(time)).as("at %d", time).isEqualTo(plain.freeAt(time));
    }
  }

  private interface Opened {
    void open(int time, int before, int free, int from, int until);
  }

  /** All of them concern somebody. */
  private static CompressibleProfile.Holes holes(Opened opened) {
    return new CompressibleProfile.Holes() {
      @Override
      public boolean concern(int before, int free) {
        return true;
      }

      @Override
      public void open(int time, int before, int free, int from, int until) {
        opened.open(time, before, free, from, until);
      }
    };
  }
}
