package io.gnomon.controller.node;

import io.gnomon.sim.machine.placement.Shortage;
import java.util.Locale;

/** What a waiting job on a cluster of nodes waits for. */
public enum WaitReason {
  /** GPUs. */
  GPUS,
  /** Memory. */
  MEMORY,
  /** CPUs. */
  CPUS,
  /** Nodes, see {@link Shortage#NODES}. */
  NODES,
  /** A limit of its user, account or QOS. */
  LIMIT,
  /** The end of a reservation of nodes that it would need before its time limit. */
  RESERVATION,
  /** What the cluster does not have: the job cannot run even if all nodes are idle and up. */
  CAPACITY,
  /** Nothing: what it needs is free, but other jobs come first. */
  QUEUE;

  /** The name in the API and in metrics. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static WaitReason of(Shortage shortage) {
    return switch (shortage) {
      case GPUS -> GPUS;
      case MEMORY -> MEMORY;
      case CPUS -> CPUS;
      case NODES -> NODES;
      case NONE -> QUEUE;
    };
  }
}
