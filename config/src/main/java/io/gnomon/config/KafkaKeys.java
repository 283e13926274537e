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

  /** The keys that commands are signed with by the controller and verified with by a bridge. */
  public static final Key<Optional<Path>> COMMANDS_KEY_FILE =
      Key.of(
          "commands.key-file",
          ValueTypes.readableFile().optional(),
          "",
          "key that the controller signs commands with and the bridge verifies; a second line: a"
              + " key that the bridge accepts too");

  private KafkaKeys() {}
}
