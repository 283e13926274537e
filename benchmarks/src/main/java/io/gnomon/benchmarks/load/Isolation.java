package io.gnomon.benchmarks.load;

import io.gnomon.events.GnomonEvent;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;

/**
 * Small clusters of equal size beside a large one with 100,000 waiting jobs, which reports an hour
 * of its jobs about every 40 s, so that it is studied each time; a study may take as long as its
 * time limit. In the first third of the run the replicas warm up; the large cluster is studied at
 * its beginning. In the second third nothing happens on it, in the last it is studied again.
 *
 * @param events those of all clusters
 * @param quiet the position of the first event of the second third
 * @param studied the position of the first event of the last third
 */
record Isolation(LoadEvents events, int quiet, int studied) {
  /**
   * Settings of the replicas: long studies of the clusters, each hour, without commands, whose
   * expiry would end the studies.
   */
  static final List<String> SETTINGS =
      List.of(
          "tuning.mode=recommend", "tuning.period=1h", "tuning.horizon=7d", "study.time-limit=30s");

  private static final String LARGE = "large";
  private static final int WAITING = 100_000;
  private static final int PROCESSORS = 128;
  private static final double OVERLOAD = 20;
  private static final int HOUR = 3600;
  private static final int TICK_SECONDS = 40;
  private static final int STUDIES_TO_WARM_UP = 2;
  private static final int TAIL = 99;

  /**
   * Records the events.
   *
   * @param clusters at least 2
   * @param jobs of all small clusters, where that gives each at least 20
   * @param rate events per second
   */
  static Isolation record(int clusters, int jobs, int rate, long seed) {
    LoadEvents small = new LoadEvents();
    for (int number = 1; number < clusters; number++) {
      ManyClusters.pool(small, "small" + number, jobs / (clusters - 1), seed + number);
    }
    small.sortByTime();
    EmulatedCluster large = large(seed);
    LoadEvents events = new LoadEvents();
    events.add(LARGE, large.declare());
    events.add(LARGE, large.snapshot(1));
    events.sendAtOnce();
    int third = small.size() / 3;
    int tick = TICK_SECONDS * rate;
    int quiet = 0;
    int studied = 0;
    for (int i = 0; i < small.size(); i++) {
      quiet = i == third ? events.size() : quiet;
      studied = i == 2 * third ? events.size() : studied;
      boolean warmsUp = i < Math.min(third, STUDIES_TO_WARM_UP * tick);
      if ((warmsUp || i >= 2 * third) && (i < third ? i : i - 2 * third) % tick == 0) {
        large.runUntil((large.state().now() / HOUR + 1) * HOUR);
        large.changes(0, data -> events.add(LARGE, data));
      }
      GnomonEvent event = small.all().get(i);
      events.add(event.cluster(), event.data());
    }
    return new Isolation(events, quiet, studied);
  }

  private static EmulatedCluster large(long seed) {
    JobLog log = WorkloadGenerator.generate(2 * WAITING, PROCESSORS, OVERLOAD, seed);
    EmulatedCluster cluster = new EmulatedCluster(log, PROCESSORS, log.originEpochSecond());
    while (cluster.state().waiting().size() < WAITING) {
      cluster.processUntil(cluster.nextEventTime() + 1);
    }
    cluster.changes(0, data -> {}); // the snapshot includes them
    return cluster;
  }

  /** Prints how the delays of the small clusters differ between the last two thirds. */
  void print(PrintWriter out, int partitions, FleetRun.Result result) {
    Percentiles studies =
        new Percentiles(
            result.latencies().stream()
                .filter(one -> one.cluster().equals(LARGE) && one.position() >= studied)
                .mapToDouble(FleetRun.Latency::millis));
    out.printf(
        "%d decisions on the large cluster, median %.0f ms%n", studies.count(), studies.at(50));
    int partition = partition(LARGE, partitions);
    print(out, "in its partition", result, one -> partition(one, partitions) == partition);
    print(out, "in other partitions", result, one -> partition(one, partitions) != partition);
  }

  private void print(
      PrintWriter out, String where, FleetRun.Result result, Predicate<String> there) {
    Predicate<String> small = there.and(one -> !one.equals(LARGE));
    out.printf(
        "small clusters %s, 99th percentile without and with studies of the large one%n", where);
    print(
        out,
        "event to state, ms",
        delays(result.delays(), small, quiet, studied),
        delays(result.delays(), small, studied, events.size()));
    print(
        out,
        "event to decision, ms",
        latencies(result.latencies(), small, quiet, studied),
        latencies(result.latencies(), small, studied, events.size()));
  }

  private static void print(PrintWriter out, String what, Percentiles quiet, Percentiles studied) {
    out.printf(
        "  %-22s %6.0f (of %,d) %6.0f (of %,d) ratio %.2f%n",
        what,
        quiet.at(TAIL),
        quiet.count(),
        studied.at(TAIL),
        studied.count(),
        studied.at(TAIL) / quiet.at(TAIL));
  }

  private Percentiles delays(Delays delays, Predicate<String> clusters, int begin, int end) {
    return new Percentiles(
        IntStream.range(begin, end)
            .filter(position -> clusters.test(events.all().get(position).cluster()))
            .mapToDouble(position -> 1000 * delays.seconds(position)));
  }

  private static Percentiles latencies(
      List<FleetRun.Latency> latencies, Predicate<String> clusters, int begin, int end) {
    return new Percentiles(
        latencies.stream()
            .filter(one -> one.position() >= begin && one.position() < end)
            .filter(one -> clusters.test(one.cluster()))
            .mapToDouble(FleetRun.Latency::millis));
  }

  /** The partition to which Kafka's producer assigns the events of a cluster. */
  private static int partition(String cluster, int partitions) {
    return Utils.toPositive(Utils.murmur2(cluster.getBytes(StandardCharsets.UTF_8))) % partitions;
  }
}
