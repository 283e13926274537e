package io.gnomon.controller.config;

import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.controller.notification.NotificationSettings;
import io.gnomon.controller.operation.Mode;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be configured, checked.
 *
 * @param kafka properties for every Kafka client; {@code bootstrap.servers} must be among them
 * @param prefix of the topics
 * @param group of the consumers that share the partitions
 * @param http how HTTP is served
 * @param studyThreads for simulations
 * @param studyLimit for one study
 * @param checkpointEvents after how many events of a cluster its state is written at the latest
 * @param control how clusters are controlled
 * @param alerts who is told of changes
 * @param traces the OTLP collector that traces of decisions go to, or null for none
 */
public record ControllerConfig(
    Map<String, String> kafka,
    String prefix,
    String group,
    HttpSettings http,
    int studyThreads,
    Duration studyLimit,
    int checkpointEvents,
    ControlSettings control,
    NotificationSettings alerts,
    @Nullable URI traces) {
  /** Copies the properties. */
  public ControllerConfig {
    kafka = Map.copyOf(kafka);
  }

  /** The defaults beside a broker: recommends, listens on loopback, looks once a week. */
  public static ControllerConfig defaults(String bootstrapServers) {
    return new ControllerConfig(
        Map.of("bootstrap.servers", bootstrapServers),
        "gnomon",
        "gnomon-controller",
        HttpSettings.loopback(8080),
        Math.max(1, Runtime.getRuntime().availableProcessors() - 1),
        Duration.ofSeconds(30),
        10_000,
        new ControlSettings(
            Mode.RECOMMEND, 3600, 0, new TuneSettingsBuilder(Search.PARTITIONS).build()),
        NotificationSettings.NONE,
        null);
  }

  /** The same, listening on another port. */
  public ControllerConfig withPort(int other) {
    return withHttp(http.withPort(other));
  }

  /** The same with HTTP served in another way. */
  public ControllerConfig withHttp(HttpSettings other) {
    return new ControllerConfig(
        kafka,
        prefix,
        group,
        other,
        studyThreads,
        studyLimit,
        checkpointEvents,
        control,
        alerts,
        traces);
  }

  /** The same with another way to control clusters. */
  public ControllerConfig withControl(ControlSettings other) {
    return new ControllerConfig(
        kafka,
        prefix,
        group,
        http,
        studyThreads,
        studyLimit,
        checkpointEvents,
        other,
        alerts,
        traces);
  }

  /** The same with checkpoints at another interval. */
  public ControllerConfig withCheckpointEvents(int events) {
    return new ControllerConfig(
        kafka, prefix, group, http, studyThreads, studyLimit, events, control, alerts, traces);
  }

  /** The same, telling others of changes. */
  public ControllerConfig withAlerts(NotificationSettings other) {
    return new ControllerConfig(
        kafka,
        prefix,
        group,
        http,
        studyThreads,
        studyLimit,
        checkpointEvents,
        control,
        other,
        traces);
  }

  /** The same with traces that go to a collector. */
  public ControllerConfig withTraces(URI collector) {
    return new ControllerConfig(
        kafka,
        prefix,
        group,
        http,
        studyThreads,
        studyLimit,
        checkpointEvents,
        control,
        alerts,
        collector);
  }
}
