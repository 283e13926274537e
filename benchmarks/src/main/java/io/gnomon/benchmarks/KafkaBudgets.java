package io.gnomon.benchmarks;

import io.gnomon.benchmarks.kafka.KafkaTestbed;
import io.gnomon.benchmarks.kafka.LargeSnapshots;
import io.gnomon.benchmarks.kafka.ManySources;
import io.gnomon.benchmarks.kafka.Pauses;
import io.gnomon.benchmarks.kafka.Throughput;
import io.gnomon.events.EventData;
import io.gnomon.sim.workload.JobLog;
import java.nio.file.Path;
import java.util.List;

/**
 * Measures the end-to-end budgets: load, restore time and latency of decisions.
 *
 * @param traces the folder of the traces; nothing is measured without KTH
 * @param quick whether to run fewer rounds
 * @param table receives the figures
 */
record KafkaBudgets(Path traces, boolean quick, BudgetTable table) {
  private static final int LOAD_EVENTS = 2_000_000;
  private static final int RESTORED_EVENTS = 1_000_000;
  private static final int USUAL_THRESHOLD = 10;
  private static final int RESTORED_JOBS = 100_000;
  private static final int CLUSTERS = 1_000;
  private static final int JUNK = 10_000;
  private static final int SCRAPES = 11;
  private static final int SNAPSHOT_JOBS = 100_000;
  private static final int SNAPSHOTS = 10;

  void measure() throws Exception {
    if (!table.has(Trace.KTH.in(traces))) {
      return;
    }
    JobLog log = Trace.KTH.read(traces);
    int processors = Trace.KTH.processors();
    try (KafkaTestbed kafka = new KafkaTestbed()) {
      load(kafka, KafkaTestbed.repeatedLog(log, processors, LOAD_EVENTS));
      int million =
          kafka.produce("million", KafkaTestbed.repeatedLog(log, processors, RESTORED_EVENTS));
      double[] replays = new double[quick ? 3 : 5];
      for (int i = 0; i < replays.length; i++) {
        replays[i] = kafka.consume("million", million).seconds();
        kafka.deleteCheckpoints("million");
      }
      table.atMost(
          "restore from %,d events, including start".formatted(million),
          4,
          Rounds.median(replays),
          "s");
      kafka.consume("restore", kafka.produce("restore", KafkaTestbed.waiting(RESTORED_JOBS)));
      double[] restores = new double[replays.length];
      for (int i = 0; i < restores.length; i++) {
        restores[i] = kafka.restore("restore", RESTORED_JOBS).seconds();
      }
      table.atMost(
          "restore of a checkpoint with %,d active jobs, including start".formatted(RESTORED_JOBS),
          1,
          Rounds.median(restores),
          "s");
      double[] latencies = kafka.decisionMilliseconds(log, processors, 4);
      table.atMost(
          "decision on KTH, median of " + latencies.length,
          25,
          latencies[latencies.length / 2],
          "ms");
      table.atMost(
          "decision on KTH, 99th percentile", 100, latencies[latencies.length * 99 / 100], "ms");
    }
  }

  /**
   * Measures a controller with many clusters, with sources that are no clusters, and with large
   * snapshots.
   */
  void measureSources() throws Exception {
    try (KafkaTestbed kafka = new KafkaTestbed()) {
      ManySources figures = kafka.manySources(CLUSTERS, JUNK, SCRAPES);
      String name = "%,d clusters and %,d undeclared sources: ".formatted(CLUSTERS, JUNK);
      table.info(name + "series per cluster", figures.seriesPerCluster(), "");
      table.atMost(name + "size of a scrape", 20, figures.scrapeBytes() / 1e6, "MB");
      double[] scrapes = figures.scrapeSeconds();
      table.atMost(name + "scrape, median of " + SCRAPES, 1, scrapes[SCRAPES / 2], "s");
      table.info(name + "the slowest scrape", scrapes[SCRAPES - 1], "s");
      pauses(name + "consuming, ", figures.consuming());
      pauses(name + "scraping, ", figures.scraping());
      pauses(
          "snapshots of %,d jobs: ".formatted(SNAPSHOT_JOBS),
          kafka.pauses(
              "snapshots", LargeSnapshots.events(SNAPSHOT_JOBS, 2 * SNAPSHOTS), SNAPSHOTS));
    }
  }

  private void pauses(String name, Pauses pauses) {
    table.info(name + "longest wait for the event loop", pauses.waitMillis(), "ms");
    table.atMost(name + "longest work of the event loop at once", 100, pauses.workMillis(), "ms");
  }

  /**
   * Runs a consumer that does not parse and the controller alternately on one topic, after a
   * warm-up.
   */
  private void load(KafkaTestbed kafka, List<List<EventData>> clusters) throws Exception {
    int events = kafka.produce("load", clusters);
    int rounds = quick ? 3 : 10;
    double[] rates = new double[rounds];
    double[] started = new double[rounds];
    double[] flowing = new double[rounds];
    for (int round = -1; round < rounds; round++) {
      Throughput read = kafka.read("load", events);
      Throughput consumed = kafka.consume("load", events);
      kafka.deleteCheckpoints("load");
      if (round >= 0) {
        rates[round] = read.rate();
        started[round] = read.seconds() / consumed.seconds();
        flowing[round] = consumed.rate() / read.rate();
      }
    }
    table.info(
        "a consumer that does not parse, %,d events".formatted(events),
        Rounds.median(rates),
        "events/s");
    table.atLeast("the controller on the same topic", 0.5, Rounds.median(flowing), "× consumer");
    table.atLeast(
        "the same, including the start of both", 0.5, Rounds.median(started), "× consumer");
    Throughput studied = kafka.consume("load", events, USUAL_THRESHOLD);
    table.info("the controller with studies, one run", studied.rate(), "events/s");
  }
}
