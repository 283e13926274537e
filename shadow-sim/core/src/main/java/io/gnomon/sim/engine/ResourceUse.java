package io.gnomon.sim.engine;

import io.gnomon.sim.machine.placement.Shortage;
import java.util.Map;

/**
 * How a schedule used the resources of a machine of nodes.
 *
 * @param cpus shares of the CPUs
 * @param memory shares of the memory
 * @param gpus shares of the GPUs
 * @param waitedFor what waiting jobs lacked: shares of their waiting time, with a sum of 1; empty
 *     if no job waited when it was sampled
 */
public record ResourceUse(
    Shares cpus, Shares memory, Shares gpus, Map<Shortage, Double> waitedFor) {
  /** Copies the map. */
  public ResourceUse {
    waitedFor = Map.copyOf(waitedFor);
  }

  /**
   * Shares of one resource; NaN if the machine has none of it or the time is 0.
   *
   * @param used the mean share in use, from the first submission to the last end
   * @param idleWhileWaiting the mean share that was free in the time in which jobs waited
   */
  public record Shares(double used, double idleWhileWaiting) {}
}
