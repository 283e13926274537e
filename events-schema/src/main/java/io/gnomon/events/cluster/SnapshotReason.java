package io.gnomon.events.cluster;

import io.gnomon.events.WireEnum;

/** Why Gnomon requests a snapshot. */
public enum SnapshotReason implements WireEnum {
  /** The cluster has no mirror yet. */
  INITIAL,
  /** Sequence numbers are missing. */
  GAP,
  /** An event contradicts the mirror. */
  DIVERGENCE,
  /** An operator requested it. */
  OPERATOR
}
