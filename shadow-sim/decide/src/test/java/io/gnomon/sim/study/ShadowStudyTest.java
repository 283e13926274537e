package io.gnomon.sim.study;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.metric.SlowdownWindow;
import io.gnomon.sim.metric.objective.Guards;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class ShadowStudyTest {
  private static final Spec EASY = Spec.of("easy");

  @Test
  void simulatesTheLiveJobsForTheirEstimatesUnderEachAlternative() {
    // Four processors. Job 0 runs until 100 on 3. Job 1 (4 wide, 50 s) and job 2 (1 wide, 20 s)
    // wait since 0. FCFS: 1 waits 100 (slowdown 3), 2 waits 150 (8.5). EASY lets 2 start at 0 (1).
    // Job 0 did not wait (1).
    ClusterState live = new ClusterState(4);
    live.start(live.submit(0, 0, 3, 100));
    live.submit(1, 0, 4, 50);
    live.submit(2, 0, 1, 20);
    SchedulingPolicy fcfs = Policies.create("fcfs");
    fcfs.adopt(live);
    long before = live.hash();

    // the incumbent's pass comes with the first event, an alternative's at once
    StudyResult result =
        new ShadowStudy(live, fcfs, List.of(EASY), List.of(Scenario.none()), 1000).run();

    assertThat(result.incumbent().spec()).isEqualTo(fcfs.spec());
    assertThat(result.incumbent().meanBoundedSlowdown()).isCloseTo((1 + 3 + 8.5) / 3, within(1e-9));
    assertThat(result.best().spec()).isEqualTo(EASY);
    assertThat(result.best().meanBoundedSlowdown()).isCloseTo((1 + 3 + 1) / 3.0, within(1e-9));
    assertThat(live.hash()).isEqualTo(before);
  }

  @Test
  void countsTheWaitSoFarOfAJobThatWaitsAtTheHorizon() {
    ClusterState live = new ClusterState(4);
    live.start(live.submit(0, 0, 4, 500));
    live.submit(1, 0, 4, 50);
    SchedulingPolicy easy = Policies.create("easy");
    easy.adopt(live);

    StudyResult result =
        new ShadowStudy(live, easy, List.of(), List.of(Scenario.none()), 100).run();

    // job 0 runs since 0: 1; job 1 has waited 100 of its 50 s: 3
    assertThat(result.incumbent().meanBoundedSlowdown()).isEqualTo(2);
    assertThat(result.incumbent().jobs()).isEqualTo(2);
  }

  /**
   * Job 1 requests 600 s in a partition with a MaxTime of 300 s. Job 0 (100 s) waits until the
   * horizon of 1000 s, because the incumbent's first pass comes with an event, and there is none.
   */
  @Test
  void aJobThatCanNeverStartDoesNotCount() {
    Machine machine =
        new Machine.Builder()
            .node("n1", new NodeClass(4, 1, 1000, Map.of(), Set.of(), 1))
            .partition(new Partition("p", List.of("n1"), 300, 60, 1, 1, 1, false, 0, true, true))
            .build();
    ClusterState live = new ClusterState(machine);
    submit(live, 0, 100);
    int never = submit(live, 1, 600);
    SchedulingPolicy easy = Policies.create(EASY, live);
    easy.adopt(live);

    StudyResult result =
        new ShadowStudy(live, easy, List.of(), List.of(Scenario.none()), 1000).run();

    assertThat(live.neverStarts(never)).isTrue();
    assertThat(result.incumbent().jobs()).isEqualTo(1);
    assertThat(result.incumbent().meanBoundedSlowdown()).isEqualTo(1 + 1000.0 / 100);
    assertThat(new SlowdownWindow(3600, 60).aggregate(live)).isEqualTo(1);
  }

  private static int submit(ClusterState state, int job, int estimate) {
    Shape shape = state.nodes().shapes().of(Request.ofCpus(1), estimate);
    return state.submitShape(job, 0, shape.id(), estimate);
  }

  @Test
  void aCancelledStudyHasNoResult() {
    Simulation live = ShadowStudyProperties.live(1);
    ShadowStudy study =
        new ShadowStudy(
            live.state(),
            live.policy(),
            ShadowStudyProperties.alternatives(),
            List.of(Scenario.none()),
            10_000_000);
    study.control().cancel();

    assertThatThrownBy(study::run)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(CancellationException.class);
  }

  @Test
  void atADeadlineOnlySimulatedAlternativesAreCompared() {
    Simulation live = ShadowStudyProperties.live(1);
    ShadowStudy study =
        new ShadowStudy(
            live.state(),
            live.policy(),
            ShadowStudyProperties.alternatives(),
            List.of(Scenario.none(), Scenario.none()),
            1000);
    Deque<Runnable> tasks = new ArrayDeque<>();
    study.run(tasks::add);

    assertThat(study.soFar()).isNull();
    tasks.removeFirst().run(); // the incumbent in both scenarios
    tasks.removeFirst().run();
    assertThat(study.soFar()).as("no alternative to compare").isNull();
    tasks.removeFirst().run();
    assertThat(study.soFar()).as("EASY lacks a scenario").isNull();
    tasks.removeFirst().run();

    StudyResult early = requireNonNull(study.soFar());
    assertThat(early.alternatives())
        .extracting(AlternativeResult::spec)
        .containsExactly(live.policy().spec(), EASY);
    assertThat(early.alternatives()).allMatch(AlternativeResult::finalist);
    tasks.forEach(Runnable::run);
    StudyResult whole = requireNonNull(study.soFar());
    assertThat(whole.alternatives()).hasSize(4);
    assertThat(whole.alternatives().get(1).meanCost())
        .isEqualTo(early.alternatives().get(1).meanCost());
  }

  @Test
  void theReferenceOfTheGuardsIsSimulatedBeforeTheAlternatives() {
    Simulation live = ShadowStudyProperties.live(1);
    StudyCriteria criteria =
        new StudyCriteria(
            StudyDesign.REPORT.criteria().objective(),
            1,
            List.of(Guards.create("widest(factor=1)")),
            Spec.of("fcfs"),
            false);
    ShadowStudy study =
        new ShadowStudy(
            live.state(),
            live.policy(),
            ShadowStudyProperties.alternatives(),
            List.of(Scenario.none()),
            1000,
            StudyDesign.ofEstimates(criteria));
    Deque<Runnable> tasks = new ArrayDeque<>();
    study.run(tasks::add);

    tasks.removeFirst().run();
    tasks.removeFirst().run();
    assertThat(study.soFar()).as("incumbent and reference").isNull();
    tasks.removeFirst().run();

    assertThat(requireNonNull(study.soFar()).alternatives())
        .extracting(AlternativeResult::spec)
        .containsExactly(live.policy().spec(), EASY);
  }

  @Test
  void anInvalidAlternativeIsRejectedBeforeAnySimulation() {
    Simulation live = ShadowStudyProperties.live(1);

    assertThatThrownBy(
            () ->
                new ShadowStudy(
                    live.state(),
                    live.policy(),
                    List.of(Spec.of("nonsense")),
                    List.of(Scenario.none()),
                    10))
        .isInstanceOf(InvalidSpecException.class);
  }
}
