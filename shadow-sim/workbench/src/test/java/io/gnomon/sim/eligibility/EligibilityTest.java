package io.gnomon.sim.eligibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.StateSnapshot;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.submission.SubmissionLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Submissions on 4 processors under first come, first served; the times are checked by hand. */
class EligibilityTest {
  @TempDir Path folder;

  private final List<String> starts = new ArrayList<>();
  private JobLog log = JobLog.builder().build();

  private Simulation simulation(String... submissions) throws Exception {
    Path file = folder.resolve("jobs.events");
    List<String> lines = new ArrayList<>();
    for (String submission : submissions) {
      String[] parts = submission.split(" ", 4); // time, number, runtime, options
      lines.add(
          "-dt %s -e submit_batch_job | -sim-walltime %s --uid=ann -t 10 -n 1 -J job_%s %s job.sh"
              .formatted(parts[0], parts[2], parts[1], parts.length > 3 ? parts[3] : ""));
    }
    Files.write(file, lines);
    log = SubmissionLog.read(file);
    ClusterState state = new ClusterState(4);
    return new Simulation(
        state,
        Policies.create("fcfs"),
        new LogArrivals(log),
        new ScheduleListener(log.size()) {
          @Override
          public void started(ClusterState at, int slot) {
            starts.add(log.label(at.job(slot)) + " at " + at.now());
            super.started(at, slot);
          }
        });
  }

  @Test
  void aJobBeginsNoEarlierThanItsBeginTime() throws Exception {
    Simulation simulation = simulation("0 1 10 --begin=now+100", "5 2 10");
    simulation.runUntil(6);
    assertThat(simulation.state().waitingReason(0)).isEqualTo(WaitingReason.BEGIN_TIME);
    simulation.run();
    assertThat(starts).containsExactly("2 at 5", "1 at 100");
  }

  @Test
  void aJobWaitsForTheEndOfAnother() throws Exception {
    simulation("0 1 50", "1 2 10 --dependency=afterany:1", "2 3 10 -d afterok:1:2").run();
    assertThat(starts).containsExactly("1 at 0", "2 at 50", "3 at 60");
  }

  @Test
  void aJobWaitsForTheStartOfAnotherAndSomeMinutes() throws Exception {
    simulation("0 1 50 -b now+7", "1 2 10 -d after:1", "2 3 10 -d after:1+2").run();
    assertThat(starts).containsExactly("1 at 7", "2 at 7", "3 at 127");
  }

  @Test
  void aJobThatNeedsSuccessNeverStartsAfterAFailure() throws Exception {
    Simulation simulation =
        simulation(
            "0 1 50 -sim-exit-code 1",
            "1 2 10 -d afterok:1",
            "2 3 10 -d afternotok:1",
            "3 4 10 -d afterok:1?afterok:3",
            "4 5 10 -d afterany:2");
    simulation.run();
    assertThat(starts).containsExactly("1 at 0", "3 at 50", "4 at 60");
    ClusterState state = simulation.state();
    assertThat(state.heldCount()).isEqualTo(2);
    List<WaitingReason> reasons = new ArrayList<>();
    state.forEach(JobPhase.HELD, slot -> reasons.add(state.waitingReason(slot)));
    assertThat(reasons)
        .containsExactlyInAnyOrder(
            WaitingReason.DEPENDENCY_NEVER_SATISFIED, WaitingReason.DEPENDENCY);
  }

  @Test
  void aJobThatReachesItsLimitFails() throws Exception {
    simulation("0 1 -1", "1 2 10 -d afternotok:1", "2 3 10 -d afterok:1").run();
    assertThat(starts).containsExactly("1 at 0", "2 at 600");
  }

  @Test
  void anArrayRunsNoMoreTasksThanItsThrottleAllows() throws Exception {
    Simulation simulation = simulation("0 1 10 --array=1-4%2", "1 2 10 -d afterok:1");
    simulation.runUntil(5);
    assertThat(simulation.state().heldCount()).isEqualTo(3);
    assertThat(simulation.state().waitingReason(2)).isEqualTo(WaitingReason.ARRAY_TASK_LIMIT);
    assertThat(simulation.state().eligibleTime(2)).as("eligible at its submission").isZero();
    simulation.run();
    assertThat(starts).containsExactly("1_1 at 0", "1_2 at 0", "1_3 at 10", "1_4 at 10", "2 at 20");
  }

  @Test
  void aTaskWaitsForTheCorrespondingTask() throws Exception {
    simulation("0 1 10 --array=1,2%1", "1 2 10 --array=1-2 -d aftercorr:1").run();
    assertThat(starts).containsExactly("1_1 at 0", "1_2 at 10", "2_1 at 10", "2_2 at 20");
  }

  @Test
  void onlyOneJobOfANameRunsAtATime() throws Exception {
    Path file = folder.resolve("named.events");
    Files.write(
        file,
        List.of(
            "-dt 0 -e submit_batch_job | -sim-walltime 20 --uid=ann -t 10 -n 1 -J daily job.sh",
            "-dt 1 -e submit_batch_job | -sim-walltime 20 --uid=ann -t 10 -n 1 -J daily -d"
                + " singleton job.sh",
            "-dt 2 -e submit_batch_job | -sim-walltime 20 --uid=bob -t 10 -n 1 -J daily -d"
                + " singleton job.sh",
            "-dt 3 -e submit_batch_job | -sim-walltime 20 --uid=ann -t 10 -n 1 -J daily -d"
                + " singleton job.sh"));
    log = SubmissionLog.read(file);
    ScheduleListener schedule = new ScheduleListener(4);
    Workloads.simulation(log, 4, Policies.create("fcfs"), schedule).run();
    assertThat(
            List.of(
                schedule.schedule().start(0),
                schedule.schedule().start(1),
                schedule.schedule().start(2),
                schedule.schedule().start(3)))
        .containsExactly(0, 20, 2, 40);
  }

  @Test
  void aHeldJobStartsAfterItsReleaseAndItsAgeCountsFromThen() throws Exception {
    Simulation simulation = simulation("0 1 10 --hold", "5 2 10 -d afterany:1");
    simulation.runUntil(100);
    ClusterState state = simulation.state();
    assertThat(state.waitingReason(0)).isEqualTo(WaitingReason.HELD_BY_USER);
    assertThat(state.eligibleTime(0)).isEqualTo(ClusterState.NONE);
    state.advanceTo(100);
    simulation.release(0);
    assertThat(state.eligibleTime(0)).isEqualTo(100);
    simulation.pass();
    simulation.run();
    assertThat(starts).containsExactly("1 at 100", "2 at 110");
  }

  @Test
  void aCancelledJobReleasesThoseThatWaitForItsEnd() throws Exception {
    Simulation simulation =
        simulation("0 1 10 --hold", "1 2 10 -d afterany:1", "2 3 10 -d after:1", "9 4 10");
    simulation.runUntil(8);
    simulation.cancel(0);
    simulation.run();
    assertThat(starts).containsExactly("2 at 9", "3 at 9", "4 at 9");
  }

  @Test
  void aRestoredStateHoldsTheSameJobs() throws Exception {
    Simulation simulation =
        simulation(
            "0 1 50", "1 2 10 -d afterany:1", "2 3 10 --begin=now+30", "3 4 10 --array=1-3%1");
    simulation.runUntil(4);
    ClusterState restored = StateSnapshot.restored(StateSnapshot.of(simulation.state()));
    assertThat(restored.hash()).isEqualTo(simulation.state().hash());
    starts.clear();
    Simulation second =
        new Simulation(
            restored,
            Policies.create("fcfs"),
            Arrivals.NONE,
            new ScheduleListener(log.size()) {
              @Override
              public void started(ClusterState at, int slot) {
                starts.add(log.label(at.job(slot)) + " at " + at.now());
              }
            });
    second.assumeRuntimes(slot -> log.runtime(restored.job(slot)));
    second.run();
    assertThat(starts).containsExactly("4_2 at 13", "4_3 at 23", "3 at 32", "2 at 50");
  }
}
