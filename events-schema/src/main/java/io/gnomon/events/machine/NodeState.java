package io.gnomon.events.machine;

import io.gnomon.events.WireEnum;

/** Whether jobs can use a node. */
public enum NodeState implements WireEnum {
  /** Jobs can run and start. */
  UP,
  /** No job can run. */
  DOWN,
  /** Running jobs continue; none can start. */
  DRAINED
}
