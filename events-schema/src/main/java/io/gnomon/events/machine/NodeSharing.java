package io.gnomon.events.machine;

import io.gnomon.events.WireEnum;

/** Whether jobs of a partition share nodes. */
public enum NodeSharing implements WireEnum {
  /** A job holds cores; other jobs can hold the other cores of the node. */
  CORES,
  /** A job holds whole nodes. */
  EXCLUSIVE
}
