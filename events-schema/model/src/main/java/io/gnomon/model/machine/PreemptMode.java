package io.gnomon.model.machine;

/**
 * How running jobs of a partition or a QOS make room for others. Source: manuals of slurm.conf and
 * sacctmgr, {@code PreemptMode}.
 */
public enum PreemptMode {
  /** As the cluster's configuration says. */
  CLUSTER,
  /** They do not. */
  OFF,
  /** They end. */
  CANCEL,
  /** They wait again, and their work is lost. */
  REQUEUE,
  /** They stop and resume later. */
  SUSPEND;

  /** The mode of a partition or a QOS; this mode, which is that of the cluster, if it has none. */
  public PreemptMode unless(PreemptMode own) {
    return own == CLUSTER ? this : own;
  }
}
