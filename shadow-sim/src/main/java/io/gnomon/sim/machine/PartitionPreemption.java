package io.gnomon.sim.machine;

/**
 * How the running jobs of a partition are preempted where partitions with a higher tier preempt.
 * Source: manual of slurm.conf, {@code PreemptMode} and {@code GraceTime} of a partition.
 *
 * @param mode what happens to a preempted job
 * @param graceSeconds how long a job that is cancelled or requeued goes on at most, at least 0
 */
public record PartitionPreemption(Mode mode, int graceSeconds) {
  /** The mode of the cluster, without a grace time. */
  public static final PartitionPreemption DEFAULT = new PartitionPreemption(Mode.CLUSTER, 0);

  /** {@code PreemptMode} of a partition. */
  public enum Mode {
    /** That of the cluster. */
    CLUSTER,
    /** Jobs are not preempted. */
    OFF,
    /** Jobs end. */
    CANCEL,
    /** Jobs wait again, and their work is lost. */
    REQUEUE,
    /** Jobs stop and resume later. */
    SUSPEND
  }

  /** Checks the grace time. */
  public PartitionPreemption {
    if (graceSeconds < 0) {
      throw new InvalidMachineException(
          "the grace time of a partition is %d s; it must be at least 0".formatted(graceSeconds));
    }
  }
}
