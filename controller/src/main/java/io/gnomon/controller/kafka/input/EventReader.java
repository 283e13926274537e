package io.gnomon.controller.kafka.input;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topic of the events as a member of a consumer group, on a thread of its own, ahead of
 * those who take the records: while these work on one fetch the next is under way.
 *
 * <p>A partition is read until {@value #MOST_BYTES} bytes, divided by the partitions, wait to be
 * taken, and again when half of them have been. What is asked interrupts a poll, so nothing waits
 * for one. After {@link #close} nothing reaches the client and no handler is called. All methods,
 * and all handlers, on one event loop context.
 */
public final class EventReader {
  private static final Logger LOG = LoggerFactory.getLogger(EventReader.class);

  /** Bytes that may wait to be taken. */
  public static final int MOST_BYTES = 8 << 20;

  private static final int RECORD_BYTES = 200; // of a record beside its key and value
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration REST = Duration.ofMillis(500);
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final Context context;
  private final KafkaConsumer<String, byte[]> client;
  private final BlockingQueue<Runnable> asked = new LinkedBlockingQueue<>();
  private final Promise<Void> ended = Promise.promise();
  private final Map<TopicPartition, AssignedPartition> sources = new HashMap<>(); // the thread's
  private Consumer<Set<AssignedPartition>> onAssigned = assigned -> {};
  private Consumer<Set<Integer>> onRevoked = revoked -> {};
  private @Nullable Thread thread;
  private volatile boolean closed;
  private volatile long mostBytes = MOST_BYTES;

  /** A reader that has not subscribed; {@code kafka} are properties of the client. */
  public EventReader(Vertx vertx, Map<String, String> kafka, String group) {
    context = vertx.getOrCreateContext();
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put("group.id", group);
    properties.put("enable.auto.commit", "false");
    properties.put("auto.offset.reset", "earliest");
    properties.put("isolation.level", "read_committed");
    properties.putIfAbsent("max.poll.records", "2000");
    // a replica that is killed is missed after 6 s, the least that brokers allow unless told
    // otherwise, and the other hears of it within 1 s more
    properties.putIfAbsent("session.timeout.ms", "6000");
    properties.putIfAbsent("heartbeat.interval.ms", "1000");
    client = new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
  }

  /** Hears what is assigned, and the numbers of the partitions that are taken away again. */
  public EventReader onPartitions(
      Consumer<Set<AssignedPartition>> assigned, Consumer<Set<Integer>> revoked) {
    onAssigned = assigned;
    onRevoked = revoked;
    return this;
  }

  /** Joins the group. */
  public Future<Void> subscribe(String topic) {
    Future<Void> subscribed =
        ask(
            () -> {
              client.subscribe(List.of(topic), new Rebalance());
              return null;
            });
    if (!closed && thread == null) {
      thread = new Thread(this::run, "gnomon-reader");
      thread.setDaemon(true);
      thread.start();
    }
    return subscribed;
  }

  /** The offsets after the last records of {@code partitions}. */
  public Future<Map<TopicPartition, Long>> endOffsets(Set<TopicPartition> partitions) {
    return ask(() -> client.endOffsets(partitions));
  }

  /** Leaves the group; completes within some seconds, whatever the brokers do. */
  public Future<Void> close() {
    if (!closed) {
      closed = true;
      client.wakeup();
      if (thread == null) {
        client.close(CloseOptions.timeout(Duration.ZERO));
        ended.complete();
      }
    }
    return ended.future();
  }

  Future<Void> begin(AssignedPartition source, long offset, Consumer<FetchedRecords> receiver) {
    return ask(
        () -> {
          if (sources.get(source.name()) != source) {
            throw new IllegalStateException(source.name() + " is no longer assigned");
          }
          client.seek(source.name(), offset);
          source.begun(receiver);
          return null;
        });
  }

  /** Has the thread do it between two polls; the answer comes on the context. */
  private <T> Future<T> ask(Callable<T> question) {
    if (closed) {
      return Future.failedFuture("the reader of the events is closed");
    }
    Promise<T> answer = Promise.promise();
    asked.add(
        () -> {
          try {
            T found = question.call();
            context.runOnContext(now -> answer.complete(found));
          } catch (Exception e) { // what a question throws is its answer
            context.runOnContext(now -> answer.fail(e));
          }
        });
    client.wakeup();
    return answer.future();
  }

  // --- on the thread

  private void run() {
    while (!closed) {
      try {
        answerAll();
        restrain();
        handOut(client.poll(POLL));
      } catch (WakeupException somethingIsAsked) {
        LOG.trace("woken up");
      } catch (
          RuntimeException e) { // the next poll may succeed; a thread that has ended never does
        LOG.warn("reading events failed: {}", e.toString());
        rest();
      }
    }
    try {
      client.close(CloseOptions.timeout(CLOSING));
    } catch (KafkaException e) {
      LOG.warn("leaving the group failed: {}", e.toString());
    }
    answerAll();
    context.runOnContext(now -> ended.complete());
  }

  private void answerAll() {
    for (Runnable one = asked.poll(); one != null; one = asked.poll()) {
      one.run();
    }
  }

  /** Waits for a question, but not for long. */
  private void rest() {
    try {
      Runnable one = asked.poll(REST.toMillis(), TimeUnit.MILLISECONDS);
      if (one != null) {
        one.run();
      }
    } catch (InterruptedException e) {
      closed = true;
      Thread.currentThread().interrupt();
    }
  }

  /** Reads no more of partitions of which enough waits, and on where there is room again. */
  private void restrain() {
    for (AssignedPartition source : sources.values()) {
      if (source.toSwitch(mostBytes)) {
        if (source.paused()) {
          client.resume(List.of(source.name()));
        } else {
          client.pause(List.of(source.name()));
        }
        source.switched();
      }
    }
  }

  private void handOut(ConsumerRecords<String, byte[]> records) {
    for (TopicPartition partition : records.partitions()) {
      AssignedPartition source = sources.get(partition);
      if (source != null) {
        List<ConsumerRecord<String, byte[]>> its = records.records(partition);
        long bytes = bytes(its);
        source.handedOut(bytes);
        Consumer<FetchedRecords> receiver = source.receiver();
        FetchedRecords fetched = new FetchedRecords(its, () -> taken(source, bytes));
        tell(receiver, fetched);
      }
    }
  }

  private void taken(AssignedPartition source, long bytes) {
    if (source.taken(bytes, mostBytes)) {
      client.wakeup();
    }
  }

  private static long bytes(List<ConsumerRecord<String, byte[]>> records) {
    long bytes = 0;
    for (ConsumerRecord<String, byte[]> record : records) {
      bytes += RECORD_BYTES + record.serializedKeySize() + record.serializedValueSize();
    }
    return bytes;
  }

  private <T> void tell(Consumer<T> handler, T what) {
    context.runOnContext(
        now -> {
          if (!closed) {
            handler.accept(what);
          }
        });
  }

  /** Partitions that come are not read before their owner has restored itself. */
  private final class Rebalance implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      client.pause(partitions);
      Set<AssignedPartition> assigned = new HashSet<>();
      for (TopicPartition partition : partitions) {
        AssignedPartition source = new AssignedPartition(EventReader.this, partition);
        sources.put(partition, source);
        assigned.add(source);
      }
      share();
      tell(onAssigned, assigned);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      Set<Integer> revoked = new HashSet<>();
      for (TopicPartition partition : partitions) {
        sources.remove(partition);
        revoked.add(partition.partition());
      }
      share();
      tell(onRevoked, revoked);
    }

    private void share() {
      mostBytes = MOST_BYTES / Math.max(1, sources.size());
    }
  }
}
