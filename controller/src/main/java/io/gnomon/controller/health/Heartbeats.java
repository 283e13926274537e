package io.gnomon.controller.health;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.events.EventType;
import io.gnomon.events.RejectReason;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Notices producers that have become silent, and clusters with two producers. A producer that
 * reports its clock when no other event is due has a heartbeat: the silences that its reports of
 * the clock ended. It is late once it has been silent for the limit and for three times its usual
 * heartbeat. Producers that never report their clock are never late.
 *
 * <p>A cluster has two producers once an event had the number of another one, until none has for as
 * long as makes a producer late.
 *
 * <p>The figures follow the clocks of this process, are lost when it ends, and influence no
 * decision. Time counts as silence only while everything that has arrived is processed.
 * Single-threaded; an observation costs O(1) for each cluster.
 */
public final class Heartbeats {
  private static final int LEARNED = 9;
  private static final int PATIENCE = 3;
  // a longer pause between observations is a pause of this process
  private static final long LONGEST_STEP = Duration.ofSeconds(10).toNanos();

  private final long limitNanos;
  private Map<String, Producer> producers = new HashMap<>();
  private long observedAt;

  /** What is known about one producer. */
  private static final class Producer {
    private final ClusterController cluster;
    private final long[] heartbeats = new long[LEARNED];
    private int learned;
    private long events;
    private long clocks;
    private long silentNanos;
    private Instant last;
    private long taken;
    private long undisputedNanos;
    private @Nullable Instant second; // when the second producer was noticed

    Producer(ClusterController cluster, Instant now) {
      this.cluster = cluster;
      events = cluster.counters().eventCount();
      clocks = clocks();
      taken = taken();
      long saved = cluster.clock().lastTimestamp();
      Instant recorded = saved < 0 ? now : Instant.ofEpochMilli(saved);
      last = recorded.isAfter(now) ? now : recorded;
    }

    private long clocks() {
      return cluster.counters().events().getOrDefault(EventType.CLOCK_ADVANCED, 0L);
    }

    private long taken() {
      return cluster.counters().rejectedEvents().getOrDefault(RejectReason.NUMBER_TAKEN, 0L);
    }

    void observe(long stepNanos, boolean processed, Instant now, long limitNanos) {
      observeNumbers(stepNanos, now, limitNanos);
      long received = cluster.counters().eventCount();
      if (received == events) {
        silentNanos += processed ? stepNanos : 0;
        return;
      }
      long reported = clocks();
      if (reported != clocks) {
        heartbeats[learned % LEARNED] = silentNanos + stepNanos;
        learned++;
      }
      events = received;
      clocks = reported;
      silentNanos = 0;
      last = now;
    }

    private void observeNumbers(long stepNanos, Instant now, long limitNanos) {
      long present = taken();
      if (present != taken) {
        second = second == null ? now : second;
        undisputedNanos = 0;
      } else {
        undisputedNanos += stepNanos;
        second = undisputedNanos >= patience(limitNanos) ? null : second;
      }
      taken = present;
    }

    /** The median of the latest heartbeats; 0 if none was seen. */
    long heartbeatNanos() {
      int known = Math.min(learned, LEARNED);
      long[] sorted = Arrays.copyOf(heartbeats, known);
      Arrays.sort(sorted);
      return known == 0 ? 0 : sorted[known / 2];
    }

    private long patience(long limitNanos) {
      return Math.max(limitNanos, PATIENCE * heartbeatNanos());
    }

    @Nullable Instant silentSince(long limitNanos) {
      return clocks > 0 && silentNanos >= patience(limitNanos) ? last : null;
    }
  }

  /**
   * Creates an observer without producers.
   *
   * @param limit the shortest silence that is late
   */
  public Heartbeats(Duration limit) {
    limitNanos = limit.toNanos();
  }

  /**
   * Observes the clusters of this controller; call it about once a second.
   *
   * @param processed clusters that have processed everything that has arrived
   * @param delayed the other clusters
   * @param nanoTime a clock that neither stops nor is set
   * @param now the time of day
   */
  public void observe(
      Collection<ClusterController> processed,
      Collection<ClusterController> delayed,
      long nanoTime,
      Instant now) {
    long step = producers.isEmpty() ? 0 : Math.min(LONGEST_STEP, nanoTime - observedAt);
    Map<String, Producer> present = new HashMap<>();
    observe(processed, true, step, now, present);
    observe(delayed, false, step, now, present);
    producers = present;
    observedAt = nanoTime;
  }

  private void observe(
      Collection<ClusterController> clusters,
      boolean processed,
      long step,
      Instant now,
      Map<String, Producer> present) {
    for (ClusterController cluster : clusters) {
      Producer known = producers.get(cluster.cluster());
      if (known == null || known.cluster != cluster) {
        known = new Producer(cluster, now);
      } else {
        known.observe(step, processed, now, limitNanos);
      }
      present.put(cluster.cluster(), known);
    }
  }

  private @Nullable Producer of(ClusterController cluster) {
    Producer known = producers.get(cluster.cluster());
    return known != null && known.cluster == cluster ? known : null;
  }

  /**
   * The time of a cluster's last event in epoch seconds, by the clock of this process. For events
   * before this process began, it is the timestamp of the record. NaN if it is not known yet.
   */
  public double lastEvent(ClusterController cluster) {
    Producer known = of(cluster);
    return known == null ? Double.NaN : known.last.toEpochMilli() / 1000.0;
  }

  /** Whether a cluster's producer is late. */
  public boolean silent(ClusterController cluster) {
    Producer known = of(cluster);
    return known != null && known.silentSince(limitNanos) != null;
  }

  /** What is wrong with the producers of a cluster, or null if only one sends, and is not late. */
  public @Nullable Problem problem(ClusterController cluster) {
    Producer known = of(cluster);
    if (known == null) {
      return null;
    }
    Instant silent = known.silentSince(limitNanos);
    if (silent != null) {
      return new Problem(ProblemKind.PRODUCER_SILENT, "no event has arrived" + since(silent));
    }
    return known.second == null
        ? null
        : new Problem(
            ProblemKind.SECOND_PRODUCER,
            "two producers have numbered the events of the cluster" + since(known.second));
  }

  /** Warnings that name the silent producers and the clusters with two, if there are any. */
  public List<Problem> problems() {
    return Stream.of(
            problems(
                ProblemKind.PRODUCER_SILENT,
                "no event has arrived from ",
                one -> one.silentSince(limitNanos)),
            problems(
                ProblemKind.SECOND_PRODUCER,
                "two producers have numbered the events of ",
                one -> one.second))
        .flatMap(List::stream)
        .toList();
  }

  private List<Problem> problems(
      ProblemKind kind, String what, Function<Producer, @Nullable Instant> begin) {
    List<String> concerned = new ArrayList<>();
    for (Producer one : producers.values()) {
      Instant since = begin.apply(one);
      if (since != null) {
        concerned.add(one.cluster.cluster() + since(since));
      }
    }
    return Problem.ofClusters(kind, what, concerned);
  }

  private static String since(Instant begin) {
    return " since " + begin.truncatedTo(ChronoUnit.SECONDS);
  }
}
