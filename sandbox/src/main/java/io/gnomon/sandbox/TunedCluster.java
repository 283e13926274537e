package io.gnomon.sandbox;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CommandAuthenticator;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.ReceivedCommand;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.bridge.kafka.KafkaBridge;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An emulated cluster connected to a controller through the topics, run from one evaluation to the
 * next, usually week by week.
 *
 * <p>Simulated time passes faster than that of a real scheduler, so the cluster waits at each
 * evaluation for the controller's decision and applies a command at that second. The same workload
 * therefore leads to the same decisions on any machine. Single-threaded.
 */
public final class TunedCluster implements AutoCloseable {
  private static final int WEEK = TuneSettings.WEEK;

  private final EmulatedCluster cluster;
  private final KafkaBridge bridge;
  private final DecisionReader decisions;
  private final Duration timeout;
  private final int evaluationSeconds;
  private final List<ReceivedCommand> pending = new ArrayList<>();
  private boolean begun;
  private int snapshots;

  /** Advances the cluster to a given second. */
  public interface Clock {
    /** Runs the cluster up to {@code second}, or less far if the run ends earlier. */
    void run(TunedCluster cluster, int second) throws InterruptedException, TimeoutException;
  }

  /**
   * Creates and declares a cluster with weekly evaluations.
   *
   * @param timeout maximum time to wait for a decision
   */
  public TunedCluster(
      String bootstrapServers,
      String prefix,
      String name,
      EmulatedCluster cluster,
      Duration timeout) {
    this(bootstrapServers, prefix, name, cluster, timeout, WEEK);
  }

  /** Creates and declares a cluster that is evaluated every {@code evaluationSeconds}. */
  public TunedCluster(
      String bootstrapServers,
      String prefix,
      String name,
      EmulatedCluster cluster,
      Duration timeout,
      int evaluationSeconds) {
    this(
        Map.of("bootstrap.servers", bootstrapServers),
        prefix,
        name,
        cluster,
        timeout,
        evaluationSeconds,
        CommandAuthenticator.ANY);
  }

  /**
   * Creates a cluster that carries out authentic commands only.
   *
   * @param kafka properties of the Kafka clients, including {@code bootstrap.servers}
   */
  public TunedCluster(
      Map<String, String> kafka,
      String prefix,
      String name,
      EmulatedCluster cluster,
      Duration timeout,
      int evaluationSeconds,
      CommandAuthenticator authenticator) {
    this(kafka, prefix, name, cluster, cluster, timeout, evaluationSeconds, authenticator);
  }

  /** Creates a cluster whose events and commands go through {@code port}. */
  TunedCluster(
      String bootstrapServers,
      String prefix,
      String name,
      EmulatedCluster cluster,
      SchedulerPort port,
      Duration timeout) {
    this(
        Map.of("bootstrap.servers", bootstrapServers),
        prefix,
        name,
        cluster,
        port,
        timeout,
        WEEK,
        CommandAuthenticator.ANY);
  }

  /** Creates a cluster that is connected through {@code port}, which may change its reports. */
  public TunedCluster(
      Map<String, String> kafka,
      String prefix,
      String name,
      EmulatedCluster cluster,
      SchedulerPort port,
      Duration timeout,
      int evaluationSeconds,
      CommandAuthenticator authenticator) {
    this.cluster = cluster;
    this.timeout = timeout;
    this.evaluationSeconds = evaluationSeconds;
    bridge = new KafkaBridge(name, port, CommandLedger.NONE, kafka, prefix, authenticator, null);
    decisions = new DecisionReader(kafka, prefix, name);
    bridge.runner().start();
  }

  /** The emulated cluster of a workload, as the demo runs it. */
  public static EmulatedCluster emulated(JobLog log, int processors) {
    return emulated(log, new ClusterState(processors));
  }

  /** The emulated cluster of a workload on an empty pool of processors or nodes. */
  public static EmulatedCluster emulated(JobLog log, ClusterState empty) {
    return new EmulatedCluster(log, empty, Math.max(0, log.originEpochSecond()));
  }

  /** The emulated cluster. */
  public EmulatedCluster cluster() {
    return cluster;
  }

  /** The bridge runner that connects the cluster to the topics. */
  public BridgeRunner runner() {
    return bridge.runner();
  }

  /** Runs the cluster up to a second and publishes its events, possibly asynchronously. */
  public void runUntil(int second) {
    cluster.runUntil(second);
    runner().publishChanges();
  }

  /** Publishes what happens on the cluster before a second, without its clock. */
  void processUntil(int second) {
    cluster.processUntil(second);
    runner().publishChanges();
  }

  /** Applies the commands that have arrived, if any, without waiting for one. */
  void applyReceivedCommands() {
    pollCommands();
    if (!pending.isEmpty()) {
      applyCommands();
      runner().flush();
    }
  }

  /**
   * Runs to the end of the evaluation period in which the next event occurs.
   *
   * @return the decision for that time, whose command has not been applied yet; null if the clock
   *     stopped earlier
   */
  public @Nullable DecisionRecorded week(Clock clock)
      throws InterruptedException, TimeoutException {
    // Hours without events are evaluated too; weeks are counted from the next event.
    boolean idle = begun && evaluationSeconds < WEEK;
    int from = idle ? cluster.state().now() : cluster.nextEventTime();
    int end = (from / evaluationSeconds + 1) * evaluationSeconds;
    begun = true;
    clock.run(this, end);
    runner().flush();
    if (cluster.state().now() < end) {
      return null;
    }
    long deadline = System.nanoTime() + timeout.toNanos();
    DecisionRecorded decision = null;
    while (decision == null || !received(decision.command())) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException(
            "no decision of the controller for time %d within %d s; maybe it lost its connection to the broker?"
                .formatted(end, timeout.toSeconds()));
      }
      pollCommands();
      DecisionRecorded found = decisions.poll(cluster.now());
      decision = found == null ? decision : found;
    }
    return decision;
  }

  /** Applies the commands that have been received. */
  public void applyCommands() {
    if (!pending.isEmpty()) {
      pending.forEach(runner()::handle);
      pending.clear();
      bridge.commands().commit();
    }
  }

  /** Waits for the next command and applies it. */
  void applyNextCommand() throws InterruptedException, TimeoutException {
    pollUntil(() -> !pending.isEmpty(), "command");
    applyCommands();
    runner().flush();
  }

  /** Waits for the next request for a snapshot and answers it. */
  public void answerSnapshotRequest() throws TimeoutException {
    int before = snapshots;
    pollUntil(() -> snapshots > before, "request for a snapshot");
  }

  private void pollUntil(BooleanSupplier received, String what) throws TimeoutException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!received.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException(
            "no %s received within %d s".formatted(what, timeout.toSeconds()));
      }
      pollCommands();
    }
  }

  private boolean received(@Nullable String command) {
    return command == null
        || pending.stream().anyMatch(one -> one.event().envelope().id().equals(command));
  }

  /** Polls for commands and keeps them. A request for a snapshot is answered immediately. */
  private void pollCommands() {
    for (ReceivedCommand received : bridge.commands().poll(Duration.ZERO)) {
      if (received.event().data() instanceof SnapshotRequested) {
        runner().handle(received);
        // publish the clock: the evaluation that was due without a mirror takes place now
        runUntil(cluster.state().now());
        runner().flush();
        snapshots++;
        bridge.commands().commit(); // or a consumer that joins its group again would repeat it
      } else {
        pending.add(received);
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
