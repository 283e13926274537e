package io.gnomon.controller.cluster.change;

/** The state of a cluster's controller. */
public enum ControllerState {
  /** There is not enough history for a decision. */
  WARMING,
  /** No study, proposal or command is open. */
  WATCHING,
  /** A study is running; events are held back until it ends. */
  STUDYING,
  /** A proposal is waiting for approval. */
  PROPOSED,
  /** The scheduler has not answered a command yet. */
  COMMANDED,
  /** The last change was rolled back. */
  ROLLED_BACK,
  /** The mirror waits for a snapshot, or the scheduler cannot report. */
  DEGRADED
}
