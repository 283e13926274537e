package io.gnomon.sim.machine.placement;

/**
 * What must be free on a node so that a job can run there, wholly or in part.
 *
 * @param cpus CPUs, at least 1
 * @param memory MiB
 * @param mostJobs most jobs that may be on the node already: 0 if the job needs the whole node
 * @param gpus GPUs of all types
 * @param gpusByType GPUs of each type; empty if no type is requested
 */
@SuppressWarnings("ArrayRecordComponent") // read in inner loops
public record NodeNeed(int cpus, int memory, int mostJobs, int gpus, int[] gpusByType) {
  /** For {@link #mostJobs()}: any number. */
  public static final int ANY_JOBS = Integer.MAX_VALUE;

  /** A need for CPUs only. */
  public static NodeNeed ofCpus(int cpus) {
    return new NodeNeed(cpus, 0, ANY_JOBS, 0, new int[0]);
  }
}
