package io.gnomon.controller.mirror;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidJob;
import io.gnomon.events.RejectReason;
import io.gnomon.events.accounting.AccountUsage;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobEvent;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobRequeued;
import io.gnomon.events.job.JobResumed;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.job.JobSuspended;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.IllegalTransitionException;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Placement;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Shape;
import io.gnomon.sim.machine.Unmet;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.Claims;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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

  // shapes and claims take some hundred bytes each
  private static final int FEW_SHAPES = 1 << 14;
  private static final int FEW_CLAIMS = 1 << 16;

  private long origin;
  private final MirrorListener listener;
  private ClusterState state;
  private final NameNumbering users = new NameNumbering(MOST_USERS, new UsesOfUsers());
  private JobNames jobs = new JobNames();
  private final EndedJobs ended = new EndedJobs();
  private SetAsideJobs setAside = new SetAsideJobs();
  private int nextJob;
  private io.gnomon.events.machine.@Nullable Machine declaredMachine;
  private @Nullable Accounting declaredAccounts; // without usage
  private @Nullable PlacementReader placements;
  private int shapesInUse;
  private int claimsInUse;

  /**
   * Creates the mirror of an empty cluster.
   *
   * @param origin the epoch second that is second 0
   * @param processors the capacity
   */
  public Mirror(long origin, int processors, MirrorListener listener) {
    this(origin, new ClusterState(processors), 0, listener);
  }

  private Mirror(long origin, ClusterState state, int nextJob, MirrorListener listener) {
    this.origin = origin;
    this.state = state;
    this.nextJob = nextJob;
    this.listener = listener;
  }

  /** Returns a mirror with the state of a checkpoint; then call {@link #restoreNames}. */
  public static Mirror restored(
      long origin,
      ClusterState state,
      io.gnomon.events.machine.@Nullable Machine declared,
      @Nullable Accounting accounting,
      int nextJob,
      MirrorListener listener) {
    Mirror mirror = new Mirror(origin, state, nextJob, listener);
    mirror.declaredMachine = declared;
    mirror.declaredAccounts = accounting == null ? null : accounting.withUsage(null);
    return mirror;
  }

  /**
   * Returns the empty state of a declared cluster at second 0.
   *
   * @param declared its nodes, or null for a pool of processors
   * @param accounting its accounts, or null; a pool has none
   * @throws RejectedEventException if the nodes contradict themselves
   */
  public static ClusterState empty(
      long origin,
      int processors,
      io.gnomon.events.machine.@Nullable Machine declared,
      @Nullable Accounting accounting)
      throws RejectedEventException {
    if (declared == null) {
      return new ClusterState(processors);
    }
    Machine machine = MachineReader.machine(declared, origin);
    Accounts accounts = AccountsReader.accounts(accounting, machine).orElse(null);
    ClusterState state =
        new ClusterState(
            machine,
            accounts,
            LimitsReader.amounts(accounting, accounts, declared, machine).orElse(null));
    MachineReader.setStates(declared, state);
    reportUsage(accounting, state);
    date(origin, state);
    return state;
  }

  /** Returns the empty state of a declared cluster without accounts. */
  public static ClusterState empty(
      long origin, int processors, io.gnomon.events.machine.@Nullable Machine declared)
      throws RejectedEventException {
    return empty(origin, processors, declared, null);
  }

  private static void date(long origin, ClusterState state) {
    if (state.hasAccounting()) {
      state.accounting().date(origin, ZoneOffset.UTC);
    }
  }

  private static void reportUsage(@Nullable Accounting reported, ClusterState state) {
    AccountUsage usage = reported == null ? null : reported.usage();
    if (usage != null && state.hasAccounting()) {
      state.accounting().report(AccountsReader.usage(usage, state.accounting().accounts().tree()));
    }
  }

  /** The accounts as they were reported last, without usage; null if they are not known. */
  public @Nullable Accounting declaredAccounts() {
    return declaredAccounts;
  }

  /** Returns a mirror without accounts with the state of a checkpoint. */
  public static Mirror restored(
      long origin,
      ClusterState state,
      io.gnomon.events.machine.@Nullable Machine declared,
      int nextJob,
      MirrorListener listener) {
    return restored(origin, state, declared, null, nextJob, listener);
  }

  /** The declared nodes, with their states at the declaration; null for a pool of processors. */
  public io.gnomon.events.machine.@Nullable Machine declaredMachine() {
    return declaredMachine;
  }

  /**
   * Whether {@link #rebuild} should drop requests and claims that are no longer in use: there are
   * twice as many as were left after the last time. So a new one costs O(1), amortised, and there
   * are never more than four for each job.
   */
  public boolean hasUnusedShapes() {
    return shapes() > Math.max(FEW_SHAPES, 2 * shapesInUse)
        || claims() > Math.max(FEW_CLAIMS, 2 * claimsInUse);
  }

  /** All shapes and claims are in use. Call this when all that uses them has been rebuilt. */
  public void setShapesInUse() {
    shapesInUse = shapes();
    claimsInUse = claims();
  }

  private int shapes() {
    return state.hasNodes() ? state.nodes().shapes().requests() : 0;
  }

  private int claims() {
    return state.hasAccounting() ? state.accounting().claims().size() : 0;
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
      int processors,
      io.gnomon.events.machine.@Nullable Machine declared,
      @Nullable Accounting accounting)
      throws RejectedEventException {
    Accounting definitions = accounting == null ? null : accounting.withUsage(null);
    if (declared == null && !state.hasNodes()) {
      declaredAccounts = definitions;
      state.setProcessors(processors);
      return false;
    }
    ClusterState empty = empty(origin, processors, declared, accounting);
    boolean other =
        !state.hasNodes()
            || !empty.hasNodes()
            || !Objects.equals(declaredAccounts, definitions)
            || hasOtherLicenses(declared)
            || !state.nodes().machine().equals(empty.nodes().machine());
    declaredMachine = declared;
    declaredAccounts = definitions;
    if (other) {
      state = new RebuiltState(state, empty).state();
      placements = null;
    } else if (declared != null) {
      MachineReader.setStates(declared, state);
    }
    reportUsage(accounting, state);
    return other;
  }

  /** Whether a declaration has other licences than are known. */
  boolean hasOtherLicenses(io.gnomon.events.machine.@Nullable Machine declared) {
    io.gnomon.events.machine.Machine known = declaredMachine;
    return known != null && declared != null && !known.licenses().equals(declared.licenses());
  }

  /**
   * Takes over a declaration without accounts, see {@link #declare(int,
   * io.gnomon.events.machine.Machine, Accounting)}.
   */
  public boolean declare(int processors, io.gnomon.events.machine.@Nullable Machine declared)
      throws RejectedEventException {
    return declare(processors, declared, null);
  }

  /**
   * Rebuilds the state of a cluster of nodes, with reservations at their times on the present clock
   * and only the shapes that are in use.
   */
  public void rebuild() throws RejectedEventException {
    Nodes before = state.nodes();
    ClusterState empty = empty(origin, 1, declaredMachine, declaredAccounts);
    for (int node = 0; node < before.machine().nodes(); node++) {
      empty.setNode(node, before.state(node));
    }
    state = new RebuiltState(state, empty).state();
    placements = null;
  }

  private PlacementReader placements() {
    PlacementReader reader = placements;
    if (reader == null) {
      reader = new PlacementReader(state.nodes().machine());
      placements = reader;
    }
    return reader;
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
    date(origin, state);
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
        applyToJob(job);
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

  private void applyToJob(JobEvent event) throws RejectedEventException {
    if (event instanceof JobSubmitted submitted) {
      submit(submitted);
      return;
    }
    int slot = jobs.slot(event.job());
    if (slot == ClusterState.NONE && setAside.contains(event.job())) {
      if (event instanceof JobFinished || event instanceof JobCancelled) {
        setAside.remove(event.job());
      }
      throw new RejectedEventException(
          RejectReason.SET_ASIDE,
          event.type().shortName()
              + " for job '"
              + event.job()
              + "', which is set aside until a snapshot has it, because its report was not valid");
    }
    if (slot == ClusterState.NONE) {
      throw new RejectedEventException(
          RejectReason.UNKNOWN_JOB,
          event.type().shortName() + " for job '" + event.job() + "', which is not active");
    }
    if (event instanceof JobStarted started) {
      start(slot, started);
    } else if (event instanceof JobFinished) {
      finish(slot);
    } else if (event instanceof JobCancelled) {
      cancel(slot);
    } else if (event instanceof JobModified modified) {
      modify(slot, modified);
    } else if (event instanceof JobSuspended) {
      state.suspend(slot);
      listener.suspended(state, slot);
    } else if (event instanceof JobResumed) {
      state.resume(slot);
      listener.resumed(state, slot);
    } else if (event instanceof JobRequeued) {
      requeue(slot);
    }
  }

  private void submit(JobSubmitted job) throws RejectedEventException {
    if (jobs.slot(job.job()) != ClusterState.NONE) {
      throw new RejectedEventException(
          RejectReason.KNOWN_JOB,
          "job '" + job.job() + "' was submitted before and is still active");
    }
    int slot;
    if (state.hasNodes()) {
      Shape shape = readableShape(job);
      if (!job.held()) {
        requireNodes(job.job(), shape);
      }
      slot = state.submitShape(nextJob, state.now(), shape.id(), job.estimateSeconds());
    } else {
      if (!job.held()) {
        requireWidth(job.job(), job.processors());
      }
      slot = state.submit(nextJob, state.now(), job.processors(), job.estimateSeconds());
    }
    nextJob++;
    state.describe(slot, users.of(job.user()), ClusterState.NONE, job.priority());
    claim(slot, job.user(), job.request());
    SnapshotReconciliation.offer(state, slot, job.widths());
    jobs.bind(job.job(), slot);
    setAside.remove(job.job());
    impose(job.job(), slot, job.request(), job.held());
    if (job.held()) {
      state.hold(slot);
    }
    listener.submitted(state, slot);
  }

  private void claim(int slot, @Nullable String user, @Nullable ResourceRequest request) {
    if (state.hasAccounting()) {
      Claims claims = state.accounting().claims();
      state.claim(slot, claims.of(AccountsReader.claimant(user, request, claims.accounts())));
    }
  }

  private void impose(String job, int slot, @Nullable ResourceRequest request, boolean held) {
    if (request != null) {
      new RequestConditions(origin, state, jobs.slots()).impose(job, slot, request, held);
    }
  }

  /** The shape of a job, which is set aside if its request cannot be read. */
  private Shape readableShape(JobSubmitted job) throws RejectedEventException {
    try {
      return shape(job.job(), job.request(), job.processors(), job.estimateSeconds());
    } catch (RejectedEventException unreadable) {
      setAside.add(job.job(), String.valueOf(unreadable.getMessage()));
      throw unreadable;
    }
  }

  private Shape shape(String job, @Nullable ResourceRequest request, int processors, int estimate)
      throws RejectedEventException {
    Request wanted =
        request == null
            ? Request.ofCpus(processors)
            : MachineReader.request(job, request, processors);
    return state.nodes().shapes().of(wanted, estimate);
  }

  /** Rejects what the cluster does not have; limits and states of partitions may change. */
  private static void requireNodes(String job, Shape shape) throws RejectedEventException {
    Optional<Unmet> unmet = Unmet.of(shape);
    if (unmet.isPresent() && !unmet.get().canChange()) {
      throw new RejectedEventException(
          RejectReason.TOO_WIDE,
          "job '" + job + "' requests " + unmet.get().text() + "; it can never run");
    }
  }

  private void requireWidth(String job, int width) throws RejectedEventException {
    if (width > state.processors()) {
      throw new RejectedEventException(
          RejectReason.TOO_WIDE,
          "job '"
              + job
              + "' requests "
              + width
              + " processors; the cluster has "
              + state.processors());
    }
  }

  /** Starts a job; a held job is released, because the scheduler did not report that. */
  private void start(int slot, JobStarted started) throws RejectedEventException {
    int width = started.processors() == EventData.NONE ? state.width(slot) : started.processors();
    int expected =
        started.limitSeconds() == EventData.NONE
            ? state.estimate(slot) - state.servedSeconds(slot)
            : started.limitSeconds();
    Placement placement = state.hasNodes() ? placement(slot, started) : null;
    boolean held = state.phase(slot) == JobPhase.HELD;
    if (placement == null && held) {
      state.startHeld(slot, width, expected);
    } else if (placement == null) {
      state.start(slot, width, expected);
    } else if (held) {
      state.startHeld(slot, placement, expected);
    } else {
      state.start(slot, placement, expected);
    }
    state.setPartition(slot, started.partition());
    listener.started(state, slot);
  }

  private Placement placement(int slot, JobStarted started) throws RejectedEventException {
    Nodes nodes = state.nodes();
    if (!started.placement().isEmpty()) {
      return placements()
          .read(started.job(), nodes.shape(slot), started.placement(), nodes.placedNodes());
    }
    Placement placement = placements().place(nodes.shape(slot), nodes.free());
    if (placement == null) {
      throw new RejectedEventException(
          RejectReason.ILLEGAL_TRANSITION,
          "job '"
              + started.job()
              + "' cannot start without a placement: what it requests is not free on any nodes");
    }
    return placement;
  }

  private void finish(int slot) {
    if (state.phase(slot) == JobPhase.RUNNING) {
      listener.finished(state, slot);
      addEnded(slot, false);
    }
    state.finish(slot);
    jobs.unbind(slot);
  }

  private void cancel(int slot) {
    boolean started = state.phase(slot) == JobPhase.RUNNING;
    listener.cancelled(state, slot);
    addEnded(slot, true);
    state.cancel(slot);
    jobs.unbind(slot);
    if (!started) {
      listener.changed(state, slot);
    }
  }

  private void addEnded(int slot, boolean cancelled) {
    int start = state.startTime(slot);
    boolean started = start != ClusterState.NONE;
    ended.add(
        jobs.name(slot),
        new EndedJob(
            origin + state.submitTime(slot),
            started ? origin + start : EventData.NONE,
            now(),
            started ? state.heldProcessors(slot) : state.width(slot),
            state.estimate(slot),
            cancelled));
  }

  private void requeue(int slot) {
    if (state.phase(slot) == JobPhase.RUNNING) {
      listener.killed(state, slot);
    }
    state.requeue(slot);
    listener.changed(state, slot);
  }

  private void modify(int slot, JobModified modified) throws RejectedEventException {
    int width = modified.processors() == EventData.NONE ? state.width(slot) : modified.processors();
    boolean reshaped = state.hasNodes() && modified.request() != null;
    if (modified.processors() != EventData.NONE && !state.hasNodes()) {
      requireWidth(modified.job(), width);
    }
    int estimate =
        modified.estimateSeconds() == EventData.NONE
            ? state.estimate(slot)
            : modified.estimateSeconds();
    Shape shape = reshaped ? shape(modified.job(), modified.request(), width, estimate) : null;
    if (shape != null) {
      requireNodes(modified.job(), shape);
    }
    boolean hold = Boolean.TRUE.equals(modified.held()) && state.phase(slot) != JobPhase.HELD;
    boolean release = Boolean.FALSE.equals(modified.held()) && state.phase(slot) == JobPhase.HELD;
    if (hold) {
      state.hold(slot); // throws where the job has started
    }
    if (shape != null && !state.nodes().isPlaced(slot)) {
      state.modifyShape(slot, shape.id(), estimate);
    } else {
      state.modify(slot, reshaped ? state.width(slot) : width, estimate);
    }
    if (modified.request() != null && state.hasAccounting()) {
      io.gnomon.sim.cluster.Accounting accounts = state.accounting();
      String user =
          accounts.hasClaim(slot)
              ? accounts.claims().claimant(accounts.claimId(slot)).user()
              : null;
      claim(slot, user, modified.request());
    }
    if (state.phase(slot) == JobPhase.WAITING || state.phase(slot) == JobPhase.HELD) {
      boolean held = state.phase(slot) == JobPhase.HELD && !release;
      impose(modified.job(), slot, modified.request(), held);
    }
    if (modified.priority() != EventData.NONE) {
      state.describe(slot, state.user(slot), ClusterState.NONE, modified.priority());
    }
    listener.modified(state, slot);
    if (release) {
      state.release(slot);
      listener.released(state, slot);
    }
  }

  /**
   * Replaces the queue by a snapshot. If the snapshot equals the mirror, only the clock moves;
   * otherwise the state is replaced, and jobs that were active before keep their numbers.
   *
   * @return the number of jobs that differed, or {@link #CONFIRMED} if the snapshot equals the
   *     mirror
   * @throws RejectedEventException if the snapshot is not valid; nothing has changed
   */
  public int replace(ClusterSnapshot snapshot) throws RejectedEventException {
    return replace(snapshot, List.of());
  }

  /**
   * Replaces the queue by a snapshot, see {@link #replace(ClusterSnapshot)}. Jobs that are not
   * possible are set aside.
   *
   * @param invalid its jobs that are not valid, which are set aside too
   */
  public int replace(ClusterSnapshot snapshot, List<InvalidJob> invalid)
      throws RejectedEventException {
    SnapshotReconciliation reconciliation = reconciled(snapshot, invalid);
    setAside = reconciliation.setAside();
    if (reconciliation.confirms() && !hasOtherAccounts(snapshot)) {
      state.advanceTo(reconciliation.state().now());
      reportUsage(snapshot.accounting(), state);
      return CONFIRMED;
    }
    state = reconciliation.state();
    if (snapshot.machine() != null) {
      declaredMachine = snapshot.machine();
    }
    placements = null;
    nextJob = reconciliation.nextJob();
    jobs = new JobNames();
    reconciliation.slots().forEach(jobs::bind);
    if (hasOtherAccounts(snapshot)) {
      declaredAccounts = accounts(snapshot).withUsage(null);
      rebuild();
    }
    reportUsage(snapshot.accounting(), state);
    return reconciliation.divergence();
  }

  /** Whether the accounts of a snapshot, apart from usage, replace those that are known. */
  private boolean hasOtherAccounts(ClusterSnapshot snapshot) {
    return snapshot.accounting() != null
        && state.hasNodes()
        && !accounts(snapshot).withUsage(null).equals(declaredAccounts);
  }

  private Accounting accounts(ClusterSnapshot snapshot) {
    Accounting reported = Objects.requireNonNull(snapshot.accounting());
    Accounting known = declaredAccounts;
    return known == null ? reported : known.updated(reported);
  }

  private SnapshotReconciliation reconciled(ClusterSnapshot snapshot, List<InvalidJob> invalid)
      throws RejectedEventException {
    users.keepUsed(true);
    try {
      return new SnapshotReconciliation(this, snapshot, invalid);
    } finally {
      users.keepUsed(false);
    }
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
