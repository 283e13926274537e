package io.gnomon.benchmarks.load;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The recorded events of emulated clusters, in the order of their times. The number of jobs of the
 * cluster of rank r is proportional to 1/r (Zipf); every tenth one has nodes, the others are pools
 * of processors.
 */
final class ManyClusters {
  private static final int FEWEST_JOBS = 20;
  private static final int PROCESSORS = 128;
  private static final int NODES = 16;
  private static final double LOAD = 0.9;
  private static final int TENTH = 10;

  /** An event of a cluster. */
  private record Sent(String cluster, GnomonEvent event) {}

  private final List<Sent> events = new ArrayList<>();

  /**
   * Records the events.
   *
   * @param clusters at least 1
   * @param jobs about how many there are together, where that gives each at least 20
   * @param seed of the workloads
   */
  ManyClusters(int clusters, int jobs, long seed) {
    int[] sizes = sizes(clusters, jobs);
    for (int rank = 1; rank <= clusters; rank++) {
      record("cluster" + rank, cluster(sizes[rank - 1], rank % TENTH == 0, seed + rank));
    }
    events.sort(Comparator.comparingLong(sent -> sent.event().data().at()));
  }

  /** The number of jobs of each cluster, from the largest to the smallest. */
  static int[] sizes(int clusters, int jobs) {
    double harmonic = 0;
    for (int rank = 1; rank <= clusters; rank++) {
      harmonic += 1.0 / rank;
    }
    int[] sizes = new int[clusters];
    for (int rank = 1; rank <= clusters; rank++) {
      sizes[rank - 1] = Math.max(FEWEST_JOBS, (int) Math.round(jobs / (rank * harmonic)));
    }
    return sizes;
  }

  private static EmulatedCluster cluster(int jobs, boolean nodes, long seed) {
    if (!nodes) {
      JobLog log = WorkloadGenerator.generate(jobs, PROCESSORS, LOAD, seed);
      return new EmulatedCluster(log, PROCESSORS, log.originEpochSecond());
    }
    Machine machine =
        new Machine.Builder()
            .node("n[1-%d]".formatted(NODES), NodeClass.of(PROCESSORS / NODES, 64_000))
            .build();
    JobLog log = WorkloadGenerator.generate(jobs, machine, LOAD, seed);
    return new EmulatedCluster(log, new ClusterState(machine), log.originEpochSecond());
  }

  private void record(String name, EmulatedCluster cluster) {
    List<EventData> data = new ArrayList<>();
    data.add(cluster.declare());
    while (!cluster.done()) {
      cluster.runUntil(cluster.nextEventTime() + 1);
      cluster.changes(0, data::add);
    }
    for (int i = 0; i < data.size(); i++) {
      events.add(
          new Sent(name, GnomonEvent.of(name, name + "-" + (i + 1), i + 1, null, data.get(i))));
    }
  }

  /** The number of events. */
  int size() {
    return events.size();
  }

  /**
   * Writes all events.
   *
   * @param rate events per second, or 0 for as fast as possible
   * @param written called with the number of events written so far
   */
  void send(String bootstrapServers, String prefix, int rate, LongConsumer written) {
    EventCodec codec = new EventCodec();
    AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", 20),
            new StringSerializer(),
            new ByteArraySerializer())) {
      long began = System.nanoTime();
      long count = 0;
      for (Sent sent : events) {
        if (rate > 0) {
          long due = began + count * 1_000_000_000L / rate;
          for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
          }
        }
        producer.send(
            new ProducerRecord<>(
                Topic.EVENTS.named(prefix),
                sent.cluster(),
                codec.encodeStructured(sent.event()).value()),
            (done, problem) -> failure.compareAndSet(null, problem));
        written.accept(++count);
      }
    }
    Exception problem = failure.get();
    if (problem != null) {
      throw new IllegalStateException("an event could not be written", problem);
    }
  }
}
