package io.gnomon.sim.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.metric.IdleResources.Resource;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdleResourcesTest {
  private static final int HOUR = 3_600;
  private static final int WEEK = 7 * 86_400;
  private static final long MONDAY = Instant.parse("2024-11-18T00:00:00Z").getEpochSecond();

  /** Two processors are idle for an hour of the first week, and of each week of a wrong clock. */
  @Test
  void weeksOfAClockThatWasInTheFutureTakeNoPlace() {
    IdleResources idle = new IdleResources(2);
    idle.begin(List.of("all"));
    idle.change(0, Resource.PROCESSORS, 2, 8);
    idle.waits(0, Resource.PROCESSORS, 1);
    for (long from : new long[] {MONDAY, MONDAY + 20 * WEEK, MONDAY + 21 * WEEK}) {
      idle.skipTo(from);
      idle.advanceTo(from + HOUR);
    }
    idle.skipTo(MONDAY + WEEK);
    assertThat(idle.rows(Resource.PROCESSORS)).isEmpty();
    idle.advanceTo(MONDAY + WEEK + HOUR);

    assertThat(idle.rows(Resource.PROCESSORS))
        .containsExactly(new IdleResources.Row(MONDAY + WEEK, "all", 2, 8));
  }
}
