package io.gnomon.events.machine;

import io.gnomon.events.WireEnum;

/**
 * How running jobs of a partition or a QOS make room for others. Source: manuals of slurm.conf and
 * sacctmgr, {@code PreemptMode}.
 */
public enum PreemptMode implements WireEnum {
  /** As the cluster's configuration says. */
  CLUSTER,
  /** They do not. */
  OFF,
  /** They end. */
  CANCEL,
  /** They wait again, and their work is lost. */
  REQUEUE,
  /** They stop and resume later. */
  SUSPEND
}
