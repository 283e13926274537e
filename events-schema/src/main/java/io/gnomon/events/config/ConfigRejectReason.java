package io.gnomon.events.config;

import io.gnomon.events.WireEnum;

/** Why a scheduler's side refused a command. */
public enum ConfigRejectReason implements WireEnum {
  /** Another version is in force than the command expects. */
  VERSION_MISMATCH,
  /** It came after its expiry. */
  EXPIRED,
  /** The content is not what was approved. */
  HASH_MISMATCH,
  /** The scheduler cannot be configured so. */
  NOT_CAPABLE,
  /** The policy text is not understood. */
  INVALID,
  /** The scheduler's side is set to refuse commands. */
  NOT_ALLOWED,
  /** The scheduler refused or failed, and what was done has been undone. */
  FAILED
}
