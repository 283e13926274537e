package io.gnomon.controller.mirror;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidJob;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.eligibility.JobConditions;
import io.gnomon.sim.machine.FreeResources;
import io.gnomon.sim.machine.Placement;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Shape;
import io.gnomon.sim.priority.Claims;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final ClusterState state;
  private final SetAsideJobs setAside;
  private final Map<String, Integer> slots = new HashMap<>();
  private final Map<String, Shape> shapes = new HashMap<>();
  private final Map<String, Placement> placements = new HashMap<>();
  private int nextJob;
  private long placedNodes;
  private int divergence;
  private boolean exact;

  /**
   * Reads and compares a snapshot.
   *
   * @param invalid its jobs that are not valid
   * @throws RejectedEventException if its time is out of range, or its machine contradicts itself
   */
  SnapshotReconciliation(Mirror mirror, ClusterSnapshot snapshot, List<InvalidJob> invalid)
      throws RejectedEventException {
    this.mirror = mirror;
    before = mirror.state();
    nextJob = mirror.nextJob();
    setAside = new SetAsideJobs(invalid);
    int second = mirror.second(snapshot.at());
    List<JobSnapshot> jobs = possible(inArrivalOrder(snapshot.jobs()));
    state = emptyState(snapshot, held(jobs));
    state.advanceTo(second);
    exact = sameCapacity(snapshot);
    if (state.hasNodes()) {
      jobs = readNodes(jobs);
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
      ClusterState continued = before.fork();
      continued.advanceTo(second);
      state.accounting().takeOver(continued.accounting());
      if (state.hasLimits() && continued.hasLimits()) {
        state.limiting().takeOver(continued.limiting());
      }
    }
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

  /** A job keeps the claim of a request that the snapshot omits. */
  private void claim(JobSnapshot job, int former, int slot) {
    if (!state.hasAccounting()) {
      return;
    }
    if (former != ClusterState.NONE && before.hasAccounting()) {
      AccountsReader.carry(before, former, state, slot);
    }
    if (job.request() != null) {
      Claims claims = state.accounting().claims();
      state.claim(
          slot, claims.of(AccountsReader.claimant(job.user(), job.request(), claims.accounts())));
    }
  }

  /**
   * Jobs keep the conditions of a request that the snapshot omits, and those that the snapshot
   * repeats: these may refer to jobs that have ended since.
   */
  private void imposeConditions(List<JobSnapshot> jobs) {
    RequestConditions conditions = new RequestConditions(mirror.origin(), state, slots);
    Set<Integer> active = state.slotsByJob().keySet();
    for (JobSnapshot job : jobs) {
      int slot = slots.getOrDefault(job.job(), ClusterState.NONE);
      int former = mirror.slot(job.job());
      boolean held = phase(job) == JobPhase.HELD;
      if (job.request() != null) {
        conditions.impose(job.job(), slot, job.request(), held);
      }
      if (former != ClusterState.NONE) {
        JobConditions kept = JobDescription.conditions(before, former);
        JobConditions imposed = JobDescription.conditions(state, slot);
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
    io.gnomon.events.machine.Machine reported = snapshot.machine();
    if (reported == null) {
      return before.hasNodes()
          ? before.emptied()
          : new ClusterState(Math.max(1, Math.max(snapshot.processors(), held)));
    }
    ClusterState other = Mirror.empty(mirror.origin(), 1, reported, mirror.declaredAccounts());
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
    if (!sharesShapes()) {
      return false;
    }
    boolean reported = snapshot.machine() != null;
    boolean same = true;
    for (int node = 0; node < before.nodes().machine().nodes(); node++) {
      if (!reported) {
        state.setNode(node, before.nodes().state(node));
      }
      same &= before.nodes().state(node) == state.nodes().state(node);
    }
    return same;
  }

  private boolean sharesShapes() {
    return before.hasNodes() && before.nodes().shapes() == state.nodes().shapes();
  }

  /**
   * Reads shapes and placements; jobs whose placement is not known get what is left by others.
   *
   * @return the jobs that can be read
   */
  private List<JobSnapshot> readNodes(List<JobSnapshot> jobs) {
    PlacementReader reader = new PlacementReader(state.nodes().machine());
    FreeResources free = state.nodes().free().copy();
    List<JobSnapshot> readable = new ArrayList<>(jobs.size());
    List<JobSnapshot> unknown = new ArrayList<>();
    for (JobSnapshot job : jobs) {
      try {
        Shape shape = shape(job);
        shapes.put(job.job(), shape);
        if (phase(job) == JobPhase.RUNNING || phase(job) == JobPhase.SUSPENDED) {
          Placement placement =
              job.placement().isEmpty()
                  ? former(job)
                  : reader.read(job.job(), shape, job.placement(), placedNodes);
          if (placement == null) {
            unknown.add(job);
          } else {
            hold(job, placement, free);
          }
        }
        readable.add(job);
      } catch (RejectedEventException contradiction) {
        setAside.add(job.job(), String.valueOf(contradiction.getMessage()));
      }
    }
    for (JobSnapshot job : unknown) {
      Shape shape = Objects.requireNonNull(shapes.get(job.job()));
      hold(job, reader.assume(shape, job.processors(), free, placedNodes), free);
    }
    return readable;
  }

  private void hold(JobSnapshot job, Placement placement, FreeResources free) {
    placements.put(job.job(), placement);
    placedNodes += placement.size();
    if (phase(job) == JobPhase.RUNNING) {
      free.take(placement);
    }
  }

  /** A job keeps a request that the snapshot omits. */
  private Shape shape(JobSnapshot job) throws RejectedEventException {
    int former = mirror.slot(job.job());
    ResourceRequest requested = job.request();
    Request request;
    if (requested != null) {
      request = MachineReader.request(job.job(), requested, job.processors());
    } else if (former != ClusterState.NONE && before.hasNodes()) {
      request = before.nodes().shape(former).request();
    } else {
      request = Request.ofCpus(job.processors());
    }
    return state.nodes().shapes().of(request, job.estimateSeconds());
  }

  private @Nullable Placement former(JobSnapshot job) {
    int former = mirror.slot(job.job());
    return former != ClusterState.NONE && sharesShapes() && before.nodes().isPlaced(former)
        ? before.nodes().placement(former)
        : null;
  }

  /** The state of the snapshot. */
  ClusterState state() {
    return state;
  }

  /** The slots in {@link #state()} by job id. */
  Map<String, Integer> slots() {
    return slots;
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
    Shape shape = shapes.get(job.job());
    int[] row =
        ClusterState.row(
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
      before.keepWidths(former, row, shape == null);
    }
    int slot =
        shape == null ? state.admit(row) : state.admit(row, shape.id(), placements.get(job.job()));
    slots.put(job.job(), slot);
    offer(state, slot, job.widths());
    claim(job, former, slot);
    int user = mirror.users().of(job.user());
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
    state.copyEligibleTime(slot, before, former);
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
      int slot = slots.getOrDefault(job.job(), ClusterState.NONE);
      if (former == ClusterState.NONE
          || before.phase(former) != state.phase(slot)
          || processors(before, former) != processors(state, slot)
          || otherNodes(former, slot)) {
        divergence++;
      } else {
        exact = exact && JobDescription.of(before, former).equals(JobDescription.of(state, slot));
      }
    }
  }

  /** Whether a job holds something else than the mirror says, which is known on one machine. */
  private boolean otherNodes(int former, int slot) {
    return state.hasNodes()
        && sharesShapes()
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

  private static JobPhase phase(JobSnapshot job) {
    return JobPhase.valueOf(job.state().name());
  }
}
