package io.gnomon.events.audit;

import io.gnomon.events.WireEnum;

/** Whether the slowdown after a change is better than predicted without it. */
public enum VerificationResult implements WireEnum {
  /** The observed slowdown is at most the one predicted without the change. */
  REALISED,
  /** The observed slowdown is above the one predicted without the change. */
  NOT_REALISED
}
