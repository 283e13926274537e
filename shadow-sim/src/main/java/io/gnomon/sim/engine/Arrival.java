package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;

/** A job about to be submitted; one instance is filled again and again. */
public final class Arrival {
  /** Its number; grows in arrival order and is that of no active job. */
  public int job;

  /** Processors, at least 1. */
  public int width;

  /** Requested seconds, at least 1. */
  public int estimate;

  /** Seconds that it will run on the width that it asked for, at least 1. */
  public int runtime;

  /** Its user, -1 if unknown. */
  public int user = ClusterState.NONE;

  /** Its application, -1 if unknown. */
  public int application = ClusterState.NONE;

  /** Its priority, -1 if unknown. */
  public int priority = ClusterState.NONE;

  /** The least width that it offers to be started on, 0 if only the one that it asked for. */
  public int narrowest;

  /** The largest width that it offers to be started on, 0 if only the one that it asked for. */
  public int widest;
}
