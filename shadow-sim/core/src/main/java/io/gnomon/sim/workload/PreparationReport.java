package io.gnomon.sim.workload;

/**
 * The number of jobs affected by each rule of a {@link Preparation}; a job can be affected by
 * several.
 *
 * @param jobs jobs before
 * @param withoutProcessors dropped: no processors
 * @param negativeRuntime dropped: negative or unknown runtime
 * @param clipped wider than the machine, clipped to its size
 * @param zeroRuntime runtime 0, counted as 1 s
 * @param missingEstimate no estimate, set to the runtime
 * @param overrunning runs past the estimate; treated by the overrun rule
 */
public record PreparationReport(
    int jobs,
    int withoutProcessors,
    int negativeRuntime,
    int clipped,
    int zeroRuntime,
    int missingEstimate,
    int overrunning) {

  /** Number of jobs dropped. */
  public int dropped() {
    return withoutProcessors + negativeRuntime;
  }

  /** Number of jobs kept. */
  public int kept() {
    return jobs - dropped();
  }

  /** The report as one line of text. */
  public String summary() {
    return ("%d of %d jobs kept; dropped: %d without processors, %d with a negative runtime;"
            + " clipped to the machine: %d; runtime 0 counted as 1 s: %d;"
            + " estimate taken from the runtime: %d; past their estimate: %d")
        .formatted(
            kept(),
            jobs,
            withoutProcessors,
            negativeRuntime,
            clipped,
            zeroRuntime,
            missingEstimate,
            overrunning);
  }
}
