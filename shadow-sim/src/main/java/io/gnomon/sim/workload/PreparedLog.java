package io.gnomon.sim.workload;

/**
 * A log that fits a machine, and what was done to make it so.
 *
 * @param log every runtime and estimate is at least 1 s, every width is within the machine
 * @param report how many jobs each rule touched
 */
public record PreparedLog(JobLog log, PreparationReport report) {}
