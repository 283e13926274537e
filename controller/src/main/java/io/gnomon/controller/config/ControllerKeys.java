package io.gnomon.controller.config;

import io.gnomon.config.ConfigLoader;
import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.config.InvalidConfigException;
import io.gnomon.config.KafkaKeys;
import io.gnomon.config.Key;
import io.gnomon.config.KeySet;
import io.gnomon.config.ValueType;
import io.gnomon.config.ValueTypes;
import io.gnomon.events.Envelope;
import io.gnomon.events.signature.SigningKeys;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The configuration keys of the controller, and its settings. */
public final class ControllerKeys {
  private static final ValueType<Set<String>> CLUSTER_IDS =
      ValueType.of(
              "ids of clusters (letters, digits and - . _ ~ : /), separated by commas, or empty",
              ControllerKeys::clusterIds)
          .summarized("cluster ids");

  /** The consumer group. */
  public static final Key<String> GROUP =
      Key.of(
          "kafka.group",
          ValueTypes.text(),
          "gnomon-controller",
          "consumer group; replicas of one group share the clusters");

  static final Key<Boolean> SIGNED_EVENTS =
      Key.of(
          "events.signed",
          ValueTypes.flag(),
          "false",
          "whether events without a signature by `commands.key-file` are rejected");
  static final Key<Integer> STUDY_THREADS =
      Key.of("study.threads", ValueTypes.wholeNumber(1, 256), "2", "threads that run simulations");
  static final Key<Duration> STUDY_TIME_LIMIT =
      Key.of(
              "study.time-limit",
              ValueTypes.duration("50ms", "1h"),
              "500ms",
              "most time for a study; the simulations done by then decide")
          .withDefaultWhen(TuningKeys.SEARCH, TuningKeys.PARTITIONS, "30s");
  static final Key<Integer> CHECKPOINT_INTERVAL =
      Key.of(
          "checkpoint.interval-events",
          ValueTypes.wholeNumber(1, 10_000_000),
          "10000",
          "events of a cluster between checkpoints; at least its active jobs");

  static final Key<Integer> CLUSTERS_MAX =
      Key.of(
          "clusters.max",
          ValueTypes.wholeNumber(1, 100_000),
          "1000",
          "most clusters of a replica; further ones are rejected");
  static final Key<Set<String>> CLUSTERS_ALLOWED =
      Key.of(
          "clusters.allowed",
          CLUSTER_IDS,
          "",
          "ids of the clusters to track; if empty, all that are declared");

  static final Key<Duration> CLUSTERS_SILENCE =
      Key.of(
          "clusters.silence",
          ValueTypes.duration("1s", "7d"),
          "5m",
          "time without events after which a cluster with heartbeats is shown as degraded;"
              + " at least three times its usual interval");

  static final Key<Integer> METRICS_ACCOUNTS =
      Key.of(
          "metrics.accounts",
          ValueTypes.wholeNumber(0, 1_000),
          "0",
          "largest accounts of a cluster whose waits are in `/metrics`; the others together");

  static final Key<Optional<URI>> TRACE_OTLP =
      Key.of(
          "trace.otlp",
          ValueTypes.secretUrl().optional(),
          "",
          "address of an OpenTelemetry collector's `/v1/traces`");

  /** All keys, in the order of the documentation. */
  public static final KeySet ALL =
      KeySet.of(
          "gnomon serve",
          Stream.of(
                  List.of(
                      KafkaKeys.BOOTSTRAP_SERVERS,
                      KafkaKeys.TOPICS_PREFIX,
                      KafkaKeys.COMMANDS_KEY_FILE,
                      SIGNED_EVENTS,
                      GROUP),
                  HttpKeys.ALL,
                  TuningKeys.ALL,
                  List.of(
                      STUDY_THREADS,
                      STUDY_TIME_LIMIT,
                      CHECKPOINT_INTERVAL,
                      CLUSTERS_MAX,
                      CLUSTERS_ALLOWED,
                      CLUSTERS_SILENCE),
                  AlertKeys.ALL,
                  List.of(METRICS_ACCOUNTS, TRACE_OTLP))
              .<Key<?>>flatMap(List::stream)
              .toList());

  private ControllerKeys() {}

  /** The files with secrets that a configuration names. */
  public static List<Path> secretFiles(EffectiveConfiguration config) {
    return Stream.of(HttpKeys.OPERATORS_FILE, HttpKeys.TLS_KEY, KafkaKeys.COMMANDS_KEY_FILE)
        .flatMap(key -> config.get(key).stream())
        .toList();
  }

  /**
   * Returns the controller's settings.
   *
   * @throws InvalidConfigException if values of several keys do not fit together, or the operators
   *     file cannot be used
   * @throws IllegalArgumentException if the key file cannot be used
   */
  public static ControllerConfig read(EffectiveConfiguration config) {
    return new ControllerConfig(
        new ControllerConfig.Kafka(
            config.kafka(), config.get(KafkaKeys.TOPICS_PREFIX), config.get(GROUP)),
        HttpKeys.read(config),
        new ControllerConfig.Work(
            config.get(STUDY_THREADS),
            config.get(STUDY_TIME_LIMIT),
            config.get(CHECKPOINT_INTERVAL)),
        new ControllerConfig.ClusterLimits(
            config.get(CLUSTERS_MAX),
            config.get(CLUSTERS_ALLOWED),
            config.get(CLUSTERS_SILENCE),
            config.get(METRICS_ACCOUNTS)),
        TuningKeys.read(config),
        signing(config),
        AlertKeys.read(config),
        config.get(TRACE_OTLP).orElse(null));
  }

  /** Creates a loader of the controller's configuration, without sources. */
  public static ConfigLoader loader() {
    return new ConfigLoader(ALL);
  }

  private static Set<String> clusterIds(String text) {
    Set<String> ids = new LinkedHashSet<>();
    for (String id : text.isBlank() ? new String[0] : text.split(",", -1)) {
      if (!id.strip().matches(Envelope.CLUSTER_ID)) {
        throw new IllegalArgumentException(
            "'%s' is not the id of a cluster; allowed are %s"
                .formatted(id.strip(), Envelope.CLUSTER_ID_IN_WORDS));
      }
      ids.add(id.strip());
    }
    return ids;
  }

  private static ControllerConfig.Signing signing(EffectiveConfiguration config) {
    Optional<SigningKeys> keys = config.get(KafkaKeys.COMMANDS_KEY_FILE).map(SigningKeys::read);
    boolean events = config.get(SIGNED_EVENTS);
    if (events && keys.isEmpty()) {
      throw new InvalidConfigException(
          SIGNED_EVENTS
              + " is true, but there is no key to verify events with; set "
              + KafkaKeys.COMMANDS_KEY_FILE
              + " to a copy of the bridge's key file");
    }
    return new ControllerConfig.Signing(keys.orElse(null), events);
  }

  /** Returns the value of a key in seconds; all such values fit an int. */
  static int seconds(EffectiveConfiguration config, Key<Duration> key) {
    return Math.toIntExact(config.get(key).getSeconds());
  }
}
