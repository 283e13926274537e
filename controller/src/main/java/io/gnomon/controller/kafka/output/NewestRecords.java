package io.gnomon.controller.kafka.output;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;

/**
 * The newest record of each key of the checkpoints topic, within the memory that all partitions of
 * this process may use together while they are restored. If there are more, the largest are
 * dropped, so that junk displaces no small checkpoint. Its memory counts until it is closed. Not
 * thread-safe. O(log n) per record.
 */
public final class NewestRecords implements AutoCloseable {
  private static final int RECORD_BYTES = 400; // of a record beside its key and value

  private record Sized(String key, int kibibytes) {}

  private final Semaphore kibibytes;
  private final Map<String, byte[]> values = new HashMap<>();
  private final Map<String, Sized> sizes = new HashMap<>();
  private final TreeSet<Sized> largestFirst =
      new TreeSet<>(Comparator.comparingInt(Sized::kibibytes).reversed().thenComparing(Sized::key));
  private long dropped;

  /**
   * No records.
   *
   * @param kibibytes the memory that is left for all partitions
   */
  public NewestRecords(Semaphore kibibytes) {
    this.kibibytes = kibibytes;
  }

  void put(String key, byte[] value) {
    remove(key);
    int needed = 1 + (RECORD_BYTES + 2 * key.length() + value.length) / 1024;
    while (!kibibytes.tryAcquire(needed)) {
      dropped++;
      if (largestFirst.isEmpty() || largestFirst.first().kibibytes() < needed) {
        return;
      }
      remove(largestFirst.first().key());
    }
    Sized sized = new Sized(key, needed);
    values.put(key, value);
    sizes.put(key, sized);
    largestFirst.add(sized);
  }

  void remove(String key) {
    Sized former = sizes.remove(key);
    if (former != null) {
      values.remove(key);
      largestFirst.remove(former);
      kibibytes.release(former.kibibytes());
    }
  }

  /** The newest values by key. */
  public Map<String, byte[]> values() {
    return Collections.unmodifiableMap(values);
  }

  /** The number of records that were dropped because of the memory. */
  long dropped() {
    return dropped;
  }

  /** Releases its memory. */
  @Override
  public void close() {
    largestFirst.forEach(sized -> kibibytes.release(sized.kibibytes()));
    largestFirst.clear();
    sizes.clear();
    values.clear();
  }
}
