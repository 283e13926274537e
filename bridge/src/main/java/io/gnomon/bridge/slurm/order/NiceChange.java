package io.gnomon.bridge.slurm.order;

/**
 * A nice value to set on a pending job.
 *
 * @param scontrolId the job, or the tasks of an array, as {@code scontrol update JobId=} accepts it
 * @param squeueId the job, or one of these tasks, as {@code squeue --jobs=} accepts it
 * @param to the value to set
 * @param from the present value
 */
public record NiceChange(String scontrolId, String squeueId, long to, long from) {}
