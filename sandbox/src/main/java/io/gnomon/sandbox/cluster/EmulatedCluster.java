package io.gnomon.sandbox.cluster;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.ChangeSink;
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
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A cluster whose scheduler is a {@link Simulation}. It submits a workload's jobs in simulated
 * time, reports every submission, start and end, and can be reconfigured while it runs.
 *
 * <p>Single-threaded. The clock stands still between two calls, so a command takes effect at the
 * current second.
 */
public final class EmulatedCluster implements SchedulerPort {
  private static final Set<String> UNSUPPORTED_POLICIES =
      Set.of("selective-suspension", "immediate-service");
  private static final Set<String> UNSUPPORTED_PARAMETERS =
      Set.of("speculation", "test-runs", "mold", "widen", "speed-up");

  /** The initial policy of a pool of processors: one queue, which is EASY backfilling. */
  public static final String INITIAL_POLICY = "multi-queue(partitions=1)";

  /** The initial policy of a machine of nodes. */
  public static final String INITIAL_POLICY_ON_NODES = "easy";

  private static final int HOUR = 3600;

  private final JobLog log;
  private final long origin;
  private final ClusterState state;
  private final HiddenRules rules;
  private final Simulation simulation;
  private final Schedule.Recorder recorder;
  private final List<EventData> unreported = new ArrayList<>();
  private Configuration configuration;
  private int lastReported;

  /**
   * Creates a pool of processors that runs {@code log} from its start.
   *
   * @param origin the epoch second that is second 0 of the log
   */
  public EmulatedCluster(JobLog log, int processors, long origin) {
    this(log, new ClusterState(processors), origin);
  }

  /**
   * Creates a cluster that runs {@code log} from its start.
   *
   * @param log on nodes, its jobs have requests
   * @param empty a pool of processors or nodes at second 0; owned by this cluster from now on
   * @param origin the epoch second that is second 0 of the log
   */
  public EmulatedCluster(JobLog log, ClusterState empty, long origin) {
    this(log, empty, origin, HiddenRules.NONE);
  }

  /**
   * Creates a cluster that runs {@code log} from its start under rules that it does not report.
   *
   * @param log on nodes, its jobs have requests
   * @param empty a pool of processors or nodes at second 0; owned by this cluster from now on
   * @param origin the epoch second that is second 0 of the log
   */
  public EmulatedCluster(JobLog log, ClusterState empty, long origin, HiddenRules rules) {
    this.log = log;
    this.rules = rules;
    this.origin = origin;
    recorder = Schedule.recorder(log.size());
    state = empty;
    String policy = initialPolicy(state);
    configuration = new Configuration(policy, 1);
    simulation =
        new Simulation(
            state,
            ruled(Policies.create(policy, state)),
            new LogArrivals(log, state),
            new Reporter());
    simulation.learnRuntimes();
  }

  private SchedulingPolicy ruled(SchedulingPolicy policy) {
    return rules.equals(HiddenRules.NONE) ? policy : new RuledPolicy(policy, rules, state);
  }

  /** The policy with which a cluster starts. */
  public static String initialPolicy(ClusterState state) {
    return state.hasNodes() ? INITIAL_POLICY_ON_NODES : INITIAL_POLICY;
  }

  /** The state of the cluster. */
  public ClusterState state() {
    return state;
  }

  /** The id of a job in the events. */
  public String name(int job) {
    return Long.toString(log.jobId(job));
  }

  /** Whether no further event is due. */
  public boolean done() {
    return simulation.nextEventTime() == Simulation.NEVER;
  }

  /** The time of the next event, in seconds of the log. */
  public int nextEventTime() {
    return simulation.nextEventTime();
  }

  /**
   * Processes all events before {@code second}, then advances the clock to it. Also reports the
   * clock at the end and after every hour without other events.
   */
  public void runUntil(int second) {
    processUntil(second);
    reportHoursBefore(second);
    reportClock(second);
  }

  /**
   * Processes all events before {@code second} without reporting the clock at that second. A call
   * of {@link #runUntil} gives the same events with or without such steps before it.
   */
  public void processUntil(int second) {
    while (simulation.nextEventTime() < second) {
      int next = simulation.nextEventTime();
      reportHoursBefore(next);
      lastReported = next;
      simulation.step();
    }
  }

  private void reportHoursBefore(int second) {
    while (second - lastReported > HOUR) {
      reportClock(lastReported + HOUR);
    }
  }

  private void reportClock(int second) {
    state.advanceTo(second);
    lastReported = second;
    unreported.add(new ClockAdvanced(origin + second));
  }

  /** The schedule so far. */
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
            configuration)
        .withMachine(machine());
  }

  /** The nodes as events report them; null for a pool of processors. */
  private @Nullable DeclaredMachine machine() {
    return state.hasNodes() ? MachineDescription.machine(state.nodes(), origin) : null;
  }

  private boolean supports(PolicyFamily family) {
    return !UNSUPPORTED_POLICIES.contains(family.name())
        && (!state.hasNodes() || family.refusesNodes().isEmpty());
  }

  private static boolean supports(String parameter) {
    return !UNSUPPORTED_PARAMETERS.contains(parameter);
  }

  private List<PolicyCapability> policies() {
    return Policies.families().stream()
        .filter(this::supports)
        .map(
            family ->
                new PolicyCapability(
                    family.name(),
                    family.parameters().stream()
                        .map(Parameter::name)
                        .filter(EmulatedCluster::supports)
                        .map(name -> new ParameterRange(name, null, null, List.of()))
                        .toList()))
        .toList();
  }

  @Override
  public ClusterSnapshot snapshot(long reflectsSequence) {
    List<JobSnapshot> jobs = new ArrayList<>();
    state.forEachActive(slot -> jobs.add(snapshotOf(slot)));
    return new ClusterSnapshot(now(), state.processors(), reflectsSequence, configuration, jobs)
        .withMachine(machine());
  }

  private JobSnapshot snapshotOf(int slot) {
    boolean running = state.phase(slot) == JobPhase.RUNNING;
    return new JobSnapshot(
        name(state.job(slot)),
        reported(state.phase(slot)),
        origin + state.submitTime(slot),
        running ? origin + state.startTime(slot) : EventData.NONE,
        description(slot),
        EventData.NONE,
        state.servedSeconds(slot),
        state.partition(slot),
        placement(slot));
  }

  private JobDescription description(int slot) {
    return new JobDescription(
        state.width(slot),
        state.estimate(slot),
        userOf(state.user(slot)),
        accountOf(state.job(slot)),
        null,
        null,
        EventData.NONE,
        EventData.NONE,
        List.of(),
        request(slot));
  }

  /** A job that a hidden rule holds back waits like others. */
  private static JobState reported(JobPhase phase) {
    return phase == JobPhase.HELD ? JobState.WAITING : JobState.valueOf(phase.name());
  }

  private @Nullable ResourceRequest request(int slot) {
    return state.hasNodes()
        ? MachineDescription.request(state.nodes().shape(slot).request(), jobAccount(slot))
        : null;
  }

  /** On whose behalf a job was submitted; null if the accounts are not known. */
  private @Nullable JobAccount jobAccount(int slot) {
    return state.hasAccounting() && state.accounting().hasAccount(slot)
        ? state.accounting().jobAccounts().jobAccount(state.accounting().accountId(slot))
        : null;
  }

  /** What the job holds; empty on a pool of processors and for jobs that do not run. */
  private List<PlacedNodes> placement(int slot) {
    return state.hasNodes() && state.phase(slot) == JobPhase.RUNNING
        ? MachineDescription.placement(state.nodes().machine(), state.nodes().placement(slot))
        : List.of();
  }

  @Override
  public void changes(long lastSequence, ChangeSink sink) {
    unreported.forEach(sink);
    unreported.clear();
  }

  @Override
  public Configuration configuration() {
    return configuration;
  }

  @Override
  public void apply(Configuration wanted) throws CannotApplyException {
    Spec spec;
    try {
      spec = Policies.create(wanted.policy()).spec();
    } catch (InvalidSpecException e) {
      throw new CannotApplyException(ConfigRejectReason.INVALID, String.valueOf(e.getMessage()));
    }
    if (UNSUPPORTED_POLICIES.contains(spec.name())
        || !spec.parameters().keySet().stream().allMatch(EmulatedCluster::supports)) {
      throw new CannotApplyException(
          ConfigRejectReason.NOT_CAPABLE,
          spec + " suspends, stops or molds jobs, which this cluster does not support");
    }
    SchedulingPolicy policy;
    try {
      policy = Policies.create(spec, state);
    } catch (InvalidSpecException e) { // it cannot schedule nodes
      throw new CannotApplyException(
          ConfigRejectReason.NOT_CAPABLE, String.valueOf(e.getMessage()));
    }
    simulation.reconfigure(ruled(policy));
    configuration = wanted;
  }

  private static @Nullable String userOf(int user) {
    return user < 0 ? null : "user" + user;
  }

  private @Nullable String accountOf(int job) {
    return log.group(job) < 0 ? null : "account" + log.group(job);
  }

  /** Reports events and records the schedule. */
  private final class Reporter implements SimulationListener {
    @Override
    public void submitted(ClusterState at, int slot) {
      unreported.add(new JobSubmitted(name(at.job(slot)), now(), description(slot)));
    }

    @Override
    public void started(ClusterState at, int slot) {
      recorder.started(at.job(slot), at.now(), at.heldProcessors(slot));
      unreported.add(
          new JobStarted(
                  name(at.job(slot)), now(), EventData.NONE, EventData.NONE, at.partition(slot))
              .withPlacement(placement(slot)));
    }

    @Override
    public void finished(ClusterState at, int slot) {
      recorder.finished(at.job(slot), at.now());
      unreported.add(new JobFinished(name(at.job(slot)), now(), JobOutcome.COMPLETED));
    }
  }
}
