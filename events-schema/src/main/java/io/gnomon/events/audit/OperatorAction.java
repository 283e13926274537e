package io.gnomon.events.audit;

import io.gnomon.events.WireEnum;

/** An operation on the tuning of a cluster. */
public enum OperatorAction implements WireEnum {
  /** Set the mode. */
  SET_MODE,
  /** Freeze changes for a time. */
  FREEZE,
  /** Lift a freeze. */
  UNFREEZE,
  /** Approve a proposal. */
  APPROVE,
  /** Reject a proposal. */
  REJECT,
  /** Roll back the last change. */
  ROLL_BACK
}
