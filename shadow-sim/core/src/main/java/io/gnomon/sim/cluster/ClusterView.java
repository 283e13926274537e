package io.gnomon.sim.cluster;

import static io.gnomon.sim.cluster.JobTable.HELD_PROCESSORS;

import io.gnomon.sim.eligibility.Conditions;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.limit.MachineReasons;
import io.gnomon.sim.machine.placement.Shape;
import org.jspecify.annotations.Nullable;

/**
 * What can be read of a cluster at one instant: its capacity, its active jobs, and what is known of
 * their conditions, accounts and limits.
 */
public abstract class ClusterView extends ActiveJobs {
  int processors;
  int freeProcessors;
  final @Nullable Nodes nodes;
  final Bookkeeping books;

  /** A pool of processors without jobs, or nodes with all their CPUs. */
  ClusterView(int processors, @Nullable Nodes nodes, Bookkeeping books) {
    this.processors = processors;
    freeProcessors = processors;
    this.nodes = nodes;
    this.books = books;
  }

  /** A copy. */
  ClusterView(ClusterView from) {
    super(from);
    processors = from.processors;
    freeProcessors = from.freeProcessors;
    nodes = from.nodes == null ? null : from.nodes.copy(jobs.limit());
    books = from.books.copy(jobs.limit());
  }

  /** The capacity. */
  public int processors() {
    return processors;
  }

  /** Processors not held by any job; negative while jobs hold more than a reduced capacity. */
  public int freeProcessors() {
    return freeProcessors;
  }

  /** Whether this cluster consists of nodes, rather than of a pool of identical processors. */
  public boolean hasNodes() {
    return nodes != null;
  }

  /**
   * The nodes with what jobs request and hold there.
   *
   * @throws IllegalStateException if this cluster is a pool of processors
   */
  public Nodes nodes() {
    if (nodes == null) {
      throw new IllegalStateException("the cluster is a pool of processors, it has no nodes");
    }
    return nodes;
  }

  /** Whether a job has, or had, conditions, or since when jobs are eligible is recorded. */
  public boolean hasConditions() {
    return books.conditions != null;
  }

  /** What holds jobs back, apart from resources; created by the first call. */
  public Conditions conditions() {
    return books.conditions();
  }

  /** Whether the accounts of this cluster are known. */
  public boolean hasAccounting() {
    return books.accounting != null;
  }

  /**
   * The accounts with their usage.
   *
   * @throws IllegalStateException if they are not known
   */
  public FairShareAccounting accounting() {
    return books.accounting();
  }

  /** Whether jobs of this cluster are limited. */
  public boolean hasLimits() {
    return books.limiting != null;
  }

  /**
   * What limits jobs, and what is counted.
   *
   * @throws IllegalStateException if no limits are known
   */
  public Limiting limiting() {
    return books.limiting();
  }

  /**
   * Since when the job is eligible to start: its submission, or the time at which its conditions
   * were met or it was released or requeued; {@link #NONE} while it is not eligible. Releases and
   * returns to the queue count once jobs have conditions or reasons, or if accounts are known.
   */
  public int eligibleTime(int slot) {
    return books.conditions == null
        ? submitTime(slot)
        : books.conditions.eligibleTime(slot, submitTime(slot));
  }

  /**
   * Why a job is held, or what holds a waiting job back: its partition, a limit, or a reservation
   * of its nodes. Null if that is not known, or there is no such reason. Costs a search for a
   * placement if the machine has reservations.
   */
  public @Nullable WaitingReason waitingReason(int slot) {
    if (nodes == null || phase(slot) != JobPhase.WAITING) {
      return books.conditions == null ? null : books.conditions.reason(slot, now);
    }
    Shape shape = nodes.shape(slot);
    WaitingReason reason = MachineReasons.ofPartitions(nodes.machine(), shape, estimate(slot));
    if (reason == null && books.limiting != null) {
      reason = books.limiting.reason(this, slot);
    }
    return reason == null
        ? MachineReasons.ofReservations(nodes.machine(), shape, now, estimate(slot))
        : reason;
  }

  /**
   * Whether the limits of its user, account, QOS or partitions, as the site declares them, keep a
   * job that has not started from starting ever, whatever policy is in force. Costs O(its limits).
   */
  public boolean neverStarts(int slot) {
    if (nodes == null) {
      return false;
    }
    return MachineReasons.forbidsPartitions(nodes.machine(), nodes.shape(slot), estimate(slot))
        || (books.limiting != null && books.limiting.neverStarts(this, slot));
  }

  /** Whether what a suspended job held is free. */
  public boolean canResume(int slot) {
    return nodes == null
        ? jobs.get(slot, HELD_PROCESSORS) <= freeProcessors
        : nodes.free().fits(nodes.placement(slot));
  }

  /** Whether the cluster, with the nodes that take jobs now, has what a suspended job held. */
  public boolean canEverResume(int slot) {
    return nodes == null
        ? jobs.get(slot, HELD_PROCESSORS) <= processors
        : nodes.areUsable(nodes.placement(slot));
  }

  /**
   * A hash of the whole state: clock, capacity and every attribute of every job. Independent of the
   * slots used. O(active jobs).
   */
  public long hash() {
    long sum = mix(now) + mix(0x9E37L + processors) * 31;
    for (int slot = 0; slot < jobs.limit(); slot++) {
      if (!jobs.isFree(slot)) {
        long job = 0;
        for (int cell = 0; cell < ROW; cell++) {
          job = mix(job * 0x9E3779B97F4A7C15L + jobs.get(slot, cell));
        }
        sum += nodes == null ? job : mix(job + nodes.hash(slot));
      }
    }
    if (books.conditions != null) {
      sum += mix(books.conditions.hash());
    }
    return nodes == null ? sum : mix(sum + nodes.hash());
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
