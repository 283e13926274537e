package io.gnomon.sandbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobEvent;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sandbox.TestClusters;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EmulatedClusterTest {
  private static final int PROCESSORS = 64;
  private static final long ORIGIN = 1_000_000;
  private static final String FOUR = "multi-queue(partitions=4)";
  private static final int DAY = 86_400;

  private final JobLog log = TestClusters.workload(2_000, PROCESSORS, 0.8, 3);
  private final EmulatedCluster cluster = new EmulatedCluster(log, PROCESSORS, ORIGIN);
  private final List<EventData> told = new ArrayList<>();

  private void runToTheEnd() {
    while (!cluster.done()) {
      cluster.runUntil(cluster.nextEventTime() + DAY);
    }
    cluster.changes(0, told::add);
  }

  /** The schedule of a bare simulation, reconfigured at {@code change}. */
  private Schedule simulated(int change) {
    Schedule.Recorder recorder = Schedule.recorder(log.size());
    Simulation simulation =
        new Simulation(
            new ClusterState(PROCESSORS),
            Policies.create(EmulatedCluster.INITIAL_POLICY),
            new LogArrivals(log),
            new SimulationListener() {
              @Override
              public void started(ClusterState state, int slot) {
                recorder.started(state.job(slot), state.now(), state.heldProcessors(slot));
              }

              @Override
              public void finished(ClusterState state, int slot) {
                recorder.finished(state.job(slot), state.now());
              }
            });
    simulation.runUntil(change);
    if (change != Simulation.NEVER) {
      simulation.state().advanceTo(change);
      simulation.reconfigure(Policies.create(FOUR));
      simulation.run();
    }
    return recorder.schedule();
  }

  @Test
  void runsAWorkloadAsItsSimulationDoes() {
    runToTheEnd();
    assertThat(cluster.schedule()).isEqualTo(simulated(Simulation.NEVER));
  }

  @Test
  void aConfigurationTakesEffectAtTheSecondAtWhichItIsApplied() throws Exception {
    int change = log.submit(log.size() / 2);
    cluster.runUntil(change);
    cluster.apply(new Configuration(FOUR, 2));
    runToTheEnd();

    assertThat(cluster.schedule()).isEqualTo(simulated(change));
    assertThat(cluster.schedule()).isNotEqualTo(simulated(Simulation.NEVER));
  }

  @Test
  void tellsEachSubmitStartAndEndOnceInOrderOfTime() {
    runToTheEnd();

    Map<String, List<EventType>> byJob = new HashMap<>();
    long before = ORIGIN;
    for (EventData event : told) {
      assertThat(event.at()).isGreaterThanOrEqualTo(before);
      before = event.at();
      if (event instanceof JobEvent job) {
        byJob.computeIfAbsent(job.job(), name -> new ArrayList<>()).add(event.type());
      }
    }
    assertThat(byJob).hasSize(log.size());
    assertThat(byJob.values())
        .allMatch(
            List.of(EventType.JOB_SUBMITTED, EventType.JOB_STARTED, EventType.JOB_FINISHED)
                ::equals);
  }

  @Test
  void tellsTheTimesOfTheSchedule() {
    runToTheEnd();
    Map<String, Integer> numbers = new HashMap<>();
    for (int job = 0; job < log.size(); job++) {
      numbers.put(cluster.name(job), job);
    }
    for (EventData event : told) {
      if (event instanceof JobSubmitted submitted) {
        int job = numbers.get(submitted.job());
        assertThat(submitted.at()).isEqualTo(ORIGIN + log.submit(job));
        assertThat(submitted.processors()).isEqualTo(log.width(job));
        assertThat(submitted.estimateSeconds()).isEqualTo(log.estimate(job));
      } else if (event instanceof JobStarted started) {
        assertThat(started.at())
            .isEqualTo(ORIGIN + cluster.schedule().start(numbers.get(started.job())));
      } else if (event instanceof JobFinished finished) {
        assertThat(finished.at())
            .isEqualTo(ORIGIN + cluster.schedule().end(numbers.get(finished.job())));
      }
    }
  }

  @Test
  void letsNoHourPassWithoutAWord() {
    runToTheEnd();
    long before = told.get(0).at();
    for (EventData event : told) {
      assertThat(event.at() - before).isLessThanOrEqualTo(3600);
      before = event.at();
    }
    assertThat(told).anyMatch(ClockAdvanced.class::isInstance);
  }

  @Test
  void givesEachChangeOnce() {
    cluster.runUntil(log.submit(10) + 1);
    cluster.changes(0, told::add);
    assertThat(told).isNotEmpty();
    told.clear();
    cluster.changes(0, told::add);
    assertThat(told).isEmpty();
  }

  @Test
  void aSnapshotHasEveryActiveJobAsItIs() {
    cluster.runUntil(log.submit(log.size() / 2));
    ClusterSnapshot snapshot = cluster.snapshot(7);
    ClusterState state = cluster.state();

    assertThat(snapshot.at()).isEqualTo(ORIGIN + state.now());
    assertThat(snapshot.reflectsSequence()).isEqualTo(7);
    Map<String, JobSnapshot> jobs = new HashMap<>();
    snapshot.jobs().forEach(job -> jobs.put(job.job(), job));
    assertThat(jobs).hasSize(state.activeCount());
    assertThat(state.waiting().size()).isPositive();
    state.forEachActive(
        slot -> {
          JobSnapshot job = jobs.get(cluster.name(state.job(slot)));
          assertThat(job.state()).isEqualTo(JobState.valueOf(state.phase(slot).name()));
          assertThat(job.processors()).isEqualTo(state.width(slot));
          assertThat(job.estimateSeconds()).isEqualTo(state.estimate(slot));
          assertThat(job.submittedAt()).isEqualTo(ORIGIN + state.submitTime(slot));
        });
  }

  @Test
  void refusesWhatItDoesNotUnderstandOrHasNotDeclared() {
    expectRefusal("multi-queue(partitions=none)", ConfigRejectReason.INVALID);
    expectRefusal("no such policy", ConfigRejectReason.INVALID);
    expectRefusal("selective-suspension", ConfigRejectReason.NOT_CAPABLE);
    expectRefusal("conservative(mold=half)", ConfigRejectReason.NOT_CAPABLE);
    expectRefusal("conservative(speculation=0.5)", ConfigRejectReason.NOT_CAPABLE);
  }

  private void expectRefusal(String policy, ConfigRejectReason reason) {
    Configuration before = cluster.configuration();
    assertThatThrownBy(() -> cluster.apply(new Configuration(policy, 2)))
        .isInstanceOfSatisfying(
            CannotApplyException.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
    assertThat(cluster.configuration()).isEqualTo(before);
  }
}
