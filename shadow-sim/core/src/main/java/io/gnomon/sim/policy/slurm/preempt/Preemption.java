package io.gnomon.sim.policy.slurm.preempt;

import io.gnomon.model.machine.PreemptMode;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds running jobs that make room for a job.
 *
 * <p>Candidates are added in the order of their priority, lowest tier or QOS first, then fewest
 * nodes, until the job fits. They are then ordered once more by the number of nodes that they share
 * with the placement found, the most first, and added again until the job fits, so that few are
 * preempted. Those that hold nodes of the resulting placement are preempted.
 *
 * <p>A requeued job is not eligible for two minutes, as in Slurm. A suspended job holds nothing,
 * not even memory, and resumes when what it held is free. A job with a grace time goes on for that
 * time, and the other job waits; those that are suspended for it go on until it can start.
 *
 * <p>Source: manual of slurm.conf, {@code PreemptType}, {@code PreemptParameters}, {@code
 * GraceTime}; observed behaviour of slurmctld 22.05. Cost: O(running jobs · log) to select
 * candidates, and two tests of the job for each of them. Not thread-safe.
 */
public final class Preemption {
  /** Seconds for which Slurm keeps a requeued job from starting. */
  static final int REQUEUE_DELAY = 120;

  private final PreemptionSettings settings;
  private final ClusterState state;
  private final @Nullable Precedence precedence; // null without preemption
  private final Placer placer;
  private final FreeResources free;
  private final List<Integer> candidates = new ArrayList<>();
  private final List<Integer> victims = new ArrayList<>();

  /** Preemption on a state, which has nodes. */
  public Preemption(PreemptionSettings settings, ClusterState state, Placer placer) {
    this.settings = settings;
    this.state = state;
    this.placer = placer;
    free = state.nodes().free().copy();
    precedence =
        switch (settings.type()) {
          case NONE -> null;
          case PARTITION_PRIO -> new TierPrecedence(state, settings.mode());
          case QOS -> new QosPrecedence(state, settings.mode());
        };
  }

  /** Whether a waiting job may preempt any running job; false if that cannot be. */
  public boolean mayServe() {
    if (precedence == null || !precedence.isWanted()) {
      return false;
    }
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      if (isOldEnough(precedence, running.slot(i)) && precedence.mayPreempt(running.slot(i))) {
        return true;
      }
    }
    return false;
  }

  /** Whether this job may preempt any job at all; false if that cannot be. O(1). */
  public boolean mayPreempt(int waiting, Shape shape) {
    return precedence != null && precedence.mayPreempt(waiting, shape);
  }

  /** Whether a waiting job may preempt any running job. O(running jobs). */
  public boolean mayServe(int waiting, Shape shape) {
    if (precedence == null || !precedence.mayPreempt(waiting, shape)) {
      return false;
    }
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      int slot = running.slot(i);
      if (precedence.mayPreempt(waiting, shape, slot) && isOldEnough(precedence, slot)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The first second after {@code time} at which a running job is no longer exempt, {@link
   * SchedulingPolicy#NEVER} if there is none. O(running jobs) with an exempt time.
   */
  public int nextExemptionEnd(int time) {
    int next = SchedulingPolicy.NEVER;
    RunningSet running = state.running();
    int jobs = precedence == null || settings.exemptSeconds() == 0 ? 0 : running.size();
    for (int i = 0; precedence != null && i < jobs; i++) {
      int slot = running.slot(i);
      int end = state.now() + settings.exemptSeconds() - state.ranSeconds(slot);
      if (end > time && end < next && precedence.mayPreempt(slot)) {
        next = end;
      }
    }
    return next;
  }

  /** Suspended jobs are not exempt. */
  private boolean isOldEnough(Precedence rule, int slot) {
    return state.ranSeconds(slot) >= settings.exemptSeconds()
        || rule.mode(slot) == PreemptMode.SUSPEND;
  }

  /**
   * Returns where a job that does not fit would start if others made room; {@link #preempt} then
   * removes these.
   *
   * @param waiting the job
   * @param shape its request in one partition
   * @param view what the job can use now
   * @return null if it does not fit even so
   */
  public @Nullable Placement placement(int waiting, Shape shape, FreeResources view) {
    victims.clear();
    if (precedence == null) {
      return null;
    }
    selectCandidates(precedence, waiting, shape);
    if (candidates.isEmpty() || !fitsWithoutAll(shape, view)) {
      return null;
    }
    Placement first = placementWithoutFirst(shape, view);
    if (first == null) {
      return null;
    }
    Set<Integer> nodes = nodes(first);
    candidates.sort(Comparator.comparingInt(slot -> -shared(slot, nodes)));
    Placement placement = placementWithoutFirst(shape, view);
    if (placement == null) {
      return null;
    }
    Set<Integer> used = nodes(placement);
    for (int slot : candidates) {
      if (shared(slot, used) > 0) {
        victims.add(slot);
      }
    }
    return placement;
  }

  /** The running jobs that a waiting job may preempt. */
  public List<Integer> candidates(int waiting, Shape shape) {
    candidates.clear();
    if (precedence != null) {
      selectCandidates(precedence, waiting, shape);
    }
    return List.copyOf(candidates);
  }

  private void selectCandidates(Precedence rule, int waiting, Shape shape) {
    candidates.clear();
    if (!rule.mayPreempt(waiting, shape)) {
      return;
    }
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      int slot = running.slot(i);
      if (isOldEnough(rule, slot) && rule.mayPreempt(waiting, shape, slot)) {
        candidates.add(slot);
      }
    }
    candidates.sort(
        Comparator.comparingLong(rule::rank)
            .thenComparingInt(slot -> state.nodes().placement(slot).size())
            .thenComparingInt(slot -> settings.youngestFirst() ? -state.startTime(slot) : 0)
            .thenComparingInt(state::job));
  }

  private boolean fitsWithoutAll(Shape shape, FreeResources view) {
    free.set(view);
    candidates.forEach(slot -> free.give(state.nodes().placement(slot)));
    return placer.fits(shape, free);
  }

  /** Keeps the candidates that were removed until the job fitted. */
  private @Nullable Placement placementWithoutFirst(Shape shape, FreeResources view) {
    free.set(view);
    for (int i = 0; i < candidates.size(); i++) {
      free.give(state.nodes().placement(candidates.get(i)));
      if (placer.fits(shape, free)) {
        candidates.subList(i + 1, candidates.size()).clear();
        return placer.place(shape, free);
      }
    }
    return null;
  }

  private static Set<Integer> nodes(Placement placement) {
    Set<Integer> nodes = new HashSet<>();
    for (int node : placement.nodes()) {
      nodes.add(node);
    }
    return nodes;
  }

  private int shared(int slot, Set<Integer> nodes) {
    int shared = 0;
    for (int node : state.nodes().placement(slot).nodes()) {
      shared += nodes.contains(node) ? 1 : 0;
    }
    return shared;
  }

  /** The jobs that make room for the placement found last. */
  public List<Integer> victims() {
    return List.copyOf(victims);
  }

  /**
   * Removes the jobs that make room for the placement found last.
   *
   * @return whether all have gone; if not, some go on in their grace time
   */
  public boolean preempt(Dispatcher dispatcher) {
    boolean gone = victims.stream().allMatch(slot -> graceSeconds(slot) == 0);
    for (int slot : victims) {
      switch (mode(slot)) {
        case CANCEL -> dispatcher.cancelAfter(slot, graceSeconds(slot));
        case REQUEUE -> dispatcher.requeueAfter(slot, graceSeconds(slot), REQUEUE_DELAY);
        case SUSPEND -> {
          if (gone) {
            dispatcher.suspend(slot);
          }
        }
        case OFF -> throw new IllegalStateException("preemption is off");
      }
    }
    victims.clear();
    return gone;
  }

  private int graceSeconds(int slot) {
    return precedence == null || mode(slot) == PreemptMode.SUSPEND
        ? 0
        : precedence.graceSeconds(slot);
  }

  private PreemptMode mode(int slot) {
    return precedence == null ? PreemptMode.OFF : precedence.mode(slot);
  }

  /**
   * Resumes the suspended jobs whose resources are free, those of the highest tier or QOS first.
   */
  public void resume(Dispatcher dispatcher) {
    if (state.suspendedCount() == 0) {
      return;
    }
    List<Integer> suspended = new ArrayList<>();
    state.forEach(JobPhase.SUSPENDED, suspended::add);
    suspended.sort(
        Comparator.comparingLong((Integer slot) -> -rank(slot)).thenComparingInt(state::job));
    for (int slot : suspended) {
      if (state.canResume(slot)) {
        dispatcher.resume(slot);
      }
    }
  }

  private long rank(int slot) {
    return precedence == null ? 0 : precedence.rank(slot);
  }
}
