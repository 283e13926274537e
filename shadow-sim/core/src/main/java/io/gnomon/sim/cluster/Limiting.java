package io.gnomon.sim.cluster;

import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.limit.HoldingLimit;
import io.gnomon.sim.limit.JobAmounts;
import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.limit.LimitRules;
import io.gnomon.sim.limit.LimitSet;
import io.gnomon.sim.limit.LimitTable;
import io.gnomon.sim.limit.LimitUsage;
import io.gnomon.sim.limit.LimitUse;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.priority.ResolvedAccount;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link ClusterState} that exists where jobs are limited: what each active job
 * counts for, and what is counted. A job that has started counts until it ends or returns to the
 * queue, also while it is suspended. A job that may run in several partitions counts as submitted
 * to the first of them.
 *
 * <p>Same thread contract as the state. A transition costs O(what the job counts for), a check
 * O(limits of the job); checks by request allocate nothing once a shape is known.
 */
public final class Limiting {
  private static final int LEAST_SLOTS = 64;

  /** What a job that has started counts for. */
  private record Started(
      LimitSet limits, long[] amounts, int[] nodes, double billed, int timeLimit, int start) {
    Started with(LimitSet others) {
      return new Started(others, amounts, nodes, billed, timeLimit, start);
    }
  }

  private final JobAmounts ofSite;
  private JobAmounts amounts; // those of the site, unless the policy in force has set others
  private LimitUsage usage;
  private final int partitions;
  private @Nullable LimitSet[] sets; // by account + 1 and partition
  private long[] @Nullable [] requested; // by shape of one partition
  private int[] accountOf; // by slot
  private @Nullable LimitSet[] submitted; // by slot
  private @Nullable Started[] started; // by slot
  private int endable; // jobs that have started and end if a limit on minutes is used up

  /** No jobs. */
  Limiting(JobAmounts amounts) {
    ofSite = amounts;
    this.amounts = amounts;
    usage = new LimitUsage(amounts.rules(), 1, 0);
    partitions = amounts.machine().partitions().size();
    sets = new LimitSet[partitions];
    requested = new long[LEAST_SLOTS][];
    accountOf = new int[LEAST_SLOTS];
    submitted = new LimitSet[LEAST_SLOTS];
    started = new Started[LEAST_SLOTS];
  }

  private Limiting(Limiting from, int slotLimit) {
    ofSite = from.ofSite;
    amounts = from.amounts;
    usage = from.usage.copy();
    partitions = from.partitions;
    sets = from.sets.clone();
    requested = from.requested.clone();
    int length = Math.max(LEAST_SLOTS, slotLimit);
    accountOf = Arrays.copyOf(from.accountOf, length);
    submitted = Arrays.copyOf(from.submitted, length);
    started = Arrays.copyOf(from.started, length);
    endable = from.endable;
  }

  Limiting copy(int slotLimit) {
    return new Limiting(this, slotLimit);
  }

  /** What jobs are limited by, and what they hold. */
  JobAmounts amounts() {
    return amounts;
  }

  /** The minutes that have been used. */
  Snapshot snapshot() {
    return usage.snapshot();
  }

  /**
   * Takes over the minutes of a snapshot into a state that has the jobs already.
   *
   * @throws IllegalArgumentException if a field is missing or has the wrong type or length
   */
  void restore(Snapshot snapshot) {
    usage.restore(snapshot);
    for (Started job : started) {
      if (job != null) {
        usage.runs(job.limits, job.amounts, job.start);
      }
    }
  }

  /** Takes over the minutes that have been used from other limits. */
  public void takeOver(Limiting other) {
    restore(other.snapshot());
  }

  /** The site's limits without jobs. */
  Limiting emptied() {
    return new Limiting(ofSite);
  }

  /** The limits in force. */
  public LimitRules rules() {
    return amounts.rules();
  }

  /** The limits that the site declares; a policy may replace some of them. */
  public LimitDefinitions ofSite() {
    return ofSite.rules().definitions();
  }

  /**
   * Puts other limits of the same associations and QOS in force; called by the policy in force, as
   * it takes over. Jobs and used minutes stay. Costs O(active jobs) if the limits differ.
   */
  public void use(ClusterView state, LimitDefinitions others) {
    if (others.equals(rules().definitions())) {
      return;
    }
    Snapshot minutes = usage.snapshot();
    amounts = others.equals(ofSite()) ? ofSite : ofSite.with(new LimitRules(others));
    usage = new LimitUsage(rules(), 1, 0);
    sets = new LimitSet[partitions];
    requested = new long[LEAST_SLOTS][];
    endable = 0;
    resolve(ClusterState.NONE, ResolvedAccount.UNKNOWN);
    for (int slot = 0; slot < submitted.length; slot++) {
      if (submitted[slot] != null) {
        countAgain(state, slot);
      }
    }
    restore(minutes);
  }

  private void countAgain(ClusterView state, int slot) {
    int number = accountOf[slot];
    if (number != ClusterState.NONE) {
      resolve(number, state.accounting().jobAccounts().get(number));
    }
    submit(state, slot, number);
    Started before = started[slot];
    if (before != null) {
      Placement placement = state.nodes().placement(slot);
      start(
          slot,
          new Started(
              limits(number, placement.partition()),
              held(state, slot, placement),
              before.nodes,
              before.billed,
              before.timeLimit,
              before.start));
    }
  }

  // --- checks

  /**
   * Why a waiting job may not start in a partition, by what it requests; null if no limit holds it
   * back.
   *
   * @param part its shape in one partition
   */
  public @Nullable WaitingReason check(ClusterView state, int slot, Shape part) {
    LimitSet limits = limits(accountOf[slot], part.partition(0));
    return limits.isEmpty() ? null : usage.check(limits, requested(part), state.estimate(slot));
  }

  /** Why a waiting job may not start on a placement; null if no limit holds it back. */
  public @Nullable WaitingReason check(ClusterView state, int slot, Placement placement) {
    LimitSet limits = limits(accountOf[slot], placement.partition());
    return limits.isEmpty()
        ? null
        : usage.check(
            limits, held(state, slot, placement), placement.nodes(), state.estimate(slot));
  }

  /**
   * Why a waiting job may not start; null if no limit holds it back in one of its partitions. The
   * reason is that of its first partition.
   */
  public @Nullable WaitingReason reason(ClusterView state, int slot) {
    Shape shape = state.nodes().shape(slot);
    WaitingReason first = null;
    for (int i = 0; i < shape.partitions(); i++) {
      WaitingReason reason = check(state, slot, state.nodes().shapes().inPartition(shape, i));
      if (reason == null) {
        return null;
      }
      first = first == null ? reason : first;
    }
    return first;
  }

  /**
   * The limit that {@link #reason} names, with what it counts now; null if none holds the job back.
   */
  public @Nullable HoldingLimit holding(ClusterView state, int slot) {
    Shape shape = state.nodes().shape(slot);
    HoldingLimit first = null;
    for (int i = 0; i < shape.partitions(); i++) {
      Shape part = state.nodes().shapes().inPartition(shape, i);
      LimitSet limits = limits(accountOf[slot], part.partition(0));
      HoldingLimit holding =
          LimitTable.holding(usage, limits, requested(part), state.estimate(slot));
      if (holding == null) {
        return null;
      }
      first = first == null || (first.forever() && !holding.forever()) ? holding : first;
    }
    return first;
  }

  /**
   * Whether the site's limits let a job start in none of its partitions, whatever other jobs do and
   * whatever limits the policy in force has set.
   */
  boolean neverStarts(ClusterView state, int slot) {
    Shape shape = state.nodes().shape(slot);
    for (int i = 0; i < shape.partitions(); i++) {
      Shape part = state.nodes().shapes().inPartition(shape, i);
      int partition = part.partition(0);
      boolean asDeclared = amounts == ofSite;
      LimitSet limits =
          asDeclared ? limits(accountOf[slot], partition) : ofSite(state, slot, partition);
      long[] wanted = asDeclared ? requested(part) : ofSite.requested(part.request(), partition);
      if (!ofSite.rules().forbid(limits, wanted, state.estimate(slot))) {
        return false;
      }
    }
    return shape.partitions() > 0;
  }

  private LimitSet ofSite(ClusterView state, int slot, int partition) {
    ResolvedAccount account =
        accountOf[slot] == ClusterState.NONE
            ? ResolvedAccount.UNKNOWN
            : state.accounting().jobAccounts().get(accountOf[slot]);
    return ofSite.rules().of(account.association(), account.qos(), partition);
  }

  /** The limits that count jobs and what they hold, the most used ones first. */
  public List<LimitUse> uses() {
    return LimitTable.uses(usage);
  }

  /**
   * Why a job that has just been submitted is refused; null if it is not. In several partitions, it
   * is that of the first.
   */
  public @Nullable WaitingReason refusal(ClusterView state, int slot) {
    LimitSet limits = Objects.requireNonNull(submitted[slot]);
    Shape shape = state.nodes().shape(slot);
    long[] wanted =
        shape.partitions() == 0
            ? amounts.requested(shape.request(), 0)
            : requested(state.nodes().shapes().inPartition(shape, 0));
    usage.left(limits);
    WaitingReason refusal = usage.refusal(limits, wanted, state.estimate(slot));
    usage.submitted(limits);
    return refusal;
  }

  /** Whether there are jobs that end when a limit on minutes has been used up. */
  public boolean mayEndJobs() {
    return endable > 0;
  }

  /** Why a running job ends, because a limit on minutes has been used up; null if it goes on. */
  public @Nullable WaitingReason overrun(int slot) {
    Started job = started[slot];
    return job == null ? null : usage.overrun(job.limits);
  }

  private long[] held(ClusterView state, int slot, Placement placement) {
    return amounts.held(state.nodes().shape(slot).request(), placement);
  }

  private long[] requested(Shape part) {
    if (part.id() >= requested.length) {
      requested = Arrays.copyOf(requested, Math.max(part.id() + 1, 2 * requested.length));
    }
    long[] known = requested[part.id()];
    if (known == null) {
      known = amounts.requested(part.request(), part.partition(0));
      requested[part.id()] = known;
    }
    return known;
  }

  private LimitSet limits(int account, int partition) {
    int cell = (account + 1) * partitions + partition;
    if (cell >= sets.length) {
      sets = Arrays.copyOf(sets, Math.max(cell + 1, 2 * sets.length));
    }
    LimitSet known = sets[cell];
    if (known == null) {
      throw new IllegalStateException("account " + account + " has not been resolved");
    }
    return known;
  }

  // --- changes, made by the state

  /** A job has entered; its shape is known. */
  void enter(ClusterView state, int slot) {
    if (slot >= accountOf.length) {
      int length = Math.max(slot + 1, 2 * accountOf.length);
      accountOf = Arrays.copyOf(accountOf, length);
      submitted = Arrays.copyOf(submitted, length);
      started = Arrays.copyOf(started, length);
    }
    started[slot] = null;
    resolve(ClusterState.NONE, ResolvedAccount.UNKNOWN);
    submit(state, slot, ClusterState.NONE);
  }

  /** The account of a job has become known. */
  void account(ClusterView state, int slot, int number, ResolvedAccount account) {
    Started before = started[slot];
    if (before != null) {
      stopped(slot, state.now());
    }
    usage.left(Objects.requireNonNull(submitted[slot]));
    resolve(number, account);
    submit(state, slot, number);
    if (before != null) {
      Placement placement = state.nodes().placement(slot);
      start(slot, before.with(limits(number, placement.partition())));
    }
  }

  private void submit(ClusterView state, int slot, int account) {
    Shape shape = state.nodes().shape(slot);
    int partition = shape.partitions() == 0 ? 0 : shape.partition(0);
    accountOf[slot] = account;
    submitted[slot] = limits(account, partition);
    usage.submitted(limits(account, partition));
  }

  /** Finds the limits of an account in each partition. */
  private void resolve(int number, ResolvedAccount account) {
    int first = (number + 1) * partitions;
    if (first + partitions > sets.length) {
      sets = Arrays.copyOf(sets, Math.max(first + partitions, 2 * sets.length));
    }
    for (int partition = 0;
        partition < partitions && sets[first + partition] == null;
        partition++) {
      sets[first + partition] = amounts.rules().of(account.association(), account.qos(), partition);
    }
  }

  void started(ClusterView state, int slot, Placement placement) {
    LimitSet limits = limits(accountOf[slot], placement.partition());
    start(
        slot,
        new Started(
            limits,
            held(state, slot, placement),
            placement.nodes(),
            amounts.billed(state.nodes().shape(slot).request(), placement),
            state.estimate(slot),
            state.startTime(slot)));
  }

  private void start(int slot, Started job) {
    usage.started(job.limits, job.amounts, job.nodes, job.timeLimit, job.start);
    started[slot] = job;
    endable += job.limits.endsJobs() ? 1 : 0;
  }

  /** What a job that has started is charged per second. */
  double chargedPerSecond(int slot) {
    Started job = started[slot];
    return job == null ? 0 : job.billed * job.limits.usageFactor();
  }

  /** A job that has started ends, or returns to the queue. */
  void stopped(int slot, int now) {
    Started job = started[slot];
    if (job != null) {
      usage.ended(job.limits, job.amounts, job.nodes, job.timeLimit, job.start, now);
      started[slot] = null;
      endable -= job.limits.endsJobs() ? 1 : 0;
    }
  }

  void left(int slot, int now) {
    stopped(slot, now);
    LimitSet limits = submitted[slot];
    if (limits != null) {
      usage.left(limits);
      submitted[slot] = null;
    }
  }

  /** Usage is set to 0. */
  void resetUsage() {
    usage.reset();
  }

  /**
   * Usage is recalculated.
   *
   * @param keptPerSecond the part of usage that is kept after a second
   */
  void recalculate(ClusterView state, int at, double keptPerSecond) {
    int before = usage.recalculate(at, keptPerSecond);
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      Started job = started[running.slot(i)];
      if (job != null) {
        usage.ran(job.limits, job.amounts, job.start, before);
      }
    }
  }
}
