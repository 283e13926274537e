package io.gnomon.bridge.slurm.order;

/**
 * A nice value to set on a pending job.
 *
 * @param scontrolId the job, or the tasks of an array, as {@code scontrol update JobId=} accepts it
 * @param job id of the job or of its array
 * @param to the value to set
 * @param from the present value
 */
public record NiceChange(String scontrolId, String job, long to, long from) {}
