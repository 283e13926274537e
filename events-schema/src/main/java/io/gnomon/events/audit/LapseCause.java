package io.gnomon.events.audit;

import io.gnomon.events.WireEnum;

/** Why a proposal lapsed: it was not rejected, and its command was not sent. */
public enum LapseCause implements WireEnum {
  /** Its time to expire has passed. */
  EXPIRED,
  /** A later evaluation chose again. */
  REPLACED,
  /** Another configuration came into force. */
  CONFIGURATION_CHANGED,
  /** An operator left the mode {@code approve}. */
  MODE_CHANGED,
  /** An operator rolled back the last change. */
  ROLLED_BACK,
  /** The mirror of the cluster is not trusted any more. */
  CLUSTER_DEGRADED
}
