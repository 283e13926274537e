package io.gnomon.controller.mirror;

import io.gnomon.controller.room.DeclaredBytes;
import io.gnomon.controller.room.Room;
import io.gnomon.events.EventData;
import io.gnomon.events.InvalidJob;
import io.gnomon.events.RejectReason;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobEvent;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.IllegalTransitionException;
import io.gnomon.sim.forecast.JobForecast;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The mirror of one cluster's queue, updated by its scheduler's events.
 *
 * <p>The scheduler uses text ids and epoch seconds; the state uses numbers and seconds since the
 * cluster's origin. An event that cannot be applied changes only the clock, if its time is valid.
 * Single-threaded. An event costs O(1), apart from the cost of its transition in {@link
 * ClusterState}.
 */
public final class Mirror {
  /** The result of a snapshot that equals the mirror. */
  public static final int CONFIRMED = -1;

  // what is learned about users takes some kilobytes for each
  private static final int MOST_USERS = 4096;

  // shapes and accounts of jobs take some hundred bytes each
  private static final int FEW_SHAPES = 1 << 14;
  private static final int FEW_ACCOUNTS = 1 << 16;

  private long origin;
  private final MirrorListener listener;
  private final Room room;
  private ClusterState state;
  private final NameNumbering users = new NameNumbering(MOST_USERS, new UsesOfUsers());
  private JobNames jobs = new JobNames();
  private final EndedJobs ended = new EndedJobs();
  private final JobTransitions transitions;
  private SetAsideJobs setAside = new SetAsideJobs();
  private int nextJob;
  private @Nullable DeclaredMachine declaredMachine;
  private @Nullable Accounting declaredAccounts; // without usage
  private int shapesInUse;
  private int accountsInUse;

  /**
   * Creates the mirror of an empty cluster.
   *
   * @param origin the epoch second that is second 0
   * @param processors the capacity
   */
  public Mirror(long origin, int processors, MirrorListener listener) {
    this(origin, new ClusterState(processors), 0, listener, Room.UNLIMITED);
  }

  private Mirror(long origin, ClusterState state, int nextJob, MirrorListener listener, Room room) {
    this.room = room;
    this.origin = origin;
    this.state = state;
    this.nextJob = nextJob;
    this.listener = listener;
    transitions = new JobTransitions(this, listener, ended);
  }

  /**
   * A job that would be submitted now.
   *
   * @throws RejectedEventException if the cluster does not have what it requests
   */
  public JobForecast.NewJob newJob(
      @Nullable String user, ResourceRequest request, int processors, int estimateSeconds)
      throws RejectedEventException {
    return new JobForecast.NewJob(
        users.find(user),
        state.hasNodes() ? transitions.possible("new", request, processors, estimateSeconds) : null,
        state.hasAccounting()
            ? AccountsReader.knownAccount(
                user, request, state.accounting().jobAccounts().accounts())
            : null);
  }

  /**
   * Returns a mirror with the state of a declaration or a checkpoint; then call {@link
   * #restoreNames}.
   *
   * @param room of the cluster, which has been taken for the state
   */
  public static Mirror restored(
      long origin,
      ClusterState state,
      @Nullable DeclaredMachine declared,
      @Nullable Accounting accounting,
      int nextJob,
      MirrorListener listener,
      Room room) {
    Mirror mirror = new Mirror(origin, state, nextJob, listener, room);
    mirror.declared(declared, definitions(accounting));
    return mirror;
  }

  /** The accounts as they were reported last, without usage; null if they are not known. */
  public @Nullable Accounting declaredAccounts() {
    return declaredAccounts;
  }

  /** The declared nodes, with their states at the declaration; null for a pool of processors. */
  public @Nullable DeclaredMachine declaredMachine() {
    return declaredMachine;
  }

  /**
   * Whether {@link #rebuild} should drop requests and accounts that are no longer in use: there are
   * twice as many as were left after the last time. So a new one costs O(1), amortised, and there
   * are never more than four for each job.
   */
  public boolean hasUnusedShapes() {
    return shapes() > Math.max(FEW_SHAPES, 2 * shapesInUse)
        || jobAccounts() > Math.max(FEW_ACCOUNTS, 2 * accountsInUse);
  }

  /** All shapes and accounts are in use. Call this when all that uses them has been rebuilt. */
  public void setShapesInUse() {
    shapesInUse = shapes();
    accountsInUse = jobAccounts();
  }

  private int shapes() {
    return state.hasNodes() ? state.nodes().shapes().requests() : 0;
  }

  private int jobAccounts() {
    return state.hasAccounting() ? state.accounting().jobAccounts().size() : 0;
  }

  /**
   * Returns the state that a declaration leads to: that of the mirror with the jobs on other nodes
   * or with other accounts, or null if it stays, apart from the states of nodes. It only reads the
   * mirror, and may run on any thread.
   *
   * @param before the state of the mirror, or a copy
   * @throws RejectedEventException if there is no room, or the nodes contradict themselves
   */
  public @Nullable ClusterState expanded(
      ClusterState before,
      int processors,
      @Nullable DeclaredMachine declared,
      @Nullable Accounting accounting)
      throws RejectedEventException {
    if (declared == null && !before.hasNodes()) {
      DeclaredState.takeRoom(null, accounting, room);
      return null;
    }
    ClusterState empty = DeclaredState.empty(origin, processors, declared, accounting, room);
    boolean same =
        before.hasNodes()
            && empty.hasNodes()
            && Objects.equals(declaredAccounts, definitions(accounting))
            && !hasOtherLicenses(declared)
            && before.nodes().machine().equals(empty.nodes().machine());
    return same ? null : new RebuiltState(before, empty).state();
  }

  private static @Nullable Accounting definitions(@Nullable Accounting accounting) {
    return accounting == null ? null : accounting.withUsage(null);
  }

  /**
   * Takes over a declaration. If the nodes are others than before, apart from their states, or the
   * accounts, apart from their usage, the state is rebuilt for them; jobs keep their slots and,
   * where possible, their placements. Reported usage replaces that of the state.
   *
   * @return whether the state was rebuilt
   * @throws RejectedEventException if the nodes contradict themselves; nothing has changed
   */
  public boolean declare(
      int processors, @Nullable DeclaredMachine declared, @Nullable Accounting accounting)
      throws RejectedEventException {
    return declare(
        processors, declared, accounting, expanded(state, processors, declared, accounting));
  }

  /** The same with the {@link #expanded} state. */
  public boolean declare(
      int processors,
      @Nullable DeclaredMachine declared,
      @Nullable Accounting accounting,
      @Nullable ClusterState expanded) {
    declared(declared, definitions(accounting));
    if (expanded != null) {
      state = expanded;
    } else if (declared == null) {
      state.setProcessors(processors);
    } else {
      MachineReader.setStates(declared, state);
    }
    DeclaredState.reportUsage(accounting, state);
    return expanded != null;
  }

  private void declared(@Nullable DeclaredMachine machine, @Nullable Accounting accounts) {
    declaredMachine = machine;
    declaredAccounts = accounts;
    keepRoom();
  }

  /** Gives back the room that was taken for what is not taken over. */
  public void keepRoom() {
    room.keep(DeclaredBytes.of(declaredMachine, declaredAccounts));
  }

  /** The heap that the cluster may take. */
  public Room room() {
    return room;
  }

  /** Whether a declaration has other licences than are known. */
  boolean hasOtherLicenses(@Nullable DeclaredMachine declared) {
    DeclaredMachine known = declaredMachine;
    return known != null && declared != null && !known.licenses().equals(declared.licenses());
  }

  /**
   * Rebuilds the state of a cluster of nodes, with reservations at their times on the present clock
   * and only the shapes that are in use.
   */
  public void rebuild() throws RejectedEventException {
    state = RebuiltState.of(state, origin, declaredMachine, declaredAccounts);
  }

  /** Restores the names of the jobs in these slots. */
  public void restoreNames(int[] slots, List<String> names) {
    for (int i = 0; i < slots.length; i++) {
      jobs.bind(names.get(i), slots[i]);
    }
  }

  /** The numbers of the users. */
  public NameNumbering users() {
    return users;
  }

  /** The cluster state. Callers may read and fork it but must not modify it. */
  public ClusterState state() {
    return state;
  }

  /** The epoch second that is second 0. */
  public long origin() {
    return origin;
  }

  /** The number of the next new job. */
  public int nextJob() {
    return nextJob;
  }

  /** Counts a new job, which has taken {@link #nextJob()}. */
  void countJob() {
    nextJob++;
  }

  /** The slots of the active jobs by name. */
  JobNames jobs() {
    return jobs;
  }

  /** The scheduler's id of the job in {@code slot}. */
  public String name(int slot) {
    return jobs.name(slot);
  }

  /** The slot of an active job, or {@link ClusterState#NONE}. */
  public int slot(String job) {
    return jobs.slot(job);
  }

  /** The jobs that the mirror does not hold because their reports are not valid. */
  public SetAsideJobs setAside() {
    return setAside;
  }

  /** A job that has ended, or null if it is not one of the latest 4096 since the start. */
  public @Nullable EndedJob ended(String job) {
    return ended.get(job);
  }

  /** The scheduler's clock in epoch seconds. */
  public long now() {
    return origin + state.now();
  }

  /**
   * Converts an epoch second to a second of the state.
   *
   * @throws RejectedEventException if it is before the clock or beyond the last second
   */
  public int second(long at) throws RejectedEventException {
    long second = at - origin;
    if (second < state.now() || second > ClusterState.LAST) {
      throw new RejectedEventException(
          RejectReason.TIME_OUT_OF_RANGE,
          "time " + at + " is out of range; the cluster's clock is at " + now());
    }
    return (int) second;
  }

  /**
   * Sets the scheduler's clock, forward or back. The seconds of the state go on without a jump.
   *
   * @return false if the clock would be before the epoch at second 0, or if half of the seconds of
   *     a state are used up; nothing has changed
   */
  public boolean setClock(long at) {
    if (at < state.now() || state.now() > ClusterState.LAST / 2) {
      return false;
    }
    origin = at - state.now();
    DeclaredState.date(origin, state);
    return true;
  }

  /**
   * Applies an event to the state; events that do not concern jobs or capacity only move the clock.
   *
   * @throws RejectedEventException if it contradicts the state; no job has changed
   */
  public void apply(EventData event) throws RejectedEventException {
    state.advanceTo(second(event.at()));
    try {
      if (event instanceof JobEvent job) {
        transitions.apply(job);
      } else if (event instanceof CapacityChanged capacity) {
        changeCapacity(capacity);
      }
    } catch (IllegalTransitionException e) {
      throw new RejectedEventException(
          RejectReason.ILLEGAL_TRANSITION, String.valueOf(e.getMessage()));
    }
  }

  /** On a cluster of nodes, their states imply the number of processors. */
  private void changeCapacity(CapacityChanged capacity) throws RejectedEventException {
    if (!state.hasNodes()) {
      if (capacity.processors() != EventData.NONE) {
        state.setProcessors(capacity.processors());
      }
      return;
    }
    MachineReader.setStates(capacity.nodes(), state);
  }

  /**
   * Begins to compare a snapshot with the mirror; see {@link SnapshotComparison}. Its users have
   * numbers from now on.
   *
   * @param invalid its jobs that are not valid
   * @throws RejectedEventException if its time is out of range
   */
  public SnapshotComparison compare(ClusterSnapshot snapshot, List<InvalidJob> invalid)
      throws RejectedEventException {
    second(snapshot.at());
    users.keepUsed(true);
    try {
      snapshot.jobs().forEach(job -> users.of(job.user()));
    } finally {
      users.keepUsed(false);
    }
    return new SnapshotComparison(this, snapshot, invalid);
  }

  /**
   * Replaces the queue by a snapshot. If the snapshot equals the mirror, only the clock moves;
   * otherwise the state is replaced, and jobs that were active before keep their numbers.
   *
   * @return the number of jobs that differed, or {@link #CONFIRMED} if the snapshot equals the
   *     mirror
   * @throws RejectedEventException if the snapshot is not valid; no job has changed
   */
  public int replace(ClusterSnapshot snapshot) throws RejectedEventException {
    return replace(compare(snapshot, List.of()).run());
  }

  /**
   * Replaces the queue by a snapshot that was compared, see {@link #replace(ClusterSnapshot)}. Jobs
   * that are not valid or not possible are set aside.
   *
   * @param compared its comparison, since which nothing has happened
   */
  public int replace(SnapshotComparison compared) {
    SnapshotReconciliation reconciliation = compared.result();
    ClusterSnapshot snapshot = compared.snapshot();
    setAside = reconciliation.setAside();
    if (reconciliation.confirms()) {
      state.advanceTo(reconciliation.state().now());
      DeclaredState.reportUsage(snapshot.accounting(), state);
      return CONFIRMED;
    }
    Accounting otherAccounts = reconciliation.otherAccounts();
    state = reconciliation.state();
    declared(
        snapshot.machine() == null ? declaredMachine : snapshot.machine(),
        otherAccounts == null ? declaredAccounts : otherAccounts);
    nextJob = reconciliation.nextJob();
    jobs = reconciliation.names();
    return reconciliation.divergence();
  }

  /** The users of active jobs keep their numbers. */
  private final class UsesOfUsers implements NameNumbering.Uses {
    @Override
    public BitSet needed() {
      BitSet needed = new BitSet();
      state.forEachActive(
          slot -> {
            if (state.user(slot) != ClusterState.NONE) {
              needed.set(state.user(slot));
            }
          });
      return needed;
    }

    @Override
    public void forgotten(BitSet forgotten) {
      listener.forgotten(forgotten);
    }
  }
}
