package io.gnomon.sandbox;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.bridge.kafka.KafkaBridge;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * An emulated cluster on the topics, run from look to look, mostly week by week, beside a
 * controller.
 *
 * <p>Simulated time passes faster than any real scheduler's, so the cluster waits at each week
 * boundary for the decision that the controller records for every look, and obeys a command at that
 * second. So the same workload leads to the same decisions on any machine, and the cluster is never
 * more than a week ahead. Single-threaded.
 */
public final class TunedCluster implements AutoCloseable {
  private static final int WEEK = TuneSettings.WEEK;

  private final EmulatedCluster cluster;
  private final KafkaBridge bridge;
  private final DecisionReader decisions;
  private final Duration patience;
  private final int lookSeconds;
  private final List<GnomonEvent> held = new ArrayList<>();
  private boolean begun;

  /** How the clock moves on to a second. */
  public interface Clock {
    /** Runs the cluster up to {@code second}, or less far where the run is to end. */
    void run(TunedCluster cluster, int second) throws InterruptedException;
  }

  /**
   * A cluster that has been declared.
   *
   * @param patience how long to wait for a decision
   */
  public TunedCluster(
      String bootstrapServers,
      String prefix,
      String name,
      EmulatedCluster cluster,
      Duration patience) {
    this(bootstrapServers, prefix, name, cluster, cluster, patience, WEEK);
  }

  /** The same with a controller that looks as often as {@code lookSeconds} says. */
  public TunedCluster(
      String bootstrapServers,
      String prefix,
      String name,
      EmulatedCluster cluster,
      Duration patience,
      int lookSeconds) {
    this(bootstrapServers, prefix, name, cluster, cluster, patience, lookSeconds);
  }

  /** The same, told of through a port of one's own. */
  TunedCluster(
      String bootstrapServers,
      String prefix,
      String name,
      EmulatedCluster cluster,
      SchedulerPort port,
      Duration patience) {
    this(bootstrapServers, prefix, name, cluster, port, patience, WEEK);
  }

  private TunedCluster(
      String bootstrapServers,
      String prefix,
      String name,
      EmulatedCluster cluster,
      SchedulerPort port,
      Duration patience,
      int lookSeconds) {
    this.cluster = cluster;
    this.patience = patience;
    this.lookSeconds = lookSeconds;
    Map<String, String> kafka = Map.of("bootstrap.servers", bootstrapServers);
    bridge = new KafkaBridge(name, port, CommandLedger.NONE, kafka, prefix);
    decisions = new DecisionReader(bootstrapServers, prefix, name);
    bridge.runner().start();
  }

  /** The cluster of a workload, as both the demo and its tests have it. */
  public static EmulatedCluster emulated(JobLog log, int processors) {
    return new EmulatedCluster(log, processors, Math.max(0, log.originEpochSecond()));
  }

  /** The cluster itself. */
  public EmulatedCluster cluster() {
    return cluster;
  }

  /** What it is told of and commanded through. */
  public BridgeRunner runner() {
    return bridge.runner();
  }

  /** Runs the cluster up to a second and tells what happened; it may be written later. */
  public void runUntil(int second) {
    cluster.runUntil(second);
    runner().publishChanges();
  }

  /**
   * Runs to the end of the week, or whatever lies between two looks, in which something happens
   * next.
   *
   * @return the decision that was waited for there, whose command has not been obeyed yet; null
   *     where the clock stopped before
   */
  public @Nullable DecisionRecorded week(Clock clock)
      throws InterruptedException, TimeoutException {
    // a week has events; where an hour has none, its look must not wait for the next of them
    boolean idle = begun && lookSeconds < WEEK;
    int from = idle ? cluster.state().now() : cluster.nextEventTime();
    int end = (from / lookSeconds + 1) * lookSeconds;
    begun = true;
    clock.run(this, end);
    runner().flush();
    if (cluster.state().now() < end) {
      return null;
    }
    long deadline = System.nanoTime() + patience.toNanos();
    DecisionRecorded decision = null;
    while (decision == null || !arrived(decision.command())) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException(
            "the controller decided nothing at %d within %d s; maybe it has lost its broker?"
                .formatted(end, patience.toSeconds()));
      }
      listen();
      DecisionRecorded found = decisions.poll(cluster.now());
      decision = found == null ? decision : found;
    }
    return decision;
  }

  /** Obeys the commands that have come. */
  public void obey() {
    if (!held.isEmpty()) {
      held.forEach(runner()::handle);
      held.clear();
      bridge.commands().commit();
    }
  }

  /** Waits for the next command, whoever has it sent, and obeys it. */
  void obeyNext() throws InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (held.isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException("no command came within %d s".formatted(patience.toSeconds()));
      }
      listen();
    }
    obey();
    runner().flush();
  }

  private boolean arrived(@Nullable String command) {
    return command == null
        || held.stream().anyMatch(event -> event.envelope().id().equals(command));
  }

  /**
   * Keeps commands for later; what asks for a snapshot waits for it, and so is answered at once.
   */
  private void listen() {
    for (GnomonEvent event : bridge.commands().poll(Duration.ZERO)) {
      if (event.data() instanceof SnapshotRequested) {
        runner().handle(event);
        // the look that fell into the time without a mirror is made now
        runUntil(cluster.state().now());
        runner().flush();
      } else {
        held.add(event);
      }
    }
  }

  @Override
  public void close() {
    try (decisions) {
      bridge.close();
    }
  }
}
