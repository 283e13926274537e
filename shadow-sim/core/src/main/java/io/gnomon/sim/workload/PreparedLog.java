package io.gnomon.sim.workload;

/**
 * A log adapted to a machine.
 *
 * @param log every runtime and estimate is at least 1 s, every width is within the machine
 * @param report number of jobs affected by each rule
 */
public record PreparedLog(JobLog log, PreparationReport report) {}
