package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.eligibility.JobConditions;
import org.jspecify.annotations.Nullable;

/** A job about to be submitted. Mutable: a reader refills one instance for each job. */
public final class Arrival {
  /** Job number; grows in arrival order and differs from the numbers of all active jobs. */
  public int job;

  /** Processors, at least 1; not used on a cluster of nodes if the shape is known. */
  public int width;

  /** Number of its shape on a cluster of nodes, -1 for a job that requests only processors. */
  public int shape = ClusterState.NONE;

  /** Number of its account on a cluster with accounts, -1 if unknown. */
  public int account = ClusterState.NONE;

  /** Requested seconds, at least 1. */
  public int estimate;

  /** Actual runtime in seconds on the requested width, at least 1. */
  public int runtime;

  /** Its user, -1 if unknown. */
  public int user = ClusterState.NONE;

  /** Its application, -1 if unknown. */
  public int application = ClusterState.NONE;

  /** Its priority, -1 if unknown. */
  public int priority = ClusterState.NONE;

  /** What it must wait for before it is eligible, null for nothing. */
  public @Nullable JobConditions conditions;

  /** Whether its user holds it. */
  public boolean held;

  /** Whether it ends without success, which matters to jobs that depend on it. */
  public boolean fails;

  /** Smallest width on which the job can start, 0 if only the requested one. */
  public int narrowest;

  /** Largest width on which the job can start, 0 if only the requested one. */
  public int widest;
}
