package io.gnomon.controller.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.room.Room;
import io.gnomon.events.EventData;
import io.gnomon.events.InvalidJob;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobEvent;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.machine.NodeState;
import io.gnomon.slurm.value.HostList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two nodes of 8 CPUs. */
class SetAsideJobsTest {
  private static final long ORIGIN = 1_700_000_000;
  private static final ResourceRequest UNREADABLE =
      ResourceRequest.builder().features("IB&").build();

  private final Mirror mirror = mirror();

  private static Mirror mirror() {
    DeclaredMachine machine =
        new DeclaredMachine(
            List.of(
                new NodeGroup(
                    HostList.of("n[1-2]"), 8, 1_000, Map.of(), List.of(), -1, -1, NodeState.UP)),
            List.of(),
            List.of(),
            null);
    try {
      return Mirror.restored(
          ORIGIN,
          DeclaredState.empty(ORIGIN, 16, machine, null),
          machine,
          null,
          0,
          new MirrorListener() {},
          Room.UNLIMITED);
    } catch (RejectedEventException invalid) {
      throw new AssertionError(invalid);
    }
  }

  private static JobSnapshot job(String id, JobState state, ResourceRequest request, String node) {
    return new JobSnapshot(
        id,
        state,
        ORIGIN,
        state == JobState.RUNNING ? ORIGIN + 5 : EventData.NONE,
        new JobDescription(4, 600, "ann", request),
        EventData.NONE,
        0,
        EventData.NONE,
        node == null ? List.of() : List.of(new PlacedNodes(HostList.of(node), 4, 0, Map.of())));
  }

  private static ClusterSnapshot snapshot(JobSnapshot... jobs) {
    return new ClusterSnapshot(ORIGIN + 10, 16, EventData.NONE, null, List.of(jobs));
  }

  private void expectSetAside(JobEvent event) {
    assertThatThrownBy(() -> mirror.apply(event))
        .isInstanceOfSatisfying(
            RejectedEventException.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.SET_ASIDE);
              assertThat(rejected.reason().meansDivergence()).isFalse();
            });
  }

  @Test
  void theOtherJobsOfASnapshotStand() throws Exception {
    JobSnapshot running = job("1", JobState.RUNNING, null, "n1");
    JobSnapshot waiting = job("5", JobState.WAITING, null, null);
    mirror.replace(
        mirror
            .compare(
                snapshot(
                    running,
                    job("2", JobState.RUNNING, null, "n7"),
                    job("3", JobState.WAITING, UNREADABLE, null),
                    waiting,
                    waiting),
                List.of(new InvalidJob("4", "user is too long"), new InvalidJob(null, "no id")))
            .run());

    assertThat(mirror.state().activeCount()).isEqualTo(2);
    assertThat(mirror.state().freeProcessors()).isEqualTo(12);
    assertThat(mirror.setAside().ids()).containsExactlyInAnyOrder("2", "3", "4", "5");
    assertThat(mirror.setAside().count()).isEqualTo(5);
    assertThat(mirror.setAside().describe())
        .startsWith("5 jobs of the snapshot are set aside: user is too long; no id; ")
        .contains("job '5' is in the snapshot twice")
        .endsWith("; …");

    assertThat(mirror.replace(snapshot(running, waiting))).isEqualTo(Mirror.CONFIRMED);
    assertThat(mirror.setAside().count()).isZero();
  }

  @Test
  void eventsOfAJobThatIsSetAsideAreNoDivergence() throws Exception {
    mirror.replace(snapshot(job("3", JobState.WAITING, UNREADABLE, null)));
    expectSetAside(new JobStarted("3", ORIGIN + 11));
    expectSetAside(new JobCancelled("3", ORIGIN + 12));

    assertThat(mirror.setAside().count()).isZero();
    mirror.apply(new JobSubmitted("3", ORIGIN + 13, 4, 600));
    assertThat(mirror.state().activeCount()).isEqualTo(1);
  }

  @Test
  void aSubmittedJobThatCannotBeReadIsSetAside() {
    JobSubmitted unreadable =
        new JobSubmitted("3", ORIGIN + 1, new JobDescription(4, 600, "ann", UNREADABLE));
    assertThatThrownBy(() -> mirror.apply(unreadable))
        .isInstanceOfSatisfying(
            RejectedEventException.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(RejectReason.INVALID));
    expectSetAside(new JobStarted("3", ORIGIN + 11));
  }

  @Test
  void theNumberOfIdsIsBounded() {
    SetAsideJobs many =
        new SetAsideJobs(Collections.nCopies(10_000, new InvalidJob(null, "x".repeat(10_000))));
    for (int i = 0; i < 10_000; i++) {
      many.add("j" + i, "y".repeat(10_000));
    }
    assertThat(many.count()).isEqualTo(20_000);
    assertThat(many.ids()).hasSize(4096).contains("j9999").doesNotContain("j0");
    assertThat(many.describe()).hasSizeLessThan(1000);
  }
}
