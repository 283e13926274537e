package io.gnomon.controller.doctor;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an installation needs, computed from measured costs.
 *
 * <p>With <i>R</i> replicas, the heap of each is twice (100 MB and 1/<i>R</i> of clusters, active
 * and recorded jobs times their costs). The processors are events and hourly studies times their
 * costs; backtests and requests use what is idle. A checkpoint of a cluster is counted once an
 * hour, or each 10,000 events (at least its active jobs) if that is more often.
 *
 * <p>Bytes were measured on 1,000 declared clusters, after garbage collection: alone, with 100 to
 * 100,000 waiting jobs each, and with 1,000 completed jobs each. An event of jobs on processors has
 * 200 to 300 B before compression. CPU time of an event is that of {@code ./gnomon load --clusters
 * 10 --jobs 20000} without studies (104,000 events, with the start of the process), that of a study
 * and the restoration of a job as docs/performance.md has them. A cluster's restoration was
 * measured with 1,000 checkpoints, read for the first time, on a busy machine.
 *
 * @param clusters at least 1
 * @param jobs active jobs of all clusters, at least 0
 * @param recorded completed jobs of all clusters that studies use, at least 0
 * @param events events per second of all clusters, at least 0
 * @param replicas at least 1
 */
record Sizing(long clusters, long jobs, long recorded, long events, long replicas) {
  private static final String FORM = "clusters=N,jobs=N[,recorded=N][,events=N][,replicas=N]";
  private static final long MOST = 1_000_000_000_000L;

  // bytes of heap
  private static final double BASE = 100e6;
  private static final double PER_CLUSTER = 45e3;
  private static final double PER_JOB = 260;
  private static final double PER_RECORDED_JOB = 135;
  private static final double HEADROOM = 2; // copies for studies and checkpoints, and garbage

  // bytes of checkpoints
  private static final double CHECKPOINT_PER_CLUSTER = 2_400;
  private static final double CHECKPOINT_PER_JOB = 105;
  private static final double CHECKPOINT_PER_RECORDED_JOB = 25;
  private static final double EVENTS_PER_CHECKPOINT = 10_000;

  private static final double CPU_SECONDS_PER_EVENT = 140e-6;
  private static final double CPU_SECONDS_PER_STUDY = 0.2;
  private static final double BYTES_PER_EVENT = 300;
  private static final double RESTORE_SECONDS_PER_CLUSTER = 5e-3;
  private static final double RESTORE_SECONDS_PER_JOB = 8.6e-6;
  private static final double HOUR = 3600;
  private static final double DAY = 24 * HOUR;
  private static final double MEGA = 1e6;
  private static final double GIGA = 1e9;

  /**
   * Parses the value of {@code --size}.
   *
   * @throws IllegalArgumentException if it has another form, or a number is out of range
   */
  static Sizing parse(String text) {
    Map<String, Long> given = new TreeMap<>();
    for (String part : text.split(",", -1)) {
      String[] pair = part.strip().split("=", -1);
      if (pair.length != 2 || !pair[1].matches("\\d{1,13}")) {
        throw new IllegalArgumentException("'" + text + "' is not " + FORM);
      }
      given.put(pair[0], Long.valueOf(pair[1]));
    }
    long clusters = take(given, "clusters", -1, 1);
    long jobs = take(given, "jobs", -1, 0);
    Sizing sizing =
        new Sizing(
            clusters,
            jobs,
            take(given, "recorded", jobs, 0),
            take(given, "events", 0, 0),
            take(given, "replicas", 2, 1));
    if (!given.isEmpty()) {
      throw new IllegalArgumentException(given.keySet() + " is unknown; use " + FORM);
    }
    return sizing;
  }

  private static long take(Map<String, Long> given, String name, long otherwise, long least) {
    Long value = given.remove(name);
    long taken = value == null ? otherwise : value;
    if (taken < least || taken > MOST) {
      throw new IllegalArgumentException(
          "%s is %s; it must be from %d to %d"
              .formatted(name, value == null ? "missing" : value, least, MOST));
    }
    return taken;
  }

  /**
   * The heap of a replica in bytes.
   *
   * @param running replicas that share the clusters
   */
  double heapBytes(long running) {
    double state = clusters * PER_CLUSTER + jobs * PER_JOB + recorded * PER_RECORDED_JOB;
    return HEADROOM * (BASE + state / running);
  }

  /** The processors that all replicas need on average, with hourly studies. */
  double processors() {
    return events * CPU_SECONDS_PER_EVENT + clusters * CPU_SECONDS_PER_STUDY / HOUR;
  }

  /** The bytes of the events topic per day, before compression. */
  double eventBytesPerDay() {
    return events * DAY * BYTES_PER_EVENT;
  }

  /** The bytes of the newest checkpoints of all clusters. */
  double checkpointBytes() {
    return clusters * CHECKPOINT_PER_CLUSTER
        + jobs * CHECKPOINT_PER_JOB
        + recorded * CHECKPOINT_PER_RECORDED_JOB;
  }

  /** The bytes written to the checkpoints topic per day, before compression and compaction. */
  double checkpointBytesPerDay() {
    double perCluster = Math.max(EVENTS_PER_CHECKPOINT, (double) jobs / clusters);
    double byEvents = events * DAY / clusters / perCluster;
    return checkpointBytes() * Math.max(DAY / HOUR, byEvents);
  }

  /** The seconds that the others need to restore the clusters of one replica. */
  double restoreSeconds() {
    return (clusters * RESTORE_SECONDS_PER_CLUSTER + jobs * RESTORE_SECONDS_PER_JOB) / replicas;
  }

  /** The report as JSON; null where one replica has no other to replace it. */
  String json() {
    ObjectNode report = new ObjectMapper().createObjectNode();
    report
        .put("clusters", clusters)
        .put("jobs", jobs)
        .put("recorded", recorded)
        .put("events", events)
        .put("replicas", replicas)
        .put("heapBytes", Math.round(heapBytes(replicas)))
        .put(
            "heapBytesWhileOneIsMissing",
            replicas == 1 ? null : Math.round(heapBytes(replicas - 1)))
        .put("processors", processors())
        .put("eventBytesPerDay", Math.round(eventBytesPerDay()))
        .put("checkpointBytes", Math.round(checkpointBytes()))
        .put("checkpointBytesPerDay", Math.round(checkpointBytesPerDay()))
        .put("restoreSeconds", restoreSeconds());
    return report.toPrettyString() + "\n";
  }

  private static String counted(long count, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
  }

  /** The report as text. */
  String text() {
    return String.format(
        Locale.ROOT,
        "%s, %,d active and %,d recorded jobs, %s/s, %s%n"
            + "heap of each replica: %,.0f MB%s%n"
            + "processors of all replicas: %.2f on average%n"
            + "events topic: %.1f GB a day before compression%n"
            + "checkpoints topic: %,.0f MB kept, %.1f GB written a day before compression%n"
            + "restore after the loss of a replica: %.1f s%n",
        counted(clusters, "cluster"),
        jobs,
        recorded,
        counted(events, "event"),
        counted(replicas, "replica"),
        heapBytes(replicas) / MEGA,
        replicas == 1
            ? ""
            : String.format(
                Locale.ROOT, "; %,.0f MB while one is missing", heapBytes(replicas - 1) / MEGA),
        processors(),
        eventBytesPerDay() / GIGA,
        checkpointBytes() / MEGA,
        checkpointBytesPerDay() / GIGA,
        restoreSeconds());
  }
}
