package io.gnomon.controller.mirror;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidJob;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.StateLoader;
import io.gnomon.sim.eligibility.JobConditions;
import io.gnomon.sim.machine.placement.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of a scheduler's snapshot with the mirror, and the resulting state.
 *
 * <p>Jobs that are in the mirror keep their numbers, and their attributes that the snapshot omits.
 * A job that contradicts itself, the nodes or the other jobs is set aside. Running jobs may hold
 * more than the capacity, as after a loss of nodes. O(n log n) for n jobs.
 */
final class SnapshotReconciliation {
  private final Mirror mirror;
  private final ClusterState before;
  private ClusterState state;
  private final SetAsideJobs setAside;
  private final SnapshotPlacements placements;
  private final JobNames names = new JobNames();
  private final @Nullable Accounting otherAccounts;
  private int nextJob;
  private int divergence;
  private boolean exact;

  /**
   * Reads and compares a snapshot, whose users the mirror has numbered.
   *
   * @param before a copy of the mirror's state, which is used up
   * @param invalid the jobs of the snapshot that are not valid
   * @throws RejectedEventException if its time is out of range, or its machine or its accounts
   *     contradict themselves
   */
  SnapshotReconciliation(
      Mirror mirror, ClusterState before, ClusterSnapshot snapshot, List<InvalidJob> invalid)
      throws RejectedEventException {
    this.mirror = mirror;
    this.before = before;
    nextJob = mirror.nextJob();
    setAside = new SetAsideJobs(invalid);
    int second = mirror.second(snapshot.at());
    DeclaredMachine machine =
        snapshot.machine() == null ? mirror.declaredMachine() : snapshot.machine();
    otherAccounts = machine == null ? null : otherAccounts(snapshot.accounting());
    if (snapshot.machine() != null || otherAccounts != null) {
      DeclaredState.takeRoom(
          machine,
          otherAccounts == null ? mirror.declaredAccounts() : otherAccounts,
          mirror.room());
    }
    List<JobSnapshot> jobs = possible(inArrivalOrder(snapshot.jobs()));
    state = emptyState(snapshot, held(jobs));
    state.advanceTo(second);
    placements = new SnapshotPlacements(mirror, before, state, setAside);
    exact = sameCapacity(snapshot);
    if (state.hasNodes()) {
      jobs = placements.read(jobs);
    }
    int matched = 0;
    for (JobSnapshot job : jobs) {
      matched += mirror.slot(job.job()) == ClusterState.NONE ? 0 : 1;
      take(job);
    }
    imposeConditions(jobs);
    compare(jobs);
    if (!state.hasNodes()) {
      state.setProcessors(snapshot.processors());
    }
    divergence += before.activeCount() - matched;
    if (state.hasAccounting() && before.hasAccounting()) {
      before.advanceTo(second);
      state.accounting().takeOver(before.accounting());
      if (state.hasLimits() && before.hasLimits()) {
        state.limiting().takeOver(before.limiting());
      }
    }
    if (otherAccounts != null) {
      exact = false;
      state = RebuiltState.of(state, mirror.origin(), machine, otherAccounts);
    }
    DeclaredState.reportUsage(snapshot.accounting(), state);
  }

  /** The jobs without those that are in the list twice, or hold more than a state can count. */
  private List<JobSnapshot> possible(List<JobSnapshot> jobs) {
    List<JobSnapshot> possible = new ArrayList<>(jobs.size());
    Set<String> names = new HashSet<>();
    long held = 0;
    for (JobSnapshot job : jobs) {
      int holds = phase(job) == JobPhase.RUNNING ? job.processors() : 0;
      if (!names.add(job.job())) {
        setAside.add(job.job(), "job '" + job.job() + "' is in the snapshot twice");
      } else if (held + holds > ClusterState.LAST) {
        setAside.add(
            job.job(),
            "with job '"
                + job.job()
                + "', running jobs hold "
                + (held + holds)
                + " processors; at most "
                + ClusterState.LAST
                + " are allowed");
      } else {
        held += holds;
        possible.add(job);
      }
    }
    return possible;
  }

  private static int held(List<JobSnapshot> jobs) {
    return jobs.stream()
        .filter(job -> phase(job) == JobPhase.RUNNING)
        .mapToInt(JobSnapshot::processors)
        .sum();
  }

  /** A job keeps the account of a request that the snapshot omits. */
  private void account(JobSnapshot job, int former, int slot) {
    if (!state.hasAccounting()) {
      return;
    }
    if (former != ClusterState.NONE && before.hasAccounting()) {
      AccountsReader.carry(before, former, state, slot);
    }
    if (job.request() != null) {
      state.account(slot, AccountsReader.jobAccount(job.user(), job.request()));
    }
  }

  /**
   * Jobs keep the conditions of a request that the snapshot omits, and those that the snapshot
   * repeats: these may refer to jobs that have ended since.
   */
  private void imposeConditions(List<JobSnapshot> jobs) {
    RequestConditions conditions = new RequestConditions(mirror.origin(), state, names.slots());
    Set<Integer> active = state.slotsByJob().keySet();
    for (JobSnapshot job : jobs) {
      int slot = names.slot(job.job());
      int former = mirror.slot(job.job());
      boolean held = phase(job) == JobPhase.HELD;
      if (job.request() != null) {
        conditions.impose(job.job(), slot, job.request(), held);
      }
      if (former != ClusterState.NONE) {
        JobConditions kept = MirroredJob.conditions(before, former);
        JobConditions imposed = MirroredJob.conditions(state, slot);
        boolean repeated =
            before.phase(former) == phase(job)
                && RequestConditions.open(kept, held, active)
                    .equals(RequestConditions.open(imposed, held, active));
        if ((job.request() == null || repeated) && !kept.equals(imposed)) {
          state.impose(slot, kept);
        }
      }
    }
  }

  private ClusterState emptyState(ClusterSnapshot snapshot, int held)
      throws RejectedEventException {
    DeclaredMachine reported = snapshot.machine();
    if (reported == null) {
      return before.hasNodes()
          ? before.emptied()
          : new ClusterState(Math.max(1, Math.max(snapshot.processors(), held)));
    }
    ClusterState other =
        DeclaredState.empty(mirror.origin(), 1, reported, mirror.declaredAccounts());
    if (!before.hasNodes()
        || mirror.hasOtherLicenses(reported)
        || !before.nodes().machine().equals(other.nodes().machine())) {
      return other;
    }
    ClusterState same = before.emptied(); // with the same shapes
    MachineReader.setStates(reported, same);
    return same;
  }

  private boolean sameCapacity(ClusterSnapshot snapshot) {
    if (!state.hasNodes()) {
      return before.processors() == snapshot.processors();
    }
    if (!placements.sharesShapes()) {
      return false;
    }
    if (snapshot.machine() == null) {
      state.setNodes(before.nodes().states());
      return true;
    }
    return Arrays.equals(before.nodes().states(), state.nodes().states());
  }

  /** The state of the snapshot. */
  ClusterState state() {
    return state;
  }

  /** The accounts, without usage, that replace those that are known; null if they are the same. */
  @Nullable Accounting otherAccounts() {
    return otherAccounts;
  }

  private @Nullable Accounting otherAccounts(@Nullable Accounting reported) {
    if (reported == null) {
      return null;
    }
    Accounting known = mirror.declaredAccounts();
    Accounting now = (known == null ? reported : known.updated(reported)).withUsage(null);
    return now.equals(known) ? null : now;
  }

  /** The slots in {@link #state()} of its jobs. */
  JobNames names() {
    return names;
  }

  /** The jobs of the snapshot that are not in {@link #state()}. */
  SetAsideJobs setAside() {
    return setAside;
  }

  /** The number of the next new job. */
  int nextJob() {
    return nextJob;
  }

  /** The number of jobs that are missing, surplus, or in another phase or width. */
  int divergence() {
    return divergence;
  }

  /** Whether the mirror equals the snapshot, to the second. */
  boolean confirms() {
    return exact && divergence == 0;
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

  private void take(JobSnapshot job) {
    int former = mirror.slot(job.job());
    Shape shape = placements.shape(job);
    int[] row =
        StateLoader.row(
            former == ClusterState.NONE ? nextJob++ : before.job(former),
            phase(job),
            within(job.submittedAt()),
            shape == null ? job.processors() : shape.width(),
            job.estimateSeconds(),
            within(job.startedAt()),
            expectedSeconds(job, former),
            served(job, former),
            ClusterState.NONE,
            ClusterState.NONE,
            ClusterState.NONE);
    if (former != ClusterState.NONE) {
      StateLoader.keepWidths(before, former, row, shape == null);
    }
    StateLoader loader = new StateLoader(state);
    int slot =
        shape == null
            ? loader.admit(row)
            : loader.admit(row, shape.id(), placements.placement(job));
    names.bind(job.job(), slot);
    offer(state, slot, job.widths());
    account(job, former, slot);
    int user = mirror.users().find(job.user());
    if (former == ClusterState.NONE) {
      state.describe(slot, user, ClusterState.NONE, job.priority());
      state.setPartition(slot, job.partition());
      return;
    }
    state.describe(
        slot,
        orElse(user, before.user(former)),
        ClusterState.NONE,
        orElse(job.priority(), before.priority(former)));
    state.setPartition(slot, orElse(job.partition(), before.partition(former)));
    loader.copyEligibleTime(slot, before, former);
  }

  /** The seconds that it ran before; those of the same start if the snapshot omits them. */
  private int served(JobSnapshot job, int former) {
    boolean kept = job.consumedSeconds() == EventData.NONE && sameStart(job, former);
    return kept ? before.servedSeconds(former) : Math.max(0, job.consumedSeconds());
  }

  /**
   * The seconds from its start or resumption to its expected end; those of the same start if the
   * snapshot omits the limit.
   */
  private int expectedSeconds(JobSnapshot job, int former) {
    if (job.limitSeconds() != EventData.NONE) {
      return job.limitSeconds();
    }
    if (sameStart(job, former) && before.estimate(former) == job.estimateSeconds()) {
      return phase(job) == JobPhase.RUNNING
          ? before.expectedEnd(former) - before.startTime(former)
          : before.expectedEnd(former);
    }
    return job.estimateSeconds() - served(job, former);
  }

  private boolean sameStart(JobSnapshot job, int former) {
    return former != ClusterState.NONE
        && before.phase(former) == phase(job)
        && (phase(job) == JobPhase.RUNNING || phase(job) == JobPhase.SUSPENDED)
        && before.startTime(former) == within(job.startedAt());
  }

  /** Sets the range of widths with which a job can be started. */
  static void offer(ClusterState at, int slot, List<Integer> widths) {
    if (!widths.isEmpty()) {
      at.offer(slot, Collections.min(widths), Collections.max(widths));
    }
  }

  private void compare(List<JobSnapshot> jobs) {
    for (JobSnapshot job : jobs) {
      int former = mirror.slot(job.job());
      int slot = names.slot(job.job());
      if (former == ClusterState.NONE
          || before.phase(former) != state.phase(slot)
          || processors(before, former) != processors(state, slot)
          || otherNodes(former, slot)) {
        divergence++;
      } else {
        exact = exact && MirroredJob.of(before, former).equals(MirroredJob.of(state, slot));
      }
    }
  }

  /** Whether a job holds something else than the mirror says, which is known on one machine. */
  private boolean otherNodes(int former, int slot) {
    return state.hasNodes()
        && placements.sharesShapes()
        && before.nodes().isPlaced(former)
        && state.nodes().isPlaced(slot)
        && !before.nodes().placement(former).equals(state.nodes().placement(slot));
  }

  /** The processors that a started job holds or held, or the request of another job. */
  private static int processors(ClusterState state, int slot) {
    int held = state.heldProcessors(slot);
    return held > 0 ? held : state.width(slot);
  }

  /** Converts a time to a second of the state, limited to the range from 0 to now. */
  private int within(long at) {
    return (int) Math.max(0, Math.min(state.now(), at - mirror.origin()));
  }

  private static int orElse(int value, int otherwise) {
    return value == ClusterState.NONE ? otherwise : value;
  }

  static JobPhase phase(JobSnapshot job) {
    return JobPhase.valueOf(job.state().name());
  }
}
