package io.gnomon.model.machine;

/** Whether a node takes jobs. */
public enum NodeState {
  /** It takes jobs. */
  UP,
  /** It takes no new jobs; those on it continue. */
  DRAINED,
  /** It is not available. */
  DOWN
}
