package io.gnomon.sim.workload;

/**
 * How many jobs each rule of a {@link Preparation} touched; a kept job can be touched by several.
 *
 * @param jobs jobs before
 * @param withoutProcessors dropped: no processors
 * @param negativeRuntime dropped: a negative or unknown runtime
 * @param clipped wider than the machine, made as wide as it
 * @param zeroRuntime runtime 0, counted as 1 s
 * @param missingEstimate no estimate, so the runtime serves
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

  /** Jobs left out. */
  public int dropped() {
    return withoutProcessors + negativeRuntime;
  }

  /** Jobs left. */
  public int kept() {
    return jobs - dropped();
  }

  /** The report as one line of text for a human. */
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
