package io.gnomon.controller.kafka.input;

import io.vertx.core.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * One partition of the events for as long as it is assigned here: assigned again, it is another
 * source, so that nothing that was meant for the one reaches the other. Nothing is read before
 * {@link #begin}. What was handed out and has not been taken is counted in bytes.
 */
public final class AssignedPartition {
  private final EventReader reader;
  private final TopicPartition partition;
  private final AtomicLong waitingBytes = new AtomicLong();
  // the reader's thread only
  private Consumer<FetchedRecords> receiver = fetched -> {};
  private boolean begun;
  private boolean paused = true;

  AssignedPartition(EventReader reader, TopicPartition partition) {
    this.reader = reader;
    this.partition = partition;
  }

  /** The partition's number. */
  public int partition() {
    return partition.partition();
  }

  /**
   * Reads from {@code offset} on.
   *
   * @param offset of the first record
   * @param receiver called on the reader's context
   * @return completes when reading begins; fails where the partition has been taken away
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
  }

  Consumer<FetchedRecords> receiver() {
    return receiver;
  }

  /** Whether reading is to be paused where it is not, or resumed where it is paused. */
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

  /** Makes room; true where there is enough of it now to read on. */
  boolean taken(long bytes, long mostBytes) {
    long left = waitingBytes.addAndGet(-bytes);
    return left <= mostBytes / 2 && left + bytes > mostBytes / 2;
  }
}
