package io.gnomon.events;

/** The topics of Gnomon, by their role; the key of every record is the cluster id. */
public enum Topic {
  /** What schedulers tell. */
  EVENTS("events"),
  /** What Gnomon asks of schedulers. */
  COMMANDS("commands"),
  /** The audit: one record for every study and for everything that a person did. */
  DECISIONS("decisions"),
  /** State, input offset and open decision of each cluster; compacted. */
  CHECKPOINTS("checkpoints"),
  /** Records that could not be used, unchanged, with the reason in headers. */
  REJECTED("rejected");

  /** The prefix where none is configured. */
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
