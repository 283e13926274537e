package io.gnomon.controller.health;

import java.util.Locale;

/** The kinds of reasons why the controller is not ready, most important first. */
public enum ProblemKind {
  /** The controller has ended because of a failure. */
  FAILED("Read the log, correct the cause and restart Gnomon."),
  /** No broker answers. */
  BROKERS_UNREACHABLE(
      "Check that the brokers run, and kafka.bootstrap.servers; Gnomon continues by itself."),
  /** A broker refuses the credentials, or an ACL is missing. */
  NOT_AUTHORIZED(
      "Correct the credentials or the ACLs (docs/install.md#topics); Gnomon continues by itself."),
  /** A topic does not exist. */
  TOPIC_MISSING(
      "Create the topic with 'gnomon serve --create-topics' or as docs/install.md#topics says."),
  /** A topic has settings with which Gnomon cannot work. */
  TOPIC_MISCONFIGURED("Correct the topic's settings as docs/install.md#topics says."),
  /** Events cannot be read for another reason. */
  CANNOT_READ("Check the brokers and the log; Gnomon retries by itself."),
  /** The settings of a topic cannot be read; a warning, with which the controller is ready. */
  SETTINGS_UNKNOWN(
      "Allow DescribeConfigs on the topic (docs/install.md#topics), so that Gnomon can check its"
          + " settings."),
  /** Clusters that used to send events do not; a warning, with which the controller is ready. */
  PRODUCER_SILENT(
      "Check that the bridge runs, reaches the brokers and may write the events topic;"
          + " 'clusters.silence' is the time that is allowed."),
  /**
   * Two producers number the events of a cluster; a warning, with which the controller is ready.
   */
  SECOND_PRODUCER(
      "Stop all bridges of the cluster but one, or give each cluster an id of its own; the problem"
          + " ends when no such event has arrived for 'clusters.silence'."),
  /** The heap has no room for what clusters declare; a warning, as the other clusters go on. */
  NO_ROOM(
      "Raise the heap (GNOMON_JAVA_OPTS=-Xmx4g), spread the clusters over more partitions and"
          + " replicas, or let the cluster declare fewer nodes and accounts; then restart its"
          + " bridge."),
  /**
   * Clusters have not answered repeated requests; a warning, with which the controller is ready.
   */
  SNAPSHOT_MISSING(
      "Check that the bridge runs and handles the commands topic; a producer of your own must answer"
          + " snapshot.requested with cluster.declared and cluster.snapshot."),
  /** Transactions fail. */
  CANNOT_PUBLISH("Check the brokers and the log; Gnomon retries by itself."),
  /** A partition is being taken over again after its producer failed. */
  OWNERSHIP_LOST("Gnomon retries by itself; check the log if it lasts."),
  /** The checkpoints of a partition are being restored. */
  RESTORING("Wait until the checkpoints are restored."),
  /** The consumer group has not assigned partitions yet. */
  STARTING("Wait for the consumer group.");

  private final String remedy;

  ProblemKind(String remedy) {
    this.remedy = remedy;
  }

  /** What to do. */
  public String remedy() {
    return remedy;
  }

  /** Whether the controller is ready in spite of it. */
  public boolean warning() {
    return switch (this) {
      case SETTINGS_UNKNOWN, PRODUCER_SILENT, SECOND_PRODUCER, NO_ROOM, SNAPSHOT_MISSING -> true;
      default -> false;
    };
  }

  /** The name in metrics and in the API. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
