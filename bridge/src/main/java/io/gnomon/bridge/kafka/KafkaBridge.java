package io.gnomon.bridge.kafka;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CommandAuthenticator;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.CommandSource;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.events.signature.SigningKeys;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Connects a runner to Kafka for one cluster, continuing where its last bridge stopped. */
public final class KafkaBridge implements AutoCloseable {
  private final KafkaEventSink sink;
  private final KafkaCommandSource commands;
  private final BridgeRunner runner;

  /**
   * A bridge that has published nothing yet.
   *
   * @param kafka properties of the Kafka clients, including {@code bootstrap.servers}
   * @param prefix prefix of the topics, which must exist
   * @param authenticator decides which commands are carried out
   * @param keys the keys whose first one signs each event, or null to sign nothing
   */
  public KafkaBridge(
      String cluster,
      SchedulerPort port,
      CommandLedger ledger,
      Map<String, String> kafka,
      String prefix,
      CommandAuthenticator authenticator,
      @Nullable SigningKeys keys) {
    long last = LastSequence.find(kafka, prefix, cluster);
    sink = new KafkaEventSink(kafka, prefix, keys);
    commands = new KafkaCommandSource(kafka, prefix, cluster, authenticator);
    runner = new BridgeRunner(cluster, port, sink, ledger, last);
  }

  /** Returns the runner, which publishes events and carries out commands. */
  public BridgeRunner runner() {
    return runner;
  }

  /** Returns the commands and requests for the cluster. */
  public CommandSource commands() {
    return commands;
  }

  /** Writes the remaining events; throws if an event could not be written. */
  @Override
  public void close() {
    try (commands) {
      sink.close();
    }
  }
}
