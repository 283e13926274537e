package io.gnomon.events;

/** Why a snapshot is asked for. */
public enum SnapshotReason implements Word {
  /** Nothing is known of the cluster yet. */
  INITIAL,
  /** Sequence numbers are missing. */
  GAP,
  /** An event contradicts what is believed. */
  DIVERGENCE,
  /** An administrator asked. */
  OPERATOR
}
