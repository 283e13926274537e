package io.gnomon.controller.cluster.tracked;

import io.gnomon.controller.mirror.DeclaredState;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.room.NoRoomException;
import io.gnomon.controller.room.Room;
import io.gnomon.events.EventData;
import io.gnomon.events.InvalidJob;
import io.gnomon.events.RejectReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobEvent;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.StateSnapshot;
import io.gnomon.sim.effect.ClusterEffect;
import io.gnomon.sim.effect.LiveCluster;
import io.gnomon.sim.fidelity.Fidelity;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.search.PossiblePolicies;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.tune.Tuner;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A declared cluster: its mirror, capabilities, the configuration in force with its simulated
 * policy, the tuner, and the latest evaluations and decisions.
 */
public final class TrackedCluster {
  private static final int CAPACITY = 512;
  // jobs may be older than the declaration; a multiple of a week keeps the start of weeks
  private static final long PAST = 52 * 7 * 86_400;
  private static final Configuration UNKNOWN = new Configuration("easy", 0);

  /**
   * The aggregate bounded slowdown at an evaluation.
   *
   * @param second the second of the cluster state
   * @param slowdown the observed slowdown
   */
  public record Observation(int second, double slowdown) {}

  private final Mirror mirror;
  private final Tuner tuner;
  private final SimulatedConfiguration inForce;
  private final EffectRecorder effects = new EffectRecorder();
  private final ArrayDeque<DecisionRecorded> decisions = new ArrayDeque<>();
  private final ArrayDeque<Observation> observations = new ArrayDeque<>();
  private @Nullable Capabilities capabilities;

  private TrackedCluster(
      ClusterDeclared declared,
      long origin,
      ClusterState state,
      int nextJob,
      Tuner tuner,
      Room room) {
    this.tuner = tuner;
    Configuration configuration = declared.configuration();
    inForce = new SimulatedConfiguration(configuration == null ? UNKNOWN : configuration, state);
    mirror =
        Mirror.restored(
            origin,
            state,
            declared.machine(),
            declared.accounting(),
            nextJob,
            new MirroredTransitions(tuner, effects, inForce),
            room);
    capabilities = declared.capabilities();
  }

  /**
   * Returns a cluster with an empty queue from its declaration.
   *
   * @param room the heap that it may take
   * @throws RejectedEventException if the time of the declaration is out of range, or there is no
   *     room
   */
  public static TrackedCluster declared(ClusterDeclared declared, Tuner tuner, Room room)
      throws RejectedEventException {
    long origin =
        declared.timeOrigin() == EventData.NONE
            ? Math.max(0, declared.at() - PAST)
            : declared.timeOrigin();
    long second = declared.at() - origin;
    if (second < 0 || second > ClusterState.LAST) {
      throw new RejectedEventException(
          RejectReason.TIME_OUT_OF_RANGE,
          "declared at " + declared.at() + ", not within 34 years after its origin " + origin);
    }
    ClusterState empty =
        DeclaredState.empty(
            origin, declared.processors(), declared.machine(), declared.accounting(), room);
    TrackedCluster tracked = new TrackedCluster(declared, origin, empty, 0, tuner, room);
    empty.advanceTo((int) second);
    DeclaredState.reportUsage(declared.accounting(), empty); // of now, not of second 0
    tracked.policy().adopt(tracked.mirror.state());
    tracked.effects.follow(tracked.mirror, false);
    return tracked;
  }

  /** Returns a declaration of this cluster as it is, at another time. */
  public ClusterDeclared declaration(long at) {
    return new ClusterDeclared(
        at,
        Math.max(1, mirror.state().processors()),
        EventData.NONE,
        null,
        capabilities,
        configuration(),
        mirror.declaredMachine(),
        mirror.declaredAccounts());
  }

  /** Returns this cluster as it was declared, without jobs and without what was learned. */
  public TrackedCluster anew(ClusterSnapshot snapshot, Tuner fresh) throws RejectedEventException {
    Configuration reported = snapshot.configuration();
    return declared(
        new ClusterDeclared(
            snapshot.at(),
            Math.max(1, snapshot.processors()),
            mirror.origin(),
            null,
            capabilities,
            reported == null ? configuration() : reported,
            snapshot.machine() == null ? mirror.declaredMachine() : snapshot.machine(),
            mirror.declaredAccounts()),
        fresh,
        mirror.room());
  }

  /**
   * Returns a cluster with the jobs of a checkpoint; then call {@link #restorePolicy}.
   *
   * @param jobs their snapshot; null for an empty queue at the time of the declaration
   * @throws IllegalArgumentException if the snapshot, the machine or the time is not valid
   * @throws NoRoomException if there is no room
   */
  public static TrackedCluster restored(
      ClusterDeclared declared, @Nullable Snapshot jobs, Tuner tuner, Room room) {
    try {
      if (jobs == null) {
        return declared(declared, tuner, room);
      }
      ClusterState empty =
          DeclaredState.empty(
              declared.timeOrigin(),
              declared.processors(),
              declared.machine(),
              declared.accounting(),
              room);
      ClusterState state = StateSnapshot.restored(jobs, empty);
      TrackedCluster tracked =
          new TrackedCluster(
              declared, declared.timeOrigin(), state, jobs.getInt("nextJob"), tuner, room);
      tracked.effects.follow(tracked.mirror, false);
      return tracked;
    } catch (RejectedEventException invalid) {
      throw invalid.reason() == RejectReason.NOT_ADMITTED
          ? new NoRoomException(String.valueOf(invalid.getMessage()))
          : new IllegalArgumentException(invalid);
    }
  }

  /** The mirror of the queue. */
  public Mirror mirror() {
    return mirror;
  }

  /** The tuner. */
  public Tuner tuner() {
    return tuner;
  }

  /** The effect of changes on the cluster. It influences no decision. */
  public ClusterEffect effect() {
    return effects.effect();
  }

  /** The recorder of the effect. */
  public EffectRecorder effects() {
    return effects;
  }

  /** What shadows of the cluster copy. */
  public LiveCluster live() {
    return new LiveCluster(
        mirror.state(),
        policy(),
        tuner.history(),
        tuner.window(),
        () -> tuner.sampledRuntimes(mirror.state()));
  }

  /** The simulated policy of the configuration in force. */
  public SchedulingPolicy policy() {
    return inForce.policy();
  }

  /**
   * Returns the simulated policy of a configuration that was in force until now. If the scheduler
   * has already reported another one, it is a new policy that adopts the jobs.
   */
  public SchedulingPolicy policyOf(Configuration former) {
    if (former.equals(configuration())) {
      return policy();
    }
    return SimulatedConfiguration.adopting(former, mirror.state());
  }

  /**
   * Returns the policy that a user has named. What a policy {@code slurm} does not name is as in
   * the configuration in force.
   *
   * @throws io.gnomon.sim.spec.InvalidSpecException if it is not valid or cannot schedule the
   *     cluster's nodes
   */
  public Spec named(String text) {
    return inForce.named(text, mirror.state());
  }

  /** The configuration in force. */
  public Configuration configuration() {
    return inForce.configuration();
  }

  /** The capabilities of the scheduler, or null if it declared none. */
  public @Nullable Capabilities capabilities() {
    return capabilities;
  }

  /** The latest decisions, oldest first. */
  public List<DecisionRecorded> decisions() {
    return List.copyOf(decisions);
  }

  /** The slowdowns of the latest evaluations, oldest first. */
  public List<Observation> observations() {
    return List.copyOf(observations);
  }

  /** Whether the scheduler can run at least one policy that Gnomon may set. */
  public boolean capable() {
    return capabilities != null && !capabilities.policies().isEmpty();
  }

  /** What the scheduler can be set to; nothing if it declared no capabilities. */
  public PossiblePolicies possible() {
    return capabilities == null ? spec -> false : AllowedPolicies.of(capabilities);
  }

  /** Whether the scheduler can run {@code spec}. */
  public boolean allows(Spec spec) {
    return capabilities != null && AllowedPolicies.of(capabilities).allows(spec);
  }

  /**
   * Applies an event to the mirror.
   *
   * @throws RejectedEventException if it contradicts the state
   */
  public void apply(EventData event) throws RejectedEventException {
    dropUnusedShapes();
    int before = capacityChanges();
    int slot = event instanceof JobEvent job ? mirror.slot(job.job()) : ClusterState.NONE;
    Placement held = placement(slot);
    mirror.apply(event);
    boolean resized = capacityChanges() != before;
    if (event instanceof JobEvent job) {
      effects.changed(mirror, slot == ClusterState.NONE ? mirror.slot(job.job()) : slot, held);
    } else {
      effects.passed(mirror, resized);
    }
    if (event instanceof JobSubmitted job) {
      effects.submitted(mirror, job);
    } else if (event instanceof CapacityChanged && resized) {
      fidelity().end(mirror.state(), effects::partition);
    }
  }

  private @Nullable Placement placement(int slot) {
    ClusterState state = mirror.state();
    return slot != ClusterState.NONE && state.hasNodes() && state.nodes().isPlaced(slot)
        ? state.nodes().placement(slot)
        : null;
  }

  private void dropUnusedShapes() throws RejectedEventException {
    if (mirror.hasUnusedShapes()) {
      mirror.rebuild();
      rebuilt();
    }
  }

  /** A number that changes with the capacity. */
  private int capacityChanges() {
    ClusterState state = mirror.state();
    return state.hasNodes() ? state.nodes().stateChanges() : state.processors();
  }

  private Fidelity fidelity() {
    return tuner.fidelity();
  }

  /** Ends the compared span if it has lasted long enough. */
  public void endSpanIfDue() {
    fidelity().endIfDue(mirror.state(), effects::partition);
  }

  /** Begins to compare the scheduler with a simulation of the configuration in force. */
  public void beginSpan() {
    fidelity().begin(mirror.state(), policy(), mirror.nextJob());
  }

  /**
   * Begins to take over a declaration; see {@link #redeclare}.
   *
   * @throws RejectedEventException if its time is not valid
   */
  public DeclarationExpansion expansion(ClusterDeclared declared) throws RejectedEventException {
    mirror.state().advanceTo(mirror.second(declared.at()));
    return new DeclarationExpansion(declared, this);
  }

  /** Takes over that the scheduler's clock was set. */
  public void clockMoved() throws RejectedEventException {
    if (mirror.state().hasNodes() && !mirror.state().nodes().machine().reservations().isEmpty()) {
      mirror.rebuild();
      rebuilt();
    }
    effects.follow(mirror, false);
  }

  /** The state has other shapes than before. */
  private void rebuilt() {
    translate(
        tuner.translated(mirror.state(), past -> DeclaredState.rebuilt(past, mirror.state())));
    inForce.restart(configuration(), mirror.state());
  }

  /**
   * Translates what was learned to another state; null if it has the same shapes. On any thread
   * while this cluster is only read.
   */
  @Nullable Runnable translationTo(ClusterState other) {
    ClusterState now = mirror.state();
    boolean same =
        now.hasNodes() && other.hasNodes()
            ? now.nodes().shapes() == other.nodes().shapes()
            : now.hasNodes() == other.hasNodes();
    return same ? null : tuner.translated(other, past -> DeclaredState.rebuilt(past, other));
  }

  private void translate(@Nullable Runnable translation) {
    if (translation != null) {
      translation.run();
      effect().restart();
      mirror.setShapesInUse();
    }
  }

  /**
   * Takes over all of a declaration but its time.
   *
   * @param by an expansion that has run; the cluster must not have changed since it began
   * @param trusted whether the state was right up to now, so that what was idle counts
   * @throws RejectedEventException if there is no room, or its nodes contradict themselves; nothing
   *     has changed
   */
  public void redeclare(DeclarationExpansion by, boolean trusted) throws RejectedEventException {
    ClusterDeclared declared = by.declaration();
    int before = mirror.state().processors();
    if (mirror.declare(
        declared.processors(), declared.machine(), declared.accounting(), by.state())) {
      translate(by.translation());
      inForce.restart(configuration(), by.policy());
    }
    if (mirror.state().processors() != before) {
      fidelity().end(mirror.state(), effects::partition);
    }
    effects.follow(mirror, trusted);
    capabilities = declared.capabilities();
    Configuration declaredNow = declared.configuration();
    if (declaredNow != null && !declaredNow.equals(configuration())) {
      configure(declaredNow);
    }
  }

  /**
   * Begins to replace the queue by a snapshot.
   *
   * @param invalid its jobs that are not valid
   */
  public SnapshotReplacement replacement(ClusterSnapshot snapshot, List<InvalidJob> invalid)
      throws RejectedEventException {
    dropUnusedShapes();
    return new SnapshotReplacement(this, mirror.compare(snapshot, invalid));
  }

  /**
   * Replaces the queue by a snapshot.
   *
   * @param by a replacement that has run; the cluster must not have changed since it began
   * @param trusted whether to keep the present state if the snapshot confirms it
   * @return the number of jobs that differed
   */
  public int replace(SnapshotReplacement by, boolean trusted) throws RejectedEventException {
    int divergence = mirror.replace(by.comparison());
    translate(by.translation());
    effects.relabel(by.comparison(), mirror);
    effects.follow(mirror, trusted);
    SchedulingPolicy policy = by.policy();
    if (policy == null && trusted && by.configuration().equals(configuration())) {
      return 0;
    }
    fidelity().abandonSpan();
    if (policy == null) {
      inForce.restart(by.configuration(), mirror.state());
      return 0;
    }
    effect().restart();
    inForce.restart(by.configuration(), policy);
    return divergence;
  }

  public void configure(Configuration next) {
    fidelity().end(mirror.state(), effects::partition);
    inForce.change(next, mirror.state());
  }

  /**
   * Restores the policy of a checkpoint. If this version simulates the configuration with another
   * policy than the version that wrote the checkpoint, the policy adopts the jobs as they are.
   *
   * @param spec of the policy that the snapshot is of
   */
  public void restorePolicy(String spec, Snapshot snapshot) {
    policy().adopt(mirror.state());
    if (spec.equals(policy().spec().toString())) {
      policy().restore(snapshot);
    }
  }

  public void observed(int second, double slowdown) {
    observations.addLast(new Observation(second, slowdown));
    if (observations.size() > CAPACITY) {
      observations.removeFirst();
    }
  }

  public void decided(DecisionRecorded decision) {
    decisions.addLast(decision);
    if (decisions.size() > CAPACITY) {
      decisions.removeFirst();
    }
  }
}
