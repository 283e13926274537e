package io.gnomon.events.audit;

import io.gnomon.events.WireEnum;

/** What came of a decision. */
public enum DecisionOutcome implements WireEnum {
  /** The incumbent stays. */
  KEPT,
  /** A better configuration was named, nothing was asked for. */
  RECOMMENDED,
  /** A proposal waits for a person. */
  AWAITING_APPROVAL,
  /** A command was published. */
  COMMANDED,
  /** A command back to the last good configuration was published. */
  ROLLED_BACK
}
