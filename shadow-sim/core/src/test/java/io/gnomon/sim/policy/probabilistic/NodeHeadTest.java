package io.gnomon.sim.policy.probabilistic;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.predict.Submission;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Two nodes of four CPUs. Job A holds node 0 and job B two CPUs of node 1; each has ended after 6 s
 * with probability 1/2, and runs for at least 2,000 s otherwise. The head needs a whole node.
 */
class NodeHeadTest {
  private static final int ESTIMATE = 100_000;
  private static final int CANDIDATE_SECONDS = 1000;

  private final ClusterState state = new ClusterState(Machine.of(2, NodeClass.of(4, 0)));
  private final RuntimeModels models = new RuntimeModels(new HalfEarly());
  private final ConsTres placer = new ConsTres(state.nodes().machine());
  private final ExpectedReleases events = new ExpectedReleases();
  private final NodeHead head = new NodeHead(events, placer, state.nodes().free());

  NodeHeadTest() {
    start(submit(0, 4, ESTIMATE), 0);
    start(submit(1, 2, ESTIMATE), 1);
    head.reserve(submit(2, 4, ESTIMATE), 0);
    events.fill(state, models, List.of());
  }

  @Test
  void aCandidateOnASharedNodeTakesTheChanceOfThatNode() {
    // without the candidate:  A or B has ended  1 - 1/2 1/2 = 3/4
    // with it, on node 1:     A has ended                     1/2
    int candidate = submit(3, 2, CANDIDATE_SECONDS);
    assertThat(admits(0.25, candidate, held(1, 2))).isFalse();
    assertThat(admits(0.26, candidate, held(1, 2))).isTrue();
  }

  @Test
  void reservationsDecideIfAHeadWaitsForOtherReasonsThanTasks() {
    // a head of one CPU could start on node 1, where two CPUs are free
    head.reserve(submit(4, 1, ESTIMATE), 0);
    int candidate = submit(3, 1, CANDIDATE_SECONDS);
    head.update(state, test(0.5));
    assertThat(head.admits(state, test(0.5), models, candidate, held(1, 1), true)).isTrue();
    assertThat(head.admits(state, test(0.5), models, candidate, held(1, 1), false)).isFalse();
  }

  @Test
  void aCandidateThatEndsBeforeAnyReleaseDelaysNothing() {
    assertThat(admits(0.01, submit(3, 2, 2), held(1, 2))).isTrue();
  }

  @Test
  void aNodeIsReleasedOnceAllJobsHaveEndedThatTheHeadNeeds() {
    // job C takes the rest of node 1: A releases node 0, B and C together node 1
    start(submit(4, 2, ESTIMATE), 1);
    events.fill(state, models, List.of());
    NodeReleases releases = new NodeReleases(events, placer, state.nodes().free());
    releases.compute(state.nodes(), state.nodes().shape(2), 0, ESTIMATE, state.nodes().free());

    int point = 0;
    while (Releases.time(point) < 10) {
      point++;
    }
    assertThat(releases.free()).isZero();
    assertThat(releases.count()).isEqualTo(2);
    assertThat(List.of(releases.happened(0, point), releases.happened(1, point)))
        .containsExactlyInAnyOrder(0.5, 0.25);
  }

  private boolean admits(double threshold, int candidate, Placement placement) {
    head.update(state, test(threshold));
    return head.admits(state, test(threshold), models, candidate, placement, false);
  }

  private static DelayTest test(double threshold) {
    return new DelayTest(threshold, false, RuntimePredictor.NONE);
  }

  private static Placement held(int node, int cpus) {
    return new Placement(0, new int[] {node}, new int[] {cpus}, new int[] {0}, new int[0]);
  }

  private int submit(int job, int cpus, int estimate) {
    Request request = new Request.Builder().nodes(1, 1).cpusPerTask(cpus).build();
    int shape = state.nodes().shapes().of(request, estimate).id();
    int slot = state.submitShape(job, state.now(), shape, estimate);
    models.arrived(state, slot);
    return slot;
  }

  private void start(int slot, int node) {
    state.start(slot, held(node, state.nodes().shape(slot).request().cpusPerTask()));
  }

  /** Predicts long jobs to end between 4 and 6 s, or else after more than 2,000 s. */
  private static final class HalfEarly implements RuntimePredictor {
    @Override
    public boolean predict(Submission job, double[] rows, int at) {
      int early = RuntimeBins.bin(4) + 1;
      int late = RuntimeBins.bin(2000) + 1;
      Arrays.fill(rows, at, at + early, 0);
      Arrays.fill(rows, at + early, at + late, 0.5);
      Arrays.fill(rows, at + late, at + RuntimeBins.ROW, 1);
      return job.estimate() == ESTIMATE;
    }

    @Override
    public void completed(Submission job, int runtime) {}

    @Override
    public RuntimePredictor fork() {
      return this;
    }

    @Override
    public Snapshot snapshot() {
      return new Snapshot();
    }

    @Override
    public void restore(Snapshot snapshot) {}
  }
}
