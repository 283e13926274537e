package io.gnomon.sandbox.cluster;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.EventSink;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.events.Capabilities;
import io.gnomon.events.ClockAdvanced;
import io.gnomon.events.ClusterDeclared;
import io.gnomon.events.ClusterSnapshot;
import io.gnomon.events.ConfigRejection;
import io.gnomon.events.Configuration;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.JobFinished;
import io.gnomon.events.JobOutcome;
import io.gnomon.events.JobSnapshot;
import io.gnomon.events.JobStarted;
import io.gnomon.events.JobState;
import io.gnomon.events.JobSubmitted;
import io.gnomon.events.ParameterRange;
import io.gnomon.events.PolicyCapability;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cluster whose scheduler is a {@link Simulation}: it submits a workload's jobs in simulated
 * time, tells every submission, start and end, and can be reconfigured while it runs.
 *
 * <p>Single-threaded. Its clock stands still between two calls, so a command that is obeyed between
 * them takes effect at that second.
 */
public final class EmulatedCluster implements SchedulerPort {
  /** What is in force at first: one queue, which is EASY backfilling. */
  public static final String INITIAL_POLICY = "multi-queue(partitions=1)";

  private static final int HOUR = 3600;

  private final JobLog log;
  private final long origin;
  private final ClusterState state;
  private final Simulation simulation;
  private final BridgeRunner runner;
  private final Schedule.Recorder recorder;
  private Configuration configuration = new Configuration(INITIAL_POLICY, 1);
  private int lastTold;

  /**
   * A cluster that is about to run {@code log}.
   *
   * @param name the cluster's id
   * @param origin the epoch second that is second 0 of the log
   */
  public EmulatedCluster(String name, JobLog log, int processors, long origin, EventSink sink) {
    this.log = log;
    this.origin = origin;
    recorder = Schedule.recorder(log.size());
    state = new ClusterState(processors);
    simulation =
        new Simulation(state, Policies.create(INITIAL_POLICY), new LogArrivals(log), new Teller());
    runner = new BridgeRunner(name, this, sink, 0);
  }

  /** What it is told by and tells through. */
  public BridgeRunner runner() {
    return runner;
  }

  /** The cluster's true state. */
  public ClusterState state() {
    return state;
  }

  /** The scheduler's name of a job. */
  public String name(int job) {
    return Long.toString(log.jobId(job));
  }

  /** Whether everything has happened. */
  public boolean done() {
    return simulation.nextEventTime() == Simulation.NEVER;
  }

  /** When something happens next, in seconds of the log. */
  public int nextEventTime() {
    return simulation.nextEventTime();
  }

  /** Runs all that happens before {@code second}, then moves the clock there and tells so. */
  public void runUntil(int second) {
    while (simulation.nextEventTime() < second) {
      int next = simulation.nextEventTime();
      while (next - lastTold > HOUR) {
        tellClock(lastTold + HOUR);
      }
      lastTold = next;
      simulation.step();
    }
    tellClock(second);
  }

  /** Obeys a command; what the new configuration starts is told after the answer. */
  public void obey(GnomonEvent command) {
    if (runner.obey(command)) {
      simulation.pass();
    }
  }

  private void tellClock(int second) {
    state.advanceTo(second);
    lastTold = second;
    runner.tell(new ClockAdvanced(origin + second));
  }

  /** What became of every job, once done. */
  public Schedule schedule() {
    return recorder.schedule();
  }

  @Override
  public long now() {
    return origin + state.now();
  }

  @Override
  public ClusterDeclared declare() {
    return new ClusterDeclared(
        now(),
        state.processors(),
        origin,
        "gnomon-sandbox",
        new Capabilities(
            List.of(
                new PolicyCapability(
                    "multi-queue",
                    List.of(new ParameterRange("partitions", 1.0, 64.0, List.of())))),
            false,
            false,
            false),
        configuration);
  }

  @Override
  public ClusterSnapshot snapshot(long reflectsSequence) {
    List<JobSnapshot> jobs = new ArrayList<>();
    state.forEachActive(slot -> jobs.add(snapshotOf(slot)));
    return new ClusterSnapshot(now(), state.processors(), reflectsSequence, configuration, jobs);
  }

  private JobSnapshot snapshotOf(int slot) {
    boolean running = state.phase(slot) == JobPhase.RUNNING;
    return new JobSnapshot(
        name(state.job(slot)),
        JobState.valueOf(state.phase(slot).name()),
        origin + state.submitTime(slot),
        running ? origin + state.startTime(slot) : EventData.NONE,
        state.width(slot),
        state.estimate(slot),
        EventData.NONE,
        state.servedSeconds(slot),
        state.partition(slot),
        userOf(state.user(slot)),
        null,
        null,
        null,
        EventData.NONE,
        EventData.NONE,
        List.of());
  }

  @Override
  public Configuration configuration() {
    return configuration;
  }

  @Override
  public void apply(Configuration wanted) throws CannotApplyException {
    try {
      simulation.install(Policies.create(wanted.policy()));
    } catch (InvalidPolicyException e) {
      throw new CannotApplyException(ConfigRejection.INVALID, String.valueOf(e.getMessage()));
    }
    configuration = wanted;
  }

  private static @Nullable String userOf(int user) {
    return user < 0 ? null : "user" + user;
  }

  /** Tells what happens and records it. */
  private final class Teller implements SimulationListener {
    @Override
    public void submitted(ClusterState at, int slot) {
      runner.tell(
          new JobSubmitted(
              name(at.job(slot)),
              now(),
              at.width(slot),
              at.estimate(slot),
              userOf(at.user(slot)),
              null,
              null,
              null,
              EventData.NONE,
              EventData.NONE,
              List.of(),
              false));
    }

    @Override
    public void started(ClusterState at, int slot) {
      recorder.started(at.job(slot), at.now(), at.heldProcessors(slot));
      runner.tell(
          new JobStarted(
              name(at.job(slot)), now(), EventData.NONE, EventData.NONE, at.partition(slot)));
    }

    @Override
    public void finished(ClusterState at, int slot) {
      recorder.finished(at.job(slot), at.now());
      runner.tell(new JobFinished(name(at.job(slot)), now(), JobOutcome.COMPLETED));
    }
  }
}
