package io.gnomon.model.machine;

/** The smallest part of a node that a job can hold. */
public enum AllocationUnit {
  /** A hardware thread. */
  CPU,
  /** A core with all of its threads. */
  CORE,
  /** A whole node. */
  NODE
}
