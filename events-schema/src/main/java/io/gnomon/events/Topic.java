package io.gnomon.events;

/** The topics of Gnomon. The key of every record is the cluster id. */
public enum Topic {
  /** Events from schedulers. */
  EVENTS("events"),
  /** Commands to schedulers. */
  COMMANDS("commands"),
  /** The audit trail: decisions and operations. */
  DECISIONS("decisions"),
  /** Checkpoints of each cluster: state, input offset and open decision; compacted. */
  CHECKPOINTS("checkpoints"),
  /** Rejected records, unchanged, with the reason in headers. */
  REJECTED("rejected");

  /** The default prefix. */
  public static final String DEFAULT_PREFIX = "gnomon";

  private final String suffix;

  Topic(String suffix) {
    this.suffix = suffix;
  }

  /** The topic's name under the default prefix, such as {@code gnomon.events}. */
  public String named() {
    return named(DEFAULT_PREFIX);
  }

  /** The topic's name under {@code prefix}, such as {@code hpc.events}. */
  public String named(String prefix) {
    return prefix + "." + suffix;
  }
}
