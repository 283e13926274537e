package io.gnomon.controller.kafka.input;

import io.gnomon.controller.health.Problem;
import io.gnomon.controller.health.ProblemKind;
import io.gnomon.topics.BoundedConsumer;
import io.gnomon.topics.ValueLimit;
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
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the events topic as a member of a consumer group. It fetches records on a thread of its own
 * while their owners process earlier ones.
 *
 * <p>A partition is paused while its share of {@value #MAX_BUFFERED_BYTES} bytes waits for
 * processing, and resumed when half of the share is processed. One poll adds at most {@value
 * BoundedConsumer#POLL_BYTES} bytes or one record, whatever its batch decompresses to. Requests
 * interrupt a poll. After {@link #close}, the client is not used and no handler is called. All
 * methods and handlers run on one event loop context.
 */
public final class EventReader {
  private static final Logger LOG = LoggerFactory.getLogger(EventReader.class);

  /** The number of bytes that may wait for processing. */
  public static final int MAX_BUFFERED_BYTES = 8 << 20;

  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration REST = Duration.ofMillis(500);
  // some failures do not appear in each poll
  private static final Duration REMEMBERED = Duration.ofSeconds(10);
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final Context context;
  private final BoundedConsumer client;
  private final BlockingQueue<Runnable> asked = new LinkedBlockingQueue<>();
  private final Promise<Void> ended = Promise.promise();
  private final Map<TopicPartition, AssignedPartition> sources = new HashMap<>(); // the thread's
  private Consumer<Set<AssignedPartition>> onAssigned = assigned -> {};
  private Consumer<Set<Integer>> onRevoked = revoked -> {};
  private Consumer<Set<AssignedPartition>> onOutOfRange = sources -> {};
  private Consumer<Throwable> onEnd = failure -> {};
  private @Nullable Thread thread;
  private volatile boolean closed;
  private volatile @Nullable Failure failure;
  private volatile long maxBytes = MAX_BUFFERED_BYTES;

  /** The last failed poll. */
  private record Failure(Throwable cause, long nanos) {}

  /**
   * A reader that has not subscribed.
   *
   * @param kafka the properties of the client
   * @param clientId the id by which other members of the group know it
   */
  public EventReader(Vertx vertx, Map<String, String> kafka, String group, String clientId) {
    context = vertx.getOrCreateContext();
    Map<String, String> users = new HashMap<>(kafka);
    // with group.protocol=consumer, the brokers set these times
    if (!"consumer".equalsIgnoreCase(users.get("group.protocol"))) {
      // brokers detect a killed replica after 6 s, the minimum of their default configuration, and
      // the other replica learns of it within 1 s
      users.putIfAbsent("session.timeout.ms", "6000");
      users.putIfAbsent("heartbeat.interval.ms", "1000");
    }
    // a topic that could not be described, and so was assigned to no member, is seen again soon
    users.putIfAbsent("metadata.max.age.ms", "5000");
    // owners set the position; a position outside of the log means that records were lost
    client =
        BoundedConsumer.of(
            users,
            Map.of(
                "group.id", group,
                "client.id", clientId,
                "auto.offset.reset", "none",
                "allow.auto.create.topics", "false",
                "isolation.level", "read_committed"),
            ValueLimit.events());
  }

  /** Sets the handlers of assigned and revoked partitions. */
  public EventReader onPartitions(
      Consumer<Set<AssignedPartition>> assigned, Consumer<Set<Integer>> revoked) {
    onAssigned = assigned;
    onRevoked = revoked;
    return this;
  }

  /**
   * Sets the handler of partitions whose position is not in the log. Nothing more is read from them
   * until they {@link AssignedPartition#begin} again.
   */
  public EventReader onOutOfRange(Consumer<Set<AssignedPartition>> handler) {
    onOutOfRange = handler;
    return this;
  }

  /** Sets the handler of an error that ends the reader; nothing is read any more. */
  public EventReader onEnd(Consumer<Throwable> handler) {
    onEnd = handler;
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
      thread.setUncaughtExceptionHandler(
          (reader, failure) -> {
            LOG.error("the reader of events has ended", failure);
            context.runOnContext(now -> onEnd.accept(failure));
          });
      thread.setDaemon(true);
      thread.start();
    }
    return subscribed;
  }

  /** Returns the end offsets of {@code partitions}. */
  public Future<Map<TopicPartition, Long>> endOffsets(Set<TopicPartition> partitions) {
    return ask(() -> client.endOffsets(partitions));
  }

  /** The reason why polls fail, or nothing. */
  public List<Problem> problems() {
    Failure last = failure;
    return last == null
        ? List.of()
        : List.of(Problem.of(ProblemKind.CANNOT_READ, "reading the events topic", last.cause()));
  }

  /** Leaves the group; completes within a few seconds even if no broker answers. */
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

  /** Runs a question on the thread between two polls; the answer completes on the context. */
  private <T> Future<T> ask(Callable<T> question) {
    if (closed) {
      return Future.failedFuture("the reader of the events topic is closed");
    }
    Promise<T> answer = Promise.promise();
    asked.add(
        () -> {
          try {
            T found = question.call();
            context.runOnContext(now -> answer.complete(found));
          } catch (Exception e) { // the exception of a question is its answer
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
        pauseAndResume();
        handOut(client.poll(POLL));
        forget();
      } catch (WakeupException somethingIsAsked) {
        LOG.trace("woken up");
      } catch (OffsetOutOfRangeException e) {
        outOfRange(e.partitions());
      } catch (RuntimeException e) { // the next poll may succeed, so the thread must not end
        Failure former = failure;
        failure = new Failure(e, System.nanoTime());
        if (former == null || former.cause().getClass() != e.getClass()) {
          LOG.warn("cannot read events, retrying: {}", e.toString());
        }
        rest();
      }
    }
    try {
      client.close(CloseOptions.timeout(CLOSING));
    } catch (KafkaException e) {
      LOG.warn("cannot leave the consumer group: {}", e.toString());
    }
    answerAll();
    context.runOnContext(now -> ended.complete());
  }

  private void forget() {
    Failure last = failure;
    if (last != null && System.nanoTime() - last.nanos() > REMEMBERED.toNanos()) {
      failure = null;
      LOG.info("events can be read again");
    }
  }

  private void outOfRange(Set<TopicPartition> partitions) {
    Set<AssignedPartition> affected = new HashSet<>();
    for (TopicPartition partition : partitions) {
      AssignedPartition source = sources.get(partition);
      if (source != null) {
        source.ended();
        affected.add(source);
      }
    }
    pauseAndResume();
    deliver(onOutOfRange, affected);
  }

  private void answerAll() {
    for (Runnable one = asked.poll(); one != null; one = asked.poll()) {
      one.run();
    }
  }

  /** Waits half a second, or until there is a question. */
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

  /** Pauses and resumes partitions by the bytes that wait for processing. */
  private void pauseAndResume() {
    for (AssignedPartition source : sources.values()) {
      // again after each switch: the owner wakes this thread only if it sees that it is paused
      while (source.toSwitch(maxBytes)) {
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
        long bytes = its.stream().mapToLong(BoundedConsumer::bytes).sum();
        source.handedOut(bytes);
        Consumer<FetchedRecords> receiver = source.receiver();
        FetchedRecords fetched = new FetchedRecords(its, () -> taken(source, bytes));
        deliver(receiver, fetched);
      }
    }
  }

  private void taken(AssignedPartition source, long bytes) {
    if (source.taken(bytes, maxBytes)) {
      client.wakeup();
    }
  }

  private <T> void deliver(Consumer<T> handler, T what) {
    context.runOnContext(
        now -> {
          if (!closed) {
            handler.accept(what);
          }
        });
  }

  /** Tracks assignments; new partitions are paused until their owner is restored. */
  private final class Rebalance implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      client.pause(partitions);
      // a position, so that the group's committed offsets are not needed; the owner sets the true
      // one
      partitions.forEach(partition -> client.seek(partition, 0));
      Set<AssignedPartition> assigned = new HashSet<>();
      for (TopicPartition partition : partitions) {
        AssignedPartition source = new AssignedPartition(EventReader.this, partition);
        sources.put(partition, source);
        assigned.add(source);
      }
      share();
      deliver(onAssigned, assigned);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      Set<Integer> revoked = new HashSet<>();
      for (TopicPartition partition : partitions) {
        sources.remove(partition);
        revoked.add(partition.partition());
      }
      share();
      deliver(onRevoked, revoked);
    }

    private void share() {
      maxBytes = MAX_BUFFERED_BYTES / Math.max(1, sources.size());
    }
  }
}
