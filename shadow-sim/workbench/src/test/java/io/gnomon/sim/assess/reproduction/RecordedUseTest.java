package io.gnomon.sim.assess.reproduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;

class RecordedUseTest {
  @Test
  void followsTheRecordedStarts() {
    // job 1 runs on 4 of 8 processors from 0 to 100; job 2 with 1 processor waits from 20 to 60 and
    // runs until 90; job 3 has no recorded start
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 200, 4)
            .waited(0)
            .job(2, 20, 30, 40, 1)
            .waited(40)
            .job(3, 30, 500, 100, 1)
            .build();

    RecordedUse use = RecordedUse.of(SimulatedSite.pool(log, 8, Spec.of("easy")));

    assertThat(use.peak()).isEqualTo(5);
    assertThat(use.busiest()).isEqualTo(4);
    assertThat(use.idleWhileWaiting()).isCloseTo(1, within(1e-9));
    assertThat(use.pastEstimate()).isEqualTo(1);
    assertThat(use.unknownStarts()).isEqualTo(1);
  }
}
