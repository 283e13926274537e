package io.gnomon.events.machine;

import io.gnomon.events.WireEnum;

/** The smallest part of a node that a job can hold. */
public enum AllocationUnit implements WireEnum {
  /** A hardware thread. */
  CPU,
  /** A core with all of its threads. */
  CORE,
  /** A whole node. */
  NODE
}
