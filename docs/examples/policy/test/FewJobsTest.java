package org.example.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;

class FewJobsTest {
  private static Schedule schedule(String policy, JobLog log) {
    ScheduleListener listener = new ScheduleListener(log.size());
    new Simulation(
            new ClusterState(4), Policies.create(policy), new LogArrivals(log), listener)
        .run();
    return listener.schedule();
  }

  /** Three jobs of one processor and 10 s, one each second: the third waits for the first. */
  @Test
  void theThirdJobWaitsWhileTwoRun() {
    JobLog log =
        JobLog.builder().job(1, 0, 10, 10, 1).job(2, 1, 10, 10, 1).job(3, 2, 10, 10, 1).build();

    assertThat(schedule("easy", log).start(2)).isEqualTo(2);
    assertThat(schedule("few-jobs(below=2)", log).start(1)).isEqualTo(1);
    assertThat(schedule("few-jobs(below=2)", log).start(2)).isEqualTo(10);
  }
}
