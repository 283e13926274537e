package io.gnomon.controller.wait;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JobWaitsTest {
  /** Submitted at 0, started at 600, ended at 1,000: a wait of 600 s, a slowdown of 1 + 600/400. */
  @Test
  void aJobCountsWhenItStartsAndWhenItCompletes() {
    long origin = ControllerTestDriver.ORIGIN;
    ControllerTestDriver driver = new ControllerTestDriver(Mode.OBSERVE, 10).declare(8);
    driver.send(new JobSubmitted("a", origin, 8, 1_000));
    driver.send(new JobStarted("a", origin + 600));
    driver.send(new JobFinished("a", origin + 1_000, JobOutcome.COMPLETED));

    JobWaits waits = driver.tracked().effects().waits();

    assertThat(waits.partitions().byName()).containsOnlyKeys("none");
    NamedWaits.Waits none = waits.partitions().byName().get("none");
    assertThat(none.seconds().sum()).isEqualTo(600);
    assertThat(none.seconds().counts()).containsExactly(0, 1, 0, 0, 0, 0, 0, 0); // up to 10 min
    assertThat(none.slowdown().sum()).isEqualTo(2.5);
    assertThat(none.slowdown().counts()).containsExactly(0, 0, 1, 0, 0, 0, 0); // 2 to 5
    assertThat(waits.qos().byName()).as("no accounts are known").isEmpty();
    assertThat(waits.accounts().byName()).as("off by default").isEmpty();
  }

  /**
   * The third name has 3 jobs when the smaller of the two has 1: it takes its place, and is new.
   */
  @Test
  void theLargestNamesHaveHistogramsOfTheirOwn() {
    NamedWaits waits = new NamedWaits(2);
    waits.started("a", 1);
    waits.started("a", 1);
    waits.started("b", 1);
    waits.started("c", 1);
    waits.started("c", 1);
    assertThat(waits.byName()).containsOnlyKeys("a", "b", NamedWaits.OTHER);

    waits.started("c", 1);

    assertThat(waits.byName()).containsOnlyKeys("a", "c", NamedWaits.OTHER);
    assertThat(waits.byName().get("c").seconds().sum()).isEqualTo(1);
    assertThat(waits.byName().get(NamedWaits.OTHER).seconds().sum()).isEqualTo(2);
  }

  @Test
  void aNameThatIsOtherTakesNoPlace() {
    NamedWaits waits = new NamedWaits(1);
    waits.started("a", 1);
    for (int i = 0; i < 3; i++) {
      waits.started(NamedWaits.OTHER, 1);
    }
    assertThat(waits.byName()).containsOnlyKeys("a", NamedWaits.OTHER);
    assertThat(waits.byName().get(NamedWaits.OTHER).seconds().sum()).isEqualTo(3);
  }

  @Test
  void anyNumberOfNamesTakesBoundedMemory() {
    NamedWaits waits = new NamedWaits(3);
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      waits.started("user-" + (int) (10_000 * Math.pow(random.nextDouble(), 4)), i);
    }
    assertThat(waits.byName()).hasSize(4).containsKeys("user-0", NamedWaits.OTHER);
  }
}
