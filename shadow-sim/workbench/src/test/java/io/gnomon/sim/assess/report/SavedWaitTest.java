package io.gnomon.sim.assess.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.figure.Blocks;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Evaluator;
import io.gnomon.sim.assess.figure.JobGroups;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SavedWaitTest {
  private static final int HOUR = 3_600;
  private static final int DAY = 24 * HOUR;

  /**
   * Two processors, from Sunday on. The first job has one of them for 10 h; the second wants both
   * and waits for 10 h; the third wants one for 1 h. In order of arrival the third waits for 20 h;
   * with EASY it starts at once. A job of the next day waits for nothing.
   */
  @Test
  void subtractsTheWaitsOfEachWeekAndPartition() {
    JobLog log =
        JobLog.builder(Instant.parse("2024-11-24T00:00:00Z").getEpochSecond())
            .job(1, 0, 10 * HOUR, 10 * HOUR, 1)
            .to(1, 1)
            .job(2, 0, 10 * HOUR, 10 * HOUR, 2)
            .to(1, 1)
            .job(3, 0, HOUR, HOUR, 1)
            .to(2, 2)
            .job(4, DAY, HOUR, HOUR, 1)
            .to(2, 2)
            .build();
    SimulatedSite arrival = SimulatedSite.pool(log, 2, Spec.of("fcfs"));
    JobGroups groups = new JobGroups(arrival);
    ConfigurationFigures fcfs = figures(arrival, groups);
    ConfigurationFigures easy = figures(SimulatedSite.pool(log, 2, Spec.of("easy")), groups);

    List<SavedWait> saved = SavedWait.of(groups, fcfs, easy);
    assertThat(saved)
        .containsExactly(
            new SavedWait(new JobGroups.Week("2024-11-18", "queue 1"), 2, 0),
            new SavedWait(new JobGroups.Week("2024-11-18", "queue 2"), 1, 20),
            new SavedWait(new JobGroups.Week("2024-11-25", "queue 2"), 1, 0));
    assertThat(SavedWait.sum(saved)).isEqualTo(20);
    assertThat(SavedWait.sum(SavedWait.of(groups, easy, fcfs))).isEqualTo(-20);
  }

  private static ConfigurationFigures figures(SimulatedSite setup, JobGroups groups) {
    JobLog log = setup.log();
    int[] source = IntStream.range(0, log.size()).toArray();
    return Evaluator.of(setup, setup.simulate(), source, log, Blocks.of(log), groups);
  }
}
