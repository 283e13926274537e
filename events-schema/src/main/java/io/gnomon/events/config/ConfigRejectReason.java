package io.gnomon.events.config;

import io.gnomon.events.WireEnum;

/** Why a bridge rejects a command. */
public enum ConfigRejectReason implements WireEnum {
  /** The configuration in force is not the version that the command expects. */
  VERSION_MISMATCH,
  /** The command has expired. */
  EXPIRED,
  /** The content hash does not match the content. */
  HASH_MISMATCH,
  /** The scheduler does not accept this setting. */
  NOT_CAPABLE,
  /** The policy text cannot be parsed. */
  INVALID,
  /** The bridge is configured to reject commands. */
  NOT_ALLOWED,
  /** The bridge accepts signed commands only, and the signature is missing or wrong. */
  NOT_AUTHENTICATED,
  /** The scheduler rejected the change or failed; partial changes were undone. */
  FAILED
}
