package io.gnomon.sandbox.cluster;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cluster whose scheduler is a {@link Simulation}: it submits a workload's jobs in simulated
 * time, tells every submission, start and end, and can be reconfigured while it runs.
 *
 * <p>Single-threaded. Its clock stands still between two calls, so a command that is obeyed between
 * them takes effect at that second.
 */
public final class EmulatedCluster implements SchedulerPort {
  private static final Set<String> NEEDS_SUSPENSION =
      Set.of("selective-suspension", "immediate-service");
  private static final Set<String> NEEDS_MORE =
      Set.of("speculation", "test-runs", "mold", "widen", "speed-up");

  /** What is in force at first: one queue, which is EASY backfilling. */
  public static final String INITIAL_POLICY = "multi-queue(partitions=1)";

  private static final int HOUR = 3600;

  private final JobLog log;
  private final long origin;
  private final ClusterState state;
  private final Simulation simulation;
  private final Schedule.Recorder recorder;
  private final List<EventData> untold = new ArrayList<>();
  private Configuration configuration = new Configuration(INITIAL_POLICY, 1);
  private int lastTold;

  /**
   * A cluster that is about to run {@code log}.
   *
   * @param origin the epoch second that is second 0 of the log
   */
  public EmulatedCluster(JobLog log, int processors, long origin) {
    this.log = log;
    this.origin = origin;
    recorder = Schedule.recorder(log.size());
    state = new ClusterState(processors);
    simulation =
        new Simulation(state, Policies.create(INITIAL_POLICY), new LogArrivals(log), new Teller());
    simulation.learnRuntimes();
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

  /**
   * Runs all that happens before {@code second}, then moves the clock there. The clock is among the
   * changes then, and every hour in which nothing else happens.
   */
  public void runUntil(int second) {
    while (simulation.nextEventTime() < second) {
      int next = simulation.nextEventTime();
      tellHoursBefore(next);
      lastTold = next;
      simulation.step();
    }
    tellHoursBefore(second);
    tellClock(second);
  }

  private void tellHoursBefore(int second) {
    while (second - lastTold > HOUR) {
      tellClock(lastTold + HOUR);
    }
  }

  private void tellClock(int second) {
    state.advanceTo(second);
    lastTold = second;
    untold.add(new ClockAdvanced(origin + second));
  }

  /** What has become of every job so far. */
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
        new Capabilities(policies(), false, false, false),
        configuration);
  }

  private static boolean can(PolicyFamily family) {
    return !NEEDS_SUSPENSION.contains(family.name());
  }

  private static boolean can(String parameter) {
    return !NEEDS_MORE.contains(parameter);
  }

  private static List<PolicyCapability> policies() {
    return Policies.families().stream()
        .filter(EmulatedCluster::can)
        .map(
            family ->
                new PolicyCapability(
                    family.name(),
                    family.parameters().stream()
                        .map(Parameter::name)
                        .filter(EmulatedCluster::can)
                        .map(name -> new ParameterRange(name, null, null, List.of()))
                        .toList()))
        .toList();
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
  public void changes(long lastSequence, Consumer<EventData> told) {
    untold.forEach(told);
    untold.clear();
  }

  @Override
  public Configuration configuration() {
    return configuration;
  }

  @Override
  public void apply(Configuration wanted) throws CannotApplyException {
    SchedulingPolicy policy;
    try {
      policy = Policies.create(wanted.policy());
    } catch (InvalidPolicyException e) {
      throw new CannotApplyException(ConfigRejectReason.INVALID, String.valueOf(e.getMessage()));
    }
    PolicySpec spec = policy.spec();
    if (!can(Policies.family(spec.name()))
        || !spec.parameters().keySet().stream().allMatch(EmulatedCluster::can)) {
      throw new CannotApplyException(
          ConfigRejectReason.NOT_CAPABLE,
          spec + " suspends, stops or molds jobs, which this cluster does not do");
    }
    simulation.reconfigure(policy);
    configuration = wanted;
  }

  private static @Nullable String userOf(int user) {
    return user < 0 ? null : "user" + user;
  }

  /** Tells what happens and records it. */
  private final class Teller implements SimulationListener {
    @Override
    public void submitted(ClusterState at, int slot) {
      untold.add(
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
      untold.add(
          new JobStarted(
              name(at.job(slot)), now(), EventData.NONE, EventData.NONE, at.partition(slot)));
    }

    @Override
    public void finished(ClusterState at, int slot) {
      recorder.finished(at.job(slot), at.now());
      untold.add(new JobFinished(name(at.job(slot)), now(), JobOutcome.COMPLETED));
    }
  }
}
