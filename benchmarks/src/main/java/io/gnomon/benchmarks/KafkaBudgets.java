package io.gnomon.benchmarks;

import io.gnomon.events.EventData;
import io.gnomon.sim.workload.JobLog;
import java.nio.file.Path;
import java.util.List;

/**
 * The way through Kafka beside its budgets: load, restoring, the latency of decisions.
 *
 * @param traces the folder of the traces; without KTH nothing is measured
 * @param quick fewer rounds
 * @param table for the figures
 */
record KafkaBudgets(Path traces, boolean quick, BudgetTable table) {
  private static final int LOAD_EVENTS = 2_000_000;
  private static final int RESTORED_EVENTS = 1_000_000;
  private static final int USUAL_THRESHOLD = 10;
  private static final int RESTORED_JOBS = 100_000;

  void measure() throws Exception {
    if (!Trace.KTH.isIn(traces)) {
      return;
    }
    JobLog log = Trace.KTH.read(traces);
    int processors = Trace.KTH.processors();
    try (ThroughKafka kafka = new ThroughKafka()) {
      load(kafka, ThroughKafka.crowd(log, processors, LOAD_EVENTS));
      int million = kafka.produce("million", ThroughKafka.crowd(log, processors, RESTORED_EVENTS));
      double[] replays = new double[quick ? 3 : 5];
      for (int i = 0; i < replays.length; i++) {
        replays[i] = kafka.take("million", million).seconds();
        kafka.forget("million");
      }
      table.atMost(
          "restore from %,d events, start included".formatted(million),
          4,
          Rounds.median(replays),
          "s");
      kafka.take("restore", kafka.produce("restore", ThroughKafka.waiting(RESTORED_JOBS)));
      double[] restores = new double[replays.length];
      for (int i = 0; i < restores.length; i++) {
        restores[i] = kafka.restore("restore", RESTORED_JOBS).seconds();
      }
      table.atMost(
          "restore of a checkpoint with %,d active jobs, start included".formatted(RESTORED_JOBS),
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

  /** A consumer that does not parse and the controller in turn on one topic, after a warm-up. */
  private void load(ThroughKafka kafka, List<List<EventData>> crowd) throws Exception {
    int events = kafka.produce("load", crowd);
    int rounds = quick ? 3 : 10;
    double[] rates = new double[rounds];
    double[] started = new double[rounds];
    double[] flowing = new double[rounds];
    for (int round = -1; round < rounds; round++) {
      Passage read = kafka.read("load", events);
      Passage taken = kafka.take("load", events);
      kafka.forget("load");
      if (round >= 0) {
        rates[round] = read.rate();
        started[round] = read.seconds() / taken.seconds();
        flowing[round] = taken.rate() / read.rate();
      }
    }
    table.told(
        "a consumer that does not parse, %,d events".formatted(events),
        Rounds.median(rates),
        "events/s");
    table.atLeast(
        "the controller in turn with it on that topic", 0.5, Rounds.median(flowing), "× that");
    table.atLeast("the same, from the start of both", 0.5, Rounds.median(started), "× that");
    Passage studied = kafka.take("load", events, USUAL_THRESHOLD);
    table.told("the controller where it studies, once", studied.rate(), "events/s");
  }
}
