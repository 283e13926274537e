package io.gnomon.benchmarks;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.MirrorListener;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of a whole trace as encoded records, and the operations to measure: decoding them, and
 * decoding and applying them.
 */
public final class Decoding {
  private static final String CLUSTER = "benchmark";

  private final EventCodec codec = new EventCodec();
  private final List<byte[]> records = new ArrayList<>();
  private final long origin;
  private final int processors;

  /**
   * Records the events that an emulated cluster reports while it runs {@code log}, without the
   * declaration.
   */
  public Decoding(JobLog log, int processors) {
    this.processors = processors;
    origin = Math.max(0, log.originEpochSecond());
    EmulatedCluster cluster = new EmulatedCluster(log, processors, origin);
    while (!cluster.done()) {
      cluster.runUntil(cluster.nextEventTime() + 1);
      cluster.changes(0, this::add);
    }
  }

  private void add(EventData data) {
    int sequence = records.size() + 1;
    GnomonEvent event = GnomonEvent.of(CLUSTER, Integer.toString(sequence), sequence, null, data);
    records.add(codec.encodeStructured(event).value());
  }

  /** The number of events. */
  int events() {
    return records.size();
  }

  /** The records' values, in order. */
  List<byte[]> records() {
    return records;
  }

  /** Decodes all records and returns the sum of their sequence numbers. */
  public long decode() {
    long sequences = 0;
    for (byte[] value : records) {
      sequences += codec.decode(value).envelope().sequence();
    }
    return sequences;
  }

  /** Decodes all records, applies them to a mirror and returns its clock. */
  public long decodeAndApply() {
    Mirror mirror = new Mirror(origin, processors, new MirrorListener() {});
    try {
      for (byte[] value : records) {
        mirror.apply(codec.decode(value).data());
      }
    } catch (RejectedEventException e) {
      throw new IllegalStateException("the mirror rejected an event of the emulated cluster", e);
    }
    return mirror.now();
  }
}
