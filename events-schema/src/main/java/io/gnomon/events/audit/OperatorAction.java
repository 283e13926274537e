package io.gnomon.events.audit;

import io.gnomon.events.WireEnum;

/** What a person can have done to how a cluster is tuned. */
public enum OperatorAction implements WireEnum {
  /** What may be done with a good alternative has been set. */
  SET_MODE,
  /** Changes are forbidden for a time. */
  FREEZE,
  /** Changes are allowed again. */
  UNFREEZE,
  /** A proposal is carried out. */
  APPROVE,
  /** A proposal is dropped. */
  REJECT,
  /** The last change is undone. */
  ROLL_BACK
}
