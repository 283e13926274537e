package io.gnomon.controller.forecast;

/** A change of a job's request that may let it start earlier. */
public enum RequestChange {
  /** Half of the time limit. */
  HALF_LIMIT("half-limit"),
  /** The time limit within which nine of ten similar jobs ended. */
  USUAL_RUNTIME("usual-runtime"),
  /** Half of the processors; on nodes, half of the tasks. All else stays as requested. */
  HALF_PROCESSORS("half-processors"),
  /** Half of the nodes and of the tasks. All else stays as requested. */
  HALF_NODES("half-nodes"),
  /** Another partition. */
  PARTITION("partition"),
  /** Another QOS. */
  QOS("qos");

  private final String word;

  RequestChange(String word) {
    this.word = word;
  }

  /** The word in the API. */
  public String word() {
    return word;
  }
}
