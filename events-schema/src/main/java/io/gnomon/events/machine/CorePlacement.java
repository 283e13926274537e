package io.gnomon.events.machine;

import io.gnomon.events.WireEnum;

/** How the scheduler distributes the cores of jobs over nodes. */
public enum CorePlacement implements WireEnum {
  /** It fills nodes that are in use before it uses others. */
  PACK,
  /** It uses the least loaded nodes first. */
  SPREAD
}
