package io.gnomon.config;

import java.nio.file.Path;
import java.util.Optional;

/** The keys of every component that connects to Kafka. */
public final class KafkaKeys {
  /** Brokers to connect to first. */
  public static final Key<String> BOOTSTRAP_SERVERS =
      Key.of(
          "kafka.bootstrap.servers",
          ValueTypes.text().summarized("`host:port,…`"),
          "127.0.0.1:9092",
          "brokers to connect to first");

  /** Prefix of the topics' names. */
  public static final Key<String> TOPICS_PREFIX =
      Key.of(
          "topics.prefix",
          ValueTypes.text("[A-Za-z0-9._-]+", "letters, digits, '.', '_' and '-'"),
          "gnomon",
          "prefix of the topics' names, as in gnomon.events");

  /**
   * The keys that the controller signs commands with and a bridge events, and that verify these.
   */
  public static final Key<Optional<Path>> COMMANDS_KEY_FILE =
      Key.optional(
          "commands.key-file",
          ValueTypes.readableFile(),
          "key that signs commands, and the bridge's events; a second line: another"
              + " accepted key");

  private KafkaKeys() {}
}
