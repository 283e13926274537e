package io.gnomon.events.cluster;

import io.gnomon.events.WireEnum;

/** Why a snapshot is asked for. */
public enum SnapshotReason implements WireEnum {
  /** Nothing is known of the cluster yet. */
  INITIAL,
  /** Sequence numbers are missing. */
  GAP,
  /** An event contradicts what is believed. */
  DIVERGENCE,
  /** An administrator asked. */
  OPERATOR
}
