package io.gnomon.controller.cluster;

/** Where the controller stands with a cluster. */
public enum ControllerState {
  /** Declared, but too little has been seen for a decision. */
  WARMING,
  /** Jobs are watched. */
  WATCHING,
  /** A shadow study is under way; events wait for it. */
  STUDYING,
  /** A proposal waits for approval. */
  PROPOSED,
  /** A command waits for the scheduler's answer. */
  COMMANDED,
  /** A change is in force and is held against what was predicted. */
  VERIFYING,
  /** The last good configuration is in force again. */
  ROLLED_BACK,
  /** The mirror cannot be trusted until a snapshot comes, or the scheduler does not answer. */
  DEGRADED
}
