package io.gnomon.controller.kafka.input;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures how far owners are behind the end offsets of their partitions. It requests the end
 * offsets periodically, one request at a time, and keeps the last known ones if the broker does not
 * answer. All methods run on one event loop context.
 */
public final class LagProbe {
  private static final Logger LOG = LoggerFactory.getLogger(LagProbe.class);

  private final EventReader reader;
  private final String topic;
  private final Supplier<Map<Integer, Long>> offsets;
  private final Map<Integer, Long> ends = new TreeMap<>();
  private final Vertx vertx;
  private final long timer;
  private boolean asking;

  /**
   * Starts a probe.
   *
   * @param reader the reader of the events topic
   * @param topic the events topic
   * @param offsets returns the next offset of each owned partition
   * @param every the period of requests
   */
  public LagProbe(
      Vertx vertx,
      EventReader reader,
      String topic,
      Supplier<Map<Integer, Long>> offsets,
      Duration every) {
    this.reader = reader;
    this.topic = topic;
    this.offsets = offsets;
    this.vertx = vertx;
    timer = vertx.setPeriodic(every.toMillis(), again -> ask());
  }

  /** Stops the requests. */
  public void stop() {
    vertx.cancelTimer(timer);
  }

  /** The unprocessed records of each owned partition whose end offset is known. */
  public Map<Integer, Long> records() {
    Map<Integer, Long> lag = new TreeMap<>();
    offsets
        .get()
        .forEach(
            (partition, next) -> {
              Long end = ends.get(partition);
              if (end != null) {
                lag.put(partition, Math.max(0, end - next));
              }
            });
    return lag;
  }

  private void ask() {
    Set<TopicPartition> wanted = new HashSet<>();
    offsets.get().keySet().forEach(one -> wanted.add(new TopicPartition(topic, one)));
    if (asking || wanted.isEmpty()) {
      return;
    }
    asking = true;
    Future<Map<TopicPartition, Long>> answer = reader.endOffsets(wanted);
    answer
        .onSuccess(found -> found.forEach((source, end) -> ends.put(source.partition(), end)))
        .onFailure(failure -> LOG.debug("cannot read the end offsets of {}: {}", topic, failure))
        .onComplete(done -> asking = false);
  }
}
