package io.gnomon.controller.config;

import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.controller.notification.NotificationSettings;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.signature.SigningKeys;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the controller.
 *
 * @param kafka how Kafka is used
 * @param http the settings of the HTTP server
 * @param work how much is done at a time
 * @param clusters which clusters are tracked
 * @param control the settings of clusters
 * @param signing what is signed
 * @param alerts the receivers of notifications
 * @param traces the OTLP collector that receives traces, or null for none
 */
public record ControllerConfig(
    Kafka kafka,
    HttpSettings http,
    Work work,
    ClusterLimits clusters,
    ControlSettings control,
    Signing signing,
    NotificationSettings alerts,
    @Nullable URI traces) {
  /**
   * How Kafka is used.
   *
   * @param properties the properties of all clients, including {@code bootstrap.servers}
   * @param prefix the prefix of the topics
   * @param group the consumer group
   */
  public record Kafka(Map<String, String> properties, String prefix, String group) {
    /** Copies the properties. */
    public Kafka {
      properties = Map.copyOf(properties);
    }
  }

  /**
   * How much is done at a time.
   *
   * @param studyThreads the number of simulation threads
   * @param studyLimit the time limit of a study
   * @param checkpointEvents the events of a cluster between checkpoints
   */
  public record Work(int studyThreads, Duration studyLimit, int checkpointEvents) {}

  /**
   * What is signed.
   *
   * @param keys the keys that sign commands, or null if commands are not signed
   * @param events whether events must be signed with one of the keys
   */
  public record Signing(@Nullable SigningKeys keys, boolean events) {
    /** Neither commands nor events are signed. */
    public static final Signing NONE = new Signing(null, false);

    /** Returns the keys that verify events, or null if events need no signature. */
    public @Nullable SigningKeys eventKeys() {
      return events ? keys : null;
    }
  }

  /**
   * Which clusters are tracked.
   *
   * @param most the most clusters of one replica, at least 1
   * @param allowed the ids of the clusters that may be tracked; all if empty
   * @param silence the shortest time without events after which a cluster is shown as degraded
   * @param accountsInMetrics how many accounts of a cluster have wait histograms of their own
   */
  public record ClusterLimits(
      int most, Set<String> allowed, Duration silence, int accountsInMetrics) {
    /** A thousand clusters with any ids, silent for five minutes. */
    public static final ClusterLimits DEFAULT =
        new ClusterLimits(1000, Set.of(), Duration.ofMinutes(5), 0);

    /** Limits with the other defaults. */
    public ClusterLimits(int most, Set<String> allowed) {
      this(most, allowed, DEFAULT.silence(), DEFAULT.accountsInMetrics());
    }

    /** Copies the ids. */
    public ClusterLimits {
      allowed = Set.copyOf(allowed);
    }
  }

  /**
   * Returns defaults: mode recommend, HTTP on loopback, hourly evaluations of the library. A study
   * may take 30 s, so that the speed of the machine has no influence on its result.
   */
  public static ControllerConfig defaults(String bootstrapServers) {
    return new ControllerConfig(
        new Kafka(Map.of("bootstrap.servers", bootstrapServers), "gnomon", "gnomon-controller"),
        HttpSettings.loopback(8080),
        new Work(
            Math.max(1, Runtime.getRuntime().availableProcessors() - 1),
            Duration.ofSeconds(30),
            10_000),
        ClusterLimits.DEFAULT,
        new ControlSettings(Mode.RECOMMEND, 3600, new TuneSettingsBuilder(Search.LIBRARY).build()),
        Signing.NONE,
        NotificationSettings.NONE,
        null);
  }

  /** Returns a copy with another HTTP port. */
  public ControllerConfig withPort(int other) {
    return withHttp(http.withPort(other));
  }

  /** Returns a copy with other HTTP settings. */
  public ControllerConfig withHttp(HttpSettings other) {
    return new ControllerConfig(kafka, other, work, clusters, control, signing, alerts, traces);
  }

  /** Returns a copy with other limits on clusters. */
  public ControllerConfig withClusters(ClusterLimits other) {
    return new ControllerConfig(kafka, http, work, other, control, signing, alerts, traces);
  }

  /** Returns a copy with other settings of clusters. */
  public ControllerConfig withControl(ControlSettings other) {
    return new ControllerConfig(kafka, http, work, clusters, other, signing, alerts, traces);
  }

  /** Returns a copy that signs commands. */
  public ControllerConfig withCommandKeys(SigningKeys keys) {
    return withSigning(new Signing(keys, false));
  }

  /** Returns a copy that signs commands, or verifies events, in another way. */
  public ControllerConfig withSigning(Signing other) {
    return new ControllerConfig(kafka, http, work, clusters, control, other, alerts, traces);
  }

  /** Returns a copy with other receivers of notifications. */
  public ControllerConfig withAlerts(NotificationSettings other) {
    return new ControllerConfig(kafka, http, work, clusters, control, signing, other, traces);
  }

  /** Returns a copy with a collector of traces. */
  public ControllerConfig withTraces(URI collector) {
    return new ControllerConfig(kafka, http, work, clusters, control, signing, alerts, collector);
  }
}
