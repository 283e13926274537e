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
 * How far owners are behind the ends of their partitions. It asks the broker for the ends now and
 * then, never twice at once; where the broker does not answer, the last known ends hold. All
 * methods on one event loop context.
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
   * A probe that begins to ask.
   *
   * @param reader that answers
   * @param topic of the events
   * @param offsets by partition that is owned here, the next offset to be taken
   * @param every how often it asks
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

  /** Asks no more. */
  public void stop() {
    vertx.cancelTimer(timer);
  }

  /** By partition that is owned here and whose end is known, the records that were not taken. */
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
        .onFailure(failure -> LOG.debug("the ends of {} are not known: {}", topic, failure))
        .onComplete(done -> asking = false);
  }
}
