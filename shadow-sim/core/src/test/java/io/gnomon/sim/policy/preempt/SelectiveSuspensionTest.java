package io.gnomon.sim.policy.preempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 4.1's two equal tasks, and small cases of section 4.3, worked by hand. */
class SelectiveSuspensionTest {
  private static final int HOUR = 3600;

  // Two tasks of an hour for the whole machine, both submitted at 0. The waiting one's xfactor is
  // 1 + wait / 3600. For a factor s it suspends the other at s, is overtaken at s^2, and so on
  // until somebody ends; 2 is reached after the hour that the first one needs.
  //   s = 2         the first ends at 3600, just when 2 is reached: no suspension
  //   s = sqrt 2    1.4142 at 1491.2 s, so in minute 1500; the next one needs 1.4167 x 1.4142 =
  //                 2.0035, 3613 s of wait, and by then the second has ended: one suspension
  //   s = 1         each minute: at 60, 120, ... 7080; at 7140 the first has had its hour
  @ParameterizedTest
  @CsvSource({"2, 0", "1.4142135, 1", "1, 118"})
  void twoEqualTasksAlternateAsOftenAsTheFactorAllows(String factor, int suspensions) {
    JobLog log = JobLog.builder().job(1, 0, HOUR, HOUR, 8).job(2, 0, HOUR, HOUR, 8).build();

    assertThat(suspensions(log, 8, "selective-suspension(tuned=false, factor=" + factor + ")"))
        .isEqualTo(suspensions);
  }

  // For s = 1.2, between 1 and sqrt 2: s^n = 2 has n = 3.8, so at most 3 suspensions.
  //   720    2's xfactor is 1 + 720 / 3600 = 1.2: it suspends 1
  //   2340   1 needs 1.2 x 1.2 = 1.44, 1584 s of wait, so in minute 2340 (1620 s, 1.45)
  //   4320   2 needs 1.2 x 1.45 = 1.74, 2664 s of wait: 720 before, 1980 since 2340 (1.75)
  //   6300   1 would need 1.2 x 1.75 = 2.1, 3960 s; 2 has had 1620 + 1980 s and ends
  //   7200   1 has had 720 + 1980 + 900 s
  @Test
  void twoEqualTasksAlternateBetweenOneAndTheRootOfTwo() {
    JobLog log = JobLog.builder().job(1, 0, HOUR, HOUR, 8).job(2, 0, HOUR, HOUR, 8).build();
    List<Integer> suspensions = new ArrayList<>();
    ScheduleListener listener =
        new ScheduleListener(log.size()) {
          @Override
          public void suspended(ClusterState state, int slot) {
            suspensions.add(state.now());
            super.suspended(state, slot);
          }
        };
    Workloads.simulation(
            log, 8, Policies.create("selective-suspension(tuned=false, factor=1.2)"), listener)
        .run();

    assertThat(suspensions).containsExactly(720, 2340, 4320);
    assertThat(listener.schedule().end(0)).isEqualTo(7200);
    assertThat(listener.schedule().end(1)).isEqualTo(6300);
    // while a job is suspended, it waits
    Outcome outcome = new Outcome(log, listener.schedule());
    assertThat(outcome.wait(0)).isEqualTo((2340 - 720) + (6300 - 4320));
    assertThat(outcome.wait(1)).isEqualTo(720 + (4320 - 2340));
  }

  // Job 1 ends at 1200 with a slowdown of 1, so that the limit of its category, short and narrow,
  // is 1.5. Job 2 starts then with an xfactor of 2, beyond it. Job 3's is 1 + wait / 60: 4, twice
  // job 2's, after 180 s; 4.5, three times the limit, after 210 s, so in minute 1440.
  @ParameterizedTest
  @CsvSource({"tuned=false, 1380", "tuned=true, 1440", "override=2, 1380", "override=0, 2400"})
  void aSparedJobIsSuspendedOnlyForAJobWithAMultipleOfItsLimit(String tuning, int start) {
    JobLog log =
        JobLog.builder()
            .job(1, 0, 1200, 1200, 4)
            .job(2, 0, 1200, 1200, 4)
            .job(3, 1200, 60, 60, 4)
            .build();

    assertThat(run(log, 4, "selective-suspension(" + tuning + ")").start(2)).isEqualTo(start);
  }

  @Test
  void aNarrowJobDoesNotSuspendOneMoreThanTwiceAsWide() {
    // job 2's xfactor is 2 one minute after its submission; job 1 is 8 wide
    JobLog narrow = JobLog.builder().job(1, 0, HOUR, HOUR, 8).job(2, 60, 60, 60, 3).build();
    JobLog wide = JobLog.builder().job(1, 0, HOUR, HOUR, 8).job(2, 60, 60, 60, 4).build();

    assertThat(start(narrow, 8, 1)).isEqualTo(HOUR);
    assertThat(start(wide, 8, 1)).isEqualTo(120);
  }

  @Test
  void aSuspendedJobResumesOnItsOwnProcessors() {
    // 8 processors. Jobs 1 and 2 take 0-3 and 4-7; at 120 job 3 (width 2, submitted at 60, xfactor
    // 2) suspends job 1, equal in width and priority and first by start and number. Job 4 arrives
    // with width 2 at 130 and takes 2-3, for which no one else waits in its turn. Job 3 ends at
    // 180, but job 1 needs all of 0-3: it resumes at 230, when job 4 ends.
    JobLog log =
        JobLog.builder()
            .job(1, 0, HOUR, HOUR, 4)
            .job(2, 0, HOUR, HOUR, 4)
            .job(3, 60, 60, 60, 2)
            .job(4, 130, 100, 100, 2)
            .build();

    Schedule same = run(log, 8, "selective-suspension(tuned=false, hold=false)");

    assertThat(same.start(2)).isEqualTo(120);
    assertThat(same.start(3)).isEqualTo(130);
    assertThat(same.end(0)).isEqualTo(HOUR + 110);

    // 2-3 are held for job 1, whose xfactor at 130 is 1.003, against job 4, whose is 1. At 180 that
    // of job 4 is 1.5 and that of job 1 is 1.02: job 4 comes first and holds job 1 up until 280
    Schedule held = run(log, 8, "selective-suspension(tuned=false)");

    assertThat(held.start(3)).isEqualTo(180);
    assertThat(held.end(0)).isEqualTo(HOUR + 160);
  }

  @Test
  void writingAndReadingMemoryDelaysTheNextJobOnTheProcessors() {
    JobLog log = JobLog.builder().job(1, 0, HOUR, HOUR, 8).job(2, 60, 60, 60, 8).build();
    int seconds = new SuspensionOverhead(2, 1).seconds(0, 8);

    Schedule schedule = run(log, 8, "selective-suspension(tuned=false, disk=2)");

    assertThat(seconds).isBetween(7, 63);
    assertThat(schedule.end(1)).isEqualTo(120 + seconds + 60);
    assertThat(schedule.end(0)).isEqualTo(HOUR + (60 + seconds) + seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"selective-suspension", "immediate-service"})
  void aSnapshotWithoutAPlacementIsRejected(String policy) {
    SchedulingPolicy restored = Policies.create(policy);
    restored.adopt(new ClusterState(8));
    Snapshot incomplete = new Snapshot().put("nextPass", 60);

    assertThatThrownBy(() -> restored.restore(incomplete))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("field 'placement' of the snapshot is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"selective-suspension", "immediate-service"})
  void aPlacementWithColumnsOfDifferentLengthsIsRejected(String policy) {
    SchedulingPolicy restored = Policies.create(policy);
    restored.adopt(new ClusterState(8));
    Snapshot jobs = new Snapshot().put("job", new int[] {1, 2}).put("holds", new int[] {1});
    Snapshot placement = new Snapshot().put("capacity", 8).put("jobs", jobs);

    assertThatThrownBy(() -> restored.restore(new Snapshot().put("placement", placement)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "field 'holds' of section 'placement.jobs' has 1 values; 2 are required");
  }

  private static int start(JobLog log, int processors, int job) {
    return run(log, processors, "selective-suspension(tuned=false)").start(job);
  }

  private static Schedule run(JobLog log, int processors, String policy) {
    return Workloads.run(log, processors, Policies.create(policy));
  }

  private static int suspensions(JobLog log, int processors, String policy) {
    int[] count = new int[1];
    SimulationListener counter =
        new SimulationListener() {
          @Override
          public void suspended(ClusterState state, int slot) {
            count[0]++;
          }
        };
    Workloads.simulation(log, processors, Policies.create(policy), counter).run();
    return count[0];
  }
}
