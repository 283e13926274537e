package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.kafka.output.TopicNames;
import io.gnomon.controller.listener.OwnerListener;
import java.util.Map;
import java.util.function.Function;

/**
 * What owners of partitions share.
 *
 * @param topics the topics' names
 * @param consumer Kafka properties of consumers, as text
 * @param producer Kafka properties of producers, as text
 * @param checkpointEvents after how many events of a cluster its state is written at the latest
 * @param control how a cluster of a given id is controlled
 * @param listener hears what the owners did
 */
public record OwnerSettings(
    TopicNames topics,
    Map<String, String> consumer,
    Map<String, String> producer,
    int checkpointEvents,
    Function<String, ControlSettings> control,
    OwnerListener listener) {}
