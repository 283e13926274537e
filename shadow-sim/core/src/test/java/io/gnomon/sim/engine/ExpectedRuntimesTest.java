package io.gnomon.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.predict.ObservedRuntimes;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;

/** One processor, four jobs, worked by hand. */
class ExpectedRuntimesTest {
  private static final String BY_ESTIMATE = "easy(head=order, order=shortest)";
  private static final String BY_EXPECTATION = "easy(head=order, length=expected, order=shortest)";

  private static final JobLog FOUR = Workloads.SHORTER_THAN_ASKED;

  @Test
  void learnsFromTheJobsThatEndInTheSimulation() {
    assertThat(Workloads.starts(FOUR, 1, BY_ESTIMATE)).containsExactly(0, 10, 310, 810);
    assertThat(Workloads.starts(FOUR, 1, BY_EXPECTATION)).containsExactly(0, 10, 320, 310);
  }

  @Test
  void updatesWaitingJobsWhenAJobOfTheSameUserEnds() {
    // all come together: the shortest estimate runs first, and its user's other one is short then
    JobLog log =
        JobLog.builder()
            .job(1, 0, 10, 400, 1)
            .by(1, -1, -1)
            .job(2, 0, 500, 500, 1)
            .by(2, -1, -1)
            .job(3, 0, 10, 1000, 1)
            .by(1, -1, -1)
            .build();

    assertThat(Workloads.starts(log, 1, BY_ESTIMATE)).containsExactly(0, 10, 510);
    assertThat(Workloads.starts(log, 1, BY_EXPECTATION)).containsExactly(0, 20, 10);
  }

  @Test
  void keepsWhatWasLearnedUnderAnotherPolicy() {
    ScheduleListener learning = new ScheduleListener(FOUR.size());
    Simulation simulation = simulation("fcfs", learning);
    simulation.learnRuntimes();
    reconfigureAt(simulation, 50);

    assertThat(learning.schedule().start(3)).isEqualTo(310);

    ScheduleListener late = new ScheduleListener(FOUR.size());
    reconfigureAt(simulation("fcfs", late), 50);
    assertThat(late.schedule().start(3)).as("who begins at 50 has seen nothing").isEqualTo(810);
  }

  @Test
  void setsTheExpectedRuntimesOfJobsThatArrivedMeanwhile() {
    ScheduleListener schedule = new ScheduleListener(FOUR.size());
    Simulation simulation = simulation(BY_EXPECTATION, schedule);
    simulation.runUntil(11);
    simulation.state().advanceTo(11);
    simulation.reconfigure(Policies.create("fcfs")); // jobs 3 and 4 come, and none ends
    reconfigureAt(simulation, 50);

    assertThat(schedule.schedule().start(3)).isEqualTo(310);
  }

  @Test
  void updatesWaitingJobsWithCompletionsThatHappenedMeanwhile() {
    // job 3 comes before its user's job 1 has ended, and is expected then to run for its estimate
    JobLog log =
        JobLog.builder()
            .job(1, 0, 10, 1000, 1)
            .by(1, -1, -1)
            .job(2, 1, 500, 500, 1)
            .by(2, -1, -1)
            .job(3, 2, 10, 1000, 1)
            .by(1, -1, -1)
            .job(4, 3, 20, 20, 1)
            .by(3, -1, -1)
            .build();
    ScheduleListener schedule = new ScheduleListener(log.size());
    Simulation simulation = Workloads.simulation(log, 1, Policies.create(BY_EXPECTATION), schedule);
    simulation.runUntil(5);
    simulation.state().advanceTo(5);
    simulation.reconfigure(Policies.create("easy(head=order, order=shortest)"));
    simulation.runUntil(15); // job 4 runs from 10 to 30
    simulation.state().advanceTo(15);
    simulation.reconfigure(Policies.create(BY_EXPECTATION));
    simulation.run();

    assertThat(schedule.schedule().start(2)).isEqualTo(30);
  }

  @Test
  void usesAGivenModel() {
    ObservedRuntimes told = new ObservedRuntimes();
    told.ended(1, 1, 1000, 10);
    ScheduleListener schedule = new ScheduleListener(FOUR.size());
    Simulation simulation = simulation("fcfs", schedule);
    simulation.useModel(told);
    reconfigureAt(simulation, 50);

    assertThat(schedule.schedule().start(3)).isEqualTo(310);
    assertThat(simulation.runtimeModel().expected(2, 1, 500))
        .as("and learns nothing of its own")
        .isEqualTo(told.expected(2, 1, 500));
  }

  @Test
  void returnsACopyOfTheLearnedModel() {
    Simulation simulation = simulation(BY_EXPECTATION, new ScheduleListener(FOUR.size()));
    simulation.runUntil(11);
    RuntimeModel then = simulation.runtimeModel();
    int expected = then.expected(1, 1, 1000);
    assertThat(expected).isLessThan(30);

    simulation.run();

    assertThat(simulation.runtimeModel().expected(1, 1, 1000)).isLessThan(expected);
    assertThat(then.expected(1, 1, 1000)).isEqualTo(expected);
  }

  private static Simulation simulation(String policy, ScheduleListener listener) {
    return Workloads.simulation(FOUR, 1, Policies.create(policy), listener);
  }

  private static void reconfigureAt(Simulation simulation, int second) {
    simulation.runUntil(second);
    simulation.state().advanceTo(second);
    simulation.reconfigure(Policies.create(BY_EXPECTATION));
    simulation.run();
  }
}
