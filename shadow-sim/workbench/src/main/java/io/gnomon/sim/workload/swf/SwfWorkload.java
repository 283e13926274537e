package io.gnomon.sim.workload.swf;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.Preparation;

/**
 * The content of a workload file.
 *
 * @param log its jobs, as in the archive; see {@link Preparation}
 * @param header its comment lines
 * @param report dropped lines and the reasons
 */
public record SwfWorkload(JobLog log, SwfHeader header, ReadReport report) {}
