package io.gnomon.controller.kafka.input;

import io.vertx.core.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * One assignment of a partition of the events topic. A later assignment of the same partition is
 * another object, so that calls for an earlier assignment have no effect. Nothing is read before
 * {@link #begin}. The object counts the bytes of records that are fetched and not yet processed.
 */
public final class AssignedPartition {
  private final EventReader reader;
  private final TopicPartition partition;
  private final AtomicLong waitingBytes = new AtomicLong();
  // the reader's thread only
  private Consumer<FetchedRecords> receiver = fetched -> {};
  private boolean begun;
  private volatile boolean paused = true; // also read on the context

  AssignedPartition(EventReader reader, TopicPartition partition) {
    this.reader = reader;
    this.partition = partition;
  }

  /** The partition's number. */
  public int partition() {
    return partition.partition();
  }

  /**
   * Starts reading at {@code offset}. It can begin again with another receiver; the former receiver
   * must not report processed records any more.
   *
   * @param offset of the first record
   * @param receiver called on the reader's context
   * @return completes when reading begins; fails if the partition has been revoked
   */
  public Future<Void> begin(long offset, Consumer<FetchedRecords> receiver) {
    return reader.begin(this, offset, receiver);
  }

  TopicPartition name() {
    return partition;
  }

  // --- on the reader's thread

  void begun(Consumer<FetchedRecords> by) {
    receiver = by;
    begun = true;
    waitingBytes.set(0); // what an earlier owner has not processed is dropped
  }

  /** Stops reading until the partition begins again. */
  void ended() {
    receiver = fetched -> {};
    begun = false;
  }

  Consumer<FetchedRecords> receiver() {
    return receiver;
  }

  /** Whether reading must be paused or resumed. */
  boolean toSwitch(long mostBytes) {
    boolean pause = !begun || waitingBytes.get() > (paused ? mostBytes / 2 : mostBytes);
    return pause != paused;
  }

  boolean paused() {
    return paused;
  }

  void switched() {
    paused = !paused;
  }

  void handedOut(long bytes) {
    waitingBytes.addAndGet(bytes);
  }

  // --- on the context

  /** Subtracts processed bytes; returns true if reading can resume. */
  boolean taken(long bytes, long mostBytes) {
    long left = waitingBytes.addAndGet(-bytes);
    return paused && left <= mostBytes / 2;
  }
}
