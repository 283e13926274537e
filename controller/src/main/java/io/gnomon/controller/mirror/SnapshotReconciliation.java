package io.gnomon.controller.mirror;

import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what a scheduler says its whole queue is, and holds it against what the mirror believes.
 *
 * <p>Jobs that the mirror knows keep their numbers, and what the snapshot does not say of them.
 * Running jobs may hold more than the capacity, as they do after a loss of nodes. O(n log n) for n
 * jobs.
 */
final class SnapshotReconciliation {
  private final Mirror mirror;
  private final ClusterState before;
  private final ClusterState state;
  private final Map<String, Integer> slots = new HashMap<>();
  private int nextJob;
  private int divergence;
  private boolean exact;

  /**
   * Reads.
   *
   * @throws RejectedEventException where its time is out of range or it contradicts itself
   */
  SnapshotReconciliation(Mirror mirror, ClusterSnapshot snapshot) throws RejectedEventException {
    this.mirror = mirror;
    before = mirror.state();
    nextJob = mirror.nextJob();
    int second = mirror.second(snapshot.at());
    state = new ClusterState(Math.max(1, Math.max(snapshot.processors(), held(snapshot))));
    state.advanceTo(second);
    exact = before.processors() == snapshot.processors();
    int known = 0;
    for (JobSnapshot job : inArrivalOrder(snapshot.jobs())) {
      known += mirror.slot(job.job()) == ClusterState.NONE ? 0 : 1;
      take(job);
    }
    state.setProcessors(snapshot.processors());
    divergence += before.activeCount() - known;
  }

  /** The state as the snapshot has it. */
  ClusterState state() {
    return state;
  }

  /** By job, its slot in {@link #state()}. */
  Map<String, Integer> slots() {
    return slots;
  }

  /** The number that the next job gets. */
  int nextJob() {
    return nextJob;
  }

  /** How many jobs differ: missing, surplus, or in another phase or width. */
  int divergence() {
    return divergence;
  }

  /** Whether the mirror has it all so already, to the second. */
  boolean confirms() {
    return exact && divergence == 0;
  }

  private static int held(ClusterSnapshot snapshot) throws RejectedEventException {
    long held = 0;
    for (JobSnapshot job : snapshot.jobs()) {
      held += phase(job) == JobPhase.RUNNING ? job.processors() : 0;
    }
    if (held > ClusterState.LAST) {
      throw new RejectedEventException(
          RejectReason.TOO_WIDE,
          "running jobs hold " + held + " processors; they can hold " + ClusterState.LAST);
    }
    return (int) held;
  }

  private List<JobSnapshot> inArrivalOrder(List<JobSnapshot> jobs) {
    return jobs.stream()
        .sorted(
            Comparator.comparingInt((JobSnapshot job) -> number(mirror.slot(job.job())))
                .thenComparingLong(JobSnapshot::submittedAt)
                .thenComparing(JobSnapshot::job))
        .toList();
  }

  private int number(int slot) {
    return slot == ClusterState.NONE ? Integer.MAX_VALUE : before.job(slot);
  }

  private void take(JobSnapshot job) throws RejectedEventException {
    int known = mirror.slot(job.job());
    int served = Math.max(0, job.consumedSeconds());
    boolean limited = job.limitSeconds() != EventData.NONE;
    int slot =
        state.admit(
            ClusterState.row(
                known == ClusterState.NONE ? nextJob++ : before.job(known),
                phase(job),
                within(job.submittedAt()),
                job.processors(),
                job.estimateSeconds(),
                within(job.startedAt()),
                limited ? job.limitSeconds() : job.estimateSeconds() - served,
                served,
                ClusterState.NONE,
                ClusterState.NONE,
                ClusterState.NONE));
    offer(state, slot, job.widths());
    if (slots.put(job.job(), slot) != null) {
      throw new RejectedEventException(
          RejectReason.KNOWN_JOB, "job '" + job.job() + "' is in the snapshot twice");
    }
    int user = mirror.users().of(job.user());
    int application = mirror.applications().of(job.application());
    if (known == ClusterState.NONE) {
      state.describe(slot, user, application, job.priority());
      state.setPartition(slot, job.partition());
      divergence++;
      return;
    }
    state.describe(
        slot,
        said(user, before.user(known)),
        said(application, before.application(known)),
        said(job.priority(), before.priority(known)));
    state.setPartition(slot, said(job.partition(), before.partition(known)));
    compare(known, slot, limited);
  }

  /** Notes the other widths that a job can be started with, by their bounds. */
  static void offer(ClusterState at, int slot, List<Integer> widths) {
    if (!widths.isEmpty()) {
      at.offer(slot, Collections.min(widths), Collections.max(widths));
    }
  }

  private void compare(int known, int slot, boolean limited) {
    if (before.phase(known) != state.phase(slot)
        || processors(before, known) != processors(state, slot)) {
      divergence++;
    }
    exact &=
        before.estimate(known) == state.estimate(slot)
            && before.startTime(known) == state.startTime(slot)
            && before.priority(known) == state.priority(slot)
            && before.partition(known) == state.partition(slot)
            && (!limited || before.expectedEnd(known) == state.expectedEnd(slot));
  }

  /** What a started job holds or held, else what it asks for. */
  private static int processors(ClusterState state, int slot) {
    int held = state.heldProcessors(slot);
    return held > 0 ? held : state.width(slot);
  }

  /** A time of the snapshot as a second of the state: not before the origin, not after now. */
  private int within(long at) {
    return (int) Math.max(0, Math.min(state.now(), at - mirror.origin()));
  }

  private static int said(int value, int otherwise) {
    return value == ClusterState.NONE ? otherwise : value;
  }

  private static JobPhase phase(JobSnapshot job) {
    return JobPhase.valueOf(job.state().name());
  }
}
