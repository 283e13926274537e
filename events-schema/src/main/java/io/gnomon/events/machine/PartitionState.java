package io.gnomon.events.machine;

import io.gnomon.events.WireEnum;

/** Which jobs a partition accepts, as in Slurm ({@code State} in slurm.conf). */
public enum PartitionState implements WireEnum {
  /** Jobs can be submitted and can start. */
  UP,
  /** Jobs can be submitted; none can start. */
  DOWN,
  /** No job can be submitted; waiting jobs can start. */
  DRAINED,
  /** Jobs can neither be submitted nor start. */
  INACTIVE
}
