package io.gnomon.controller.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.ArrayTask;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.StateSnapshot;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A simulation that begins with the mirror releases the jobs that the scheduler holds. */
class RequestConditionsTest {
  private static final long ORIGIN = 1_700_000_000;

  private final Mirror mirror = new Mirror(ORIGIN, 64, new MirrorListener() {});

  private void submit(String job, boolean held, ResourceRequest.Builder request) throws Exception {
    submit(job, 10, held, request);
  }

  private void submit(String job, int at, boolean held, ResourceRequest.Builder request)
      throws Exception {
    mirror.apply(
        new JobSubmitted(
            job, ORIGIN + at, new JobDescription(1, 100, "ann", request.build()), held));
  }

  private static ResourceRequest.Builder request() {
    return ResourceRequest.builder();
  }

  /** Starts in a simulation, by job, in seconds after the origin. */
  private Map<String, Integer> starts(ClusterState state) {
    Map<String, Integer> starts = new TreeMap<>();
    Simulation simulation =
        new Simulation(
            state,
            Policies.create("fcfs"),
            Arrivals.NONE,
            new SimulationListener() {
              @Override
              public void started(ClusterState at, int slot) {
                starts.put(mirror.name(slot), at.now());
              }
            });
    simulation.pass();
    simulation.run();
    return starts;
  }

  @Test
  void aForkReleasesWhatBeginTimesDependenciesAndThrottlesHoldBack() throws Exception {
    submit("1", false, request());
    mirror.apply(new JobStarted("1", ORIGIN + 20, EventData.NONE, EventData.NONE, EventData.NONE));
    submit("2", 20, true, request().dependency("afterok:1"));
    submit("3", 20, true, request().beginTime(ORIGIN + 50));
    submit("4", 20, true, request().dependency("after:3+1"));
    submit("5", 20, true, request().dependency("singleton"));
    submit("6", 20, true, request().dependency("afterany:77"));
    submit("7", 20, true, request());
    submit("8", 20, true, request().dependency("afterok:77?afterany:2"));

    ClusterState state = mirror.state();
    assertThat(state.waitingReason(mirror.slot("3"))).isEqualTo(WaitingReason.BEGIN_TIME);
    assertThat(starts(state.fork())).isEqualTo(Map.of("2", 120, "3", 50, "4", 110, "8", 220));
    assertThat(starts(StateSnapshot.restored(StateSnapshot.of(state))))
        .as("after a restart")
        .isEqualTo(Map.of("2", 120, "3", 50, "4", 110, "8", 220));
    assertThat(state.heldCount()).as("the mirror itself does not change").isEqualTo(7);
  }

  @Test
  void aDependencyThatCannotBeReadHoldsTheJobBack() throws Exception {
    for (String expression : List.of(":", "::", "?", "afterok:", "afterok::", "after:+", "a:b:c")) {
      String job = "of " + expression;
      submit(job, true, request().dependency(expression));
      assertThat(mirror.state().phase(mirror.slot(job))).as(expression).isEqualTo(JobPhase.HELD);
    }
  }

  @Test
  void aForkStartsTasksOfAnArrayAsItsLimitAllows() throws Exception {
    ArrayTask array = new ArrayTask("9", 1);
    submit("9_1", false, request().array(array));
    submit("9_2", true, request().array(array));
    submit("9_3", true, request().array(array));
    submit("10", true, request().dependency("afterok:9_*"));
    submit("11_3", true, request().dependency("aftercorr:9_*"));

    assertThat(mirror.state().waitingReason(mirror.slot("9_2")))
        .isEqualTo(WaitingReason.ARRAY_TASK_LIMIT);
    assertThat(starts(mirror.state().fork()))
        .isEqualTo(Map.of("9_1", 10, "9_2", 110, "9_3", 210, "10", 310, "11_3", 310));
  }

  @Test
  void aChangedRequestReplacesTheConditionsAndAReleaseByTheSchedulerCounts() throws Exception {
    submit("1", true, request().beginTime(ORIGIN + 500));
    mirror.apply(JobModified.request("1", ORIGIN + 30, request().beginTime(ORIGIN + 90).build()));
    assertThat(starts(mirror.state().fork())).isEqualTo(Map.of("1", 90));
    mirror.apply(JobModified.held("1", ORIGIN + 40, false));
    assertThat(mirror.state().phase(mirror.slot("1"))).isEqualTo(JobPhase.WAITING);
    assertThat(mirror.state().eligibleTime(mirror.slot("1"))).isEqualTo(40);
  }
}
