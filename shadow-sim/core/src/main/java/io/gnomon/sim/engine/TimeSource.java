package io.gnomon.sim.engine;

/** Something that determines when the next event of a simulation is. */
interface TimeSource {
  /** The time of its next event, not before {@code now}; {@link Simulation#NEVER} for none. */
  int nextTime(int now);
}
