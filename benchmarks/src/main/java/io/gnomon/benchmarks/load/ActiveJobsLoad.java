package io.gnomon.benchmarks.load;

import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Clusters that begin with many active jobs, about half of them running: a declaration and a
 * snapshot of each, sent at once, then the events of further jobs. Active jobs and events of the
 * cluster of rank r are proportional to 1/r (Zipf), and so is its machine; every tenth one has
 * nodes and accounts with fair share. Each begins at another second of the time between studies.
 * The events of each cluster are spread evenly over the run.
 */
final class ActiveJobsLoad {
  /**
   * Settings of the replicas: a study of each cluster in each six hours of its time, because its
   * clock is about ten times as fast as real time.
   */
  static final List<String> SETTINGS =
      List.of(
          "tuning.mode=recommend",
          "tuning.period=6h",
          "tuning.threshold=1",
          "study.time-limit=500ms");

  private static final int AT_ONCE = 2;
  private static final int EVENTS_PER_JOB = 3;
  private static final int PROCESSORS = 128;
  private static final int HOUR = 3600;
  private static final int PERIOD = 6 * HOUR;
  private static final int CHOICE = 3; // jobs from which an active one is chosen
  private static final int LONG_RUN = 4 * HOUR;

  private ActiveJobsLoad() {}

  /**
   * Records the events, about three for each of the further jobs.
   *
   * @param clusters at least 1
   * @param active about how many jobs are active at first, where that gives each cluster at least
   *     20
   * @param jobs about how many further jobs there are together, at least 20 for each
   * @param seed of the workloads
   */
  static LoadEvents record(int clusters, int active, int jobs, long seed) {
    int[] first = ManyClusters.sizes(clusters, active);
    int[] further = ManyClusters.sizes(clusters, jobs);
    List<LoadEvents> each =
        IntStream.rangeClosed(1, clusters)
            .parallel()
            .mapToObj(rank -> cluster(rank, first[rank - 1], further[rank - 1], seed + rank))
            .toList();
    LoadEvents events = new LoadEvents();
    each.forEach(one -> one.all().forEach(event -> events.add(event.cluster(), event.data())));
    events.spread(AT_ONCE);
    return events;
  }

  private static LoadEvents cluster(int rank, int active, int further, long seed) {
    String name = "cluster" + rank;
    int jobs = CHOICE * active + further;
    LoadEvents events = new LoadEvents();
    if (ManyClusters.isAccounted(rank)) {
      JobLog log = WorkloadGenerator.generate(jobs, ManyClusters.machine(1), 1, seed);
      Begun begun = begin(log, active, further, seed);
      AccountedCluster one =
          AccountedCluster.of(begun.log(), ManyClusters.machine(begun.machines()));
      add(events, name, one.cluster(), one.declared(), further);
    } else {
      JobLog log = WorkloadGenerator.generate(jobs, PROCESSORS, 1, seed);
      Begun begun = begin(log, active, further, seed);
      EmulatedCluster cluster =
          new EmulatedCluster(begun.log(), begun.machines() * PROCESSORS, log.originEpochSecond());
      add(events, name, cluster, cluster.declare(), further);
    }
    return events;
  }

  /** Jobs, the first of them submitted together, and how many machines they keep busy. */
  private record Begun(JobLog log, int machines) {}

  /**
   * Chooses the active jobs as on a machine that has been busy for long: a job runs with a
   * probability proportional to its runtime, of which any part can be left.
   */
  private static Begun begin(JobLog log, int active, int further, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int now = random.nextInt(PERIOD);
    JobLogBuilder builder = JobLog.builder(log.originEpochSecond());
    int from = log.size() - further;
    int processors = 0;
    for (int job = 0; job < from - active && builder.size() < active / 2; job++) {
      if (random.nextInt(LONG_RUN) < log.runtime(job)) {
        add(builder, log, job, now, 1 + random.nextInt(log.runtime(job)));
        processors += log.width(job);
      }
    }
    for (int job = from - (active - builder.size()); job < from; job++) {
      add(builder, log, job, now, log.runtime(job));
    }
    int machines = Math.max(1, processors / PROCESSORS);
    for (int job = from; job < log.size(); job++) {
      int submit = now + 1 + (log.submit(job) - log.submit(from)) / machines;
      add(builder, log, job, submit, log.runtime(job));
    }
    return new Begun(builder.build(), machines);
  }

  private static void add(JobLogBuilder builder, JobLog log, int job, int submit, int runtime) {
    builder
        .job(log.jobId(job), submit, runtime, log.estimate(job), log.width(job))
        .by(log.user(job), log.group(job), log.application(job));
    Request request = log.request(job);
    if (request != null) {
      builder.request(request);
    }
  }

  private static void add(
      LoadEvents events,
      String name,
      EmulatedCluster cluster,
      ClusterDeclared declared,
      int further) {
    cluster.processUntil(cluster.nextEventTime() + 1);
    cluster.changes(0, data -> {}); // the snapshot includes them
    events.add(name, declared);
    events.add(name, cluster.snapshot(1));
    while (events.sequence(name) < AT_ONCE + EVENTS_PER_JOB * further && !cluster.done()) {
      cluster.processUntil(cluster.nextEventTime() + 1);
      cluster.changes(0, data -> events.add(name, data));
    }
  }
}
