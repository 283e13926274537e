package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.kafka.output.TopicNames;
import io.gnomon.controller.kafka.topic.LogRange;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.events.signature.SigningKeys;
import io.vertx.core.Future;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The settings of all partition owners.
 *
 * @param topics the names of the topics
 * @param log returns the records that a partition of the events topic has at present
 * @param consumer Kafka properties of consumers, as text
 * @param producer Kafka properties of producers, as text
 * @param checkpointEvents the number of events of a cluster between two checkpoints
 * @param control returns the settings of the cluster with an id
 * @param commandKeys the keys that sign commands, or null if commands are not signed
 * @param eventKeys the keys that events must be signed with, or null if they need no signature
 * @param admission decides which clusters are tracked
 * @param listener observes the owners
 */
public record OwnerSettings(
    TopicNames topics,
    IntFunction<Future<LogRange>> log,
    Map<String, String> consumer,
    Map<String, String> producer,
    int checkpointEvents,
    Function<String, ControlSettings> control,
    ClusterAdmission admission,
    @Nullable SigningKeys commandKeys,
    @Nullable SigningKeys eventKeys,
    OwnerListener listener) {}
