package io.gnomon.sim.workload.swf;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.Preparation;

/**
 * A workload file as read.
 *
 * @param log its jobs, still as the archive has them; see {@link Preparation}
 * @param header its comment lines
 * @param report what was left out and why
 */
public record SwfWorkload(JobLog log, SwfHeader header, ReadReport report) {}
