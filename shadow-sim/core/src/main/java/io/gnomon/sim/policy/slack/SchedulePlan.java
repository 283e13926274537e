package io.gnomon.sim.policy.slack;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.snapshot.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * What is free over time beside running and scheduled jobs, on a pool of processors or on nodes;
 * and a draft of it, in which a search tries other schedules. On a pool, placements are null. The
 * starts themselves are in {@link PromisedStarts}.
 */
interface SchedulePlan {
  /** A number that changes when processors or nodes are added or lost. */
  int capacityVersion();

  /** The tiers of jobs, the highest first. */
  int[] tiers();

  /** The tier of a waiting job. */
  int tier(int slot);

  /** Forgets the past. */
  void moveTo(int now);

  /**
   * Plans the running and scheduled jobs anew, in the order of their starts. No scheduled job
   * starts earlier; those that must start later are moved {@linkplain PromisedStarts#moveBeyond
   * beyond} their latest start if necessary.
   */
  void rebuild(PromisedStarts jobs);

  /** Gives back what a job holds that ends now, before its expected end. */
  void ended(int slot);

  /** Records that a job has no schedule any more, after it has changed. */
  void discard(int slot);

  /** The first possible start of a job that is not scheduled; then {@link #found}. */
  int earliest(int slot);

  /** Schedules a job. */
  void add(int slot, int start, @Nullable Placement placement);

  /** Moves scheduled jobs, all at once, and changes their starts. */
  void move(PromisedStarts jobs, int[] slots, int[] starts, @Nullable Placement[] held, int count);

  /** Moves scheduled jobs to their earliest possible starts, one by one in this order. */
  void compress(PromisedStarts jobs, int[] slots, int count);

  /** Starts a job that is scheduled for now; false if it cannot start. */
  boolean start(int slot, Dispatcher dispatcher);

  /** What a scheduled job will hold. */
  @Nullable Placement placement(int slot);

  /** Begins a search: the base is this plan. */
  void beginSearch();

  /** Removes a scheduled job from the base. */
  void removeFromBase(int slot, int start);

  /** Begins a draft with what is free in the base. */
  void beginDraft();

  /**
   * The first start of a job in the draft from {@code from} on and before {@code limit}, {@link
   * io.gnomon.sim.policy.SchedulingPolicy#NEVER} if there is none; a pool ignores the limit. Then
   * {@link #found}.
   */
  int anchor(int slot, int from, int limit);

  /** What the job found last will hold. */
  @Nullable Placement found();

  /** Takes what a job holds from {@code start} on from the draft. */
  void take(int slot, int start, @Nullable Placement placement);

  /** Gives back to the draft what a job holds from {@code start} on. */
  void give(int slot, int start, @Nullable Placement placement);

  /** The same plan for a fork of the state. */
  SchedulePlan copy(ClusterState forked);

  /** Returns what it keeps beside the starts, for checkpoints; empty if nothing. */
  Snapshot snapshot();

  /** Restores a {@link #snapshot}; the plan must then be {@linkplain #rebuild rebuilt}. */
  void restore(Snapshot snapshot);
}
