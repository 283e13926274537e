package io.gnomon.events.audit;

import io.gnomon.events.WireEnum;

/** What a decision led to. */
public enum DecisionOutcome implements WireEnum {
  /** The configuration in force stays. */
  KEPT,
  /** A better configuration was recommended. */
  RECOMMENDED,
  /** A proposal waits for an operator's approval. */
  AWAITING_APPROVAL,
  /** A command to change the configuration was published. */
  COMMANDED,
  /** A command to restore the previous configuration was published. */
  ROLLED_BACK
}
