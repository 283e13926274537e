package io.gnomon.bridge;

import java.util.Map;

/** A runner on Kafka: events and commands of one cluster, going on where its last bridge ended. */
public final class KafkaBridge implements AutoCloseable {
  private final KafkaSink sink;
  private final KafkaCommands commands;
  private final BridgeRunner runner;

  /**
   * A bridge that has not told anything yet.
   *
   * @param kafka properties for every client, {@code bootstrap.servers} among them
   * @param prefix of the topics, which must exist
   */
  public KafkaBridge(
      String cluster,
      SchedulerPort port,
      CommandLedger ledger,
      Map<String, String> kafka,
      String prefix) {
    long last = LastEvent.sequence(kafka, prefix, cluster);
    sink = new KafkaSink(kafka, prefix);
    commands = new KafkaCommands(kafka, prefix, cluster);
    runner = new BridgeRunner(cluster, port, sink, ledger, last);
  }

  /** What tells and obeys. */
  public BridgeRunner runner() {
    return runner;
  }

  /** What has been asked of the cluster. */
  public CommandSource commands() {
    return commands;
  }

  /** Writes what is left; throws where an event could not be written. */
  @Override
  public void close() {
    try (commands) {
      sink.close();
    }
  }
}
