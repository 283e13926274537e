package io.gnomon.benchmarks.load;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.codec.EventCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Events of clusters in the order in which they are sent. Not thread-safe. */
final class LoadEvents {
  private static final int MOST_BYTES = 64 << 20;

  private final List<GnomonEvent> events = new ArrayList<>();
  private final Map<String, Integer> sequences = new HashMap<>();
  private int atOnce;

  /** Adds an event of a cluster, with the next number of its sequence. */
  void add(String cluster, EventData data) {
    int sequence = sequences.merge(cluster, 1, Integer::sum);
    events.add(GnomonEvent.of(cluster, cluster + "-" + sequence, sequence, null, data));
  }

  /** The number of the last event of a cluster. */
  int sequence(String cluster) {
    return sequences.getOrDefault(cluster, 0);
  }

  /** Orders the events by their times; those of a cluster keep their order. */
  void sortByTime() {
    events.sort(Comparator.comparingLong(event -> event.data().at()));
  }

  /**
   * Orders the events: the first {@code first} of each cluster, which are sent at once, then the
   * others of each cluster spread evenly over the run; those of a cluster keep their order.
   */
  void spread(int first) {
    events.sort(
        Comparator.comparingDouble(
            event ->
                event.envelope().sequence() <= first
                    ? 0
                    : (double) event.envelope().sequence() / sequence(event.cluster())));
    atOnce = (int) events.stream().filter(event -> event.envelope().sequence() <= first).count();
  }

  /** Lets the events that were added so far be sent at once. */
  void sendAtOnce() {
    atOnce = events.size();
  }

  /** The number of events. */
  int size() {
    return events.size();
  }

  /** The number of events that are sent at once. */
  int atOnce() {
    return atOnce;
  }

  /** The events; the index of an event is its position. */
  List<GnomonEvent> all() {
    return events;
  }

  /**
   * Writes all events to a topic, or those before it is stopped.
   *
   * @param client properties of the producer
   * @param rate events per second, or 0 for as fast as possible
   * @param stopped whether to end now, without waiting until the broker has written what was sent
   * @param begin called once the broker has written the events that are sent at once; the others
   *     are sent when it returns
   * @param sent called with the position of each event before it is sent
   */
  void send(
      Map<String, String> client,
      String topic,
      int rate,
      BooleanSupplier stopped,
      Runnable begin,
      IntConsumer sent) {
    EventCodec codec = new EventCodec();
    AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    Map<String, Object> properties = new HashMap<>(client);
    properties.put("linger.ms", 20);
    properties.put("max.request.size", MOST_BYTES);
    properties.put("buffer.memory", 2L * MOST_BYTES);
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
      long began = 0;
      for (int position = 0; position < events.size() && !stopped.getAsBoolean(); position++) {
        if (rate > 0 && position == atOnce) {
          producer.flush();
          begin.run();
          began = System.nanoTime();
        }
        if (rate > 0 && position >= atOnce) {
          long due = began + (position - atOnce) * 1_000_000_000L / rate;
          for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
          }
        }
        GnomonEvent event = events.get(position);
        sent.accept(position);
        producer.send(
            new ProducerRecord<>(topic, event.cluster(), codec.encodeStructured(event).value()),
            (done, problem) -> failure.compareAndSet(null, problem));
      }
      if (stopped.getAsBoolean()) {
        producer.close(Duration.ZERO);
      }
    }
    Exception problem = failure.get();
    if (problem != null) {
      throw new IllegalStateException("an event could not be written", problem);
    }
  }
}
