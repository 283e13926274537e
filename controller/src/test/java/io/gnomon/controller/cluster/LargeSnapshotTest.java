package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.SlowPart;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.notification.Notification;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.NoChangeReason;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The queue is replaced by a large snapshot beside the thread that owns the cluster. */
class LargeSnapshotTest {
  private static final long ORIGIN = 1_700_000_000;
  private static final int JOBS = 5_000;
  private static final ControlSettings SETTINGS =
      new ControlSettings(
          Mode.RECOMMEND,
          500,
          new TuneSettings(2, 3_600, 7_200, SearchSpace.partitions(2), GuardRails.NONE));
  private static final Configuration EASY = new Configuration("easy", 1);

  private final List<RejectReason> rejected = new ArrayList<>();
  private final ClusterController controller = new ClusterController("c", SETTINGS);
  private int sent;

  private final Outbox outbox =
      new Outbox() {
        @Override
        public void publish(String cluster, String id, EventData data) {}

        @Override
        public void send(Notification notification) {}

        @Override
        public void reject(long at, RejectReason reason, String detail) {
          rejected.add(reason);
        }
      };

  private @Nullable ClusterTask send(ClusterController to, EventData data) {
    sent++;
    return to.take(sent, 1000 * data.at(), GnomonEvent.of("c", "e" + sent, -1, null, data), outbox);
  }

  private static SlowPart replacement(@Nullable ClusterTask task) {
    return ((ClusterTask.Prepare) Objects.requireNonNull(task)).part();
  }

  private void replace(ClusterController at, EventData snapshot) {
    conclude(at, replacement(send(at, snapshot)).run());
  }

  private void conclude(ClusterController at, SlowPart done) {
    assertThat(at.conclude(done, outbox)).isNull();
  }

  private static ClusterDeclared declared() {
    return new ClusterDeclared(ORIGIN, 64, ORIGIN, null, null, EASY);
  }

  /** Half of the jobs run, on one processor each. */
  private static ClusterSnapshot snapshot(int at, int first, Configuration inForce) {
    return new ClusterSnapshot(
        ORIGIN + at,
        64 + JOBS / 2,
        EventData.NONE,
        inForce,
        IntStream.range(first, first + JOBS).mapToObj(LargeSnapshotTest::job).toList());
  }

  private static JobSnapshot job(int number) {
    boolean runs = number % 2 == 0;
    JobDescription description =
        new JobDescription(
            1,
            600 + number % 1000,
            "user" + number % 300,
            null,
            null,
            "queue" + number % 3,
            EventData.NONE,
            number % 7,
            List.of(),
            null);
    return new JobSnapshot(
        "job" + number,
        runs ? JobState.RUNNING : JobState.WAITING,
        ORIGIN,
        runs ? ORIGIN + number % 5 : EventData.NONE,
        description);
  }

  private static TrackedCluster tracked(ClusterController of) {
    return Objects.requireNonNull(of.tracked());
  }

  @Test
  void replacesTheQueueByTheJobsOfTheSnapshot() {
    send(controller, declared());
    replace(controller, snapshot(10, 0, EASY));

    ClusterState state = tracked(controller).mirror().state();
    assertThat(state.activeCount()).isEqualTo(JOBS);
    assertThat(state.runningCount()).isEqualTo(JOBS / 2);
    assertThat(state.waiting().size()).isEqualTo(JOBS / 2);
    assertThat(state.now()).isEqualTo(10);

    int kept = state.job(tracked(controller).mirror().slot("job" + (JOBS - 1)));
    replace(controller, snapshot(20, 100, EASY));
    ClusterState next = tracked(controller).mirror().state();
    assertThat(next.activeCount()).isEqualTo(JOBS);
    assertThat(tracked(controller).mirror().slot("job99")).isEqualTo(ClusterState.NONE);
    assertThat(next.job(tracked(controller).mirror().slot("job" + (JOBS - 1)))).isEqualTo(kept);
    assertThat(rejected).isEmpty();
  }

  @Test
  void leadsToTheSameClusterWhileItIsReadByItsOwner() {
    ClusterController alone = new ClusterController("c", SETTINGS);
    send(alone, declared());
    replace(alone, snapshot(10, 0, EASY));
    replace(alone, snapshot(20, 100, new Configuration("multi-queue(partitions=2)", 2)));
    sent = 0;

    send(controller, declared());
    for (ClusterSnapshot next :
        List.of(
            snapshot(10, 0, EASY),
            snapshot(20, 100, new Configuration("multi-queue(partitions=2)", 2)))) {
      SlowPart replacement = replacement(send(controller, next));
      CompletableFuture<SlowPart> running = CompletableFuture.supplyAsync(replacement::run);
      long hash = tracked(controller).mirror().state().hash();
      do {
        ClusterState read = tracked(controller).mirror().state();
        assertThat(read.hash()).isEqualTo(hash);
        assertThat(read.running().size()).isEqualTo(read.runningCount());
        tracked(controller).tuner().observe(read);
        CheckpointFormat.write(controller, 1);
      } while (!running.isDone());
      conclude(controller, running.join());
    }

    assertThat(CheckpointFormat.write(controller, sent))
        .isEqualTo(CheckpointFormat.write(alone, sent));
  }

  @Test
  void nothingIsAcceptedMeanwhile() {
    send(controller, declared());
    SlowPart replacement = replacement(send(controller, snapshot(10, 0, EASY)));

    assertThat(controller.busy()).isTrue();
    assertThatThrownBy(() -> send(controller, snapshot(11, 0, EASY)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> controller.abandon(NoChangeReason.STUDY_INTERRUPTED, outbox))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no open Simulating");
    conclude(controller, replacement.run());
    assertThat(controller.busy()).isFalse();
  }

  @Test
  void manyNodesMakeASnapshotLarge() {
    send(controller, declared());
    DeclaredMachine machine =
        new DeclaredMachine(
            List.of(new NodeGroup(HostList.of("n[1-10000]"), 4)), List.of(), List.of(), null);
    ClusterSnapshot empty =
        new ClusterSnapshot(ORIGIN + 10, 64, EventData.NONE, EASY, machine, List.of());

    replace(controller, empty);
    replace(controller, empty.withMachine(null));

    assertThat(rejected).isEmpty();
    assertThat(tracked(controller).mirror().state().nodes().machine().nodes()).isEqualTo(10_000);
  }

  @Test
  void aSnapshotWhoseMachineContradictsItselfChangesNothing() {
    send(controller, declared());
    replace(controller, snapshot(10, 0, EASY));
    long hash = tracked(controller).mirror().state().hash();
    DeclaredMachine contradictory =
        new DeclaredMachine(
            List.of(
                new NodeGroup(
                    HostList.of("n[1-4]"),
                    4,
                    9_000,
                    Map.of(),
                    List.of(),
                    EventData.NONE,
                    EventData.NONE,
                    NodeState.UP)),
            List.of(new MachinePartition("batch", HostList.of("n[7-8]"))),
            List.of(),
            null);

    replace(controller, snapshot(10, 0, EASY).withMachine(contradictory));

    assertThat(rejected).hasSize(1);
    assertThat(tracked(controller).mirror().state().hash()).isEqualTo(hash);
  }

  @Test
  void aFaultDegradesUntilTheNextSnapshot() {
    send(controller, declared());
    replace(controller, snapshot(10, 0, new Configuration("failing", 2)));

    assertThat(rejected).containsExactly(RejectReason.FAULT);
    assertThat(controller.state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(controller.health().fault()).contains("cannot adopt");

    replace(controller, snapshot(20, 0, EASY));

    assertThat(controller.state()).isNotEqualTo(ControllerState.DEGRADED);
    assertThat(tracked(controller).mirror().state().activeCount()).isEqualTo(JOBS);
  }
}
