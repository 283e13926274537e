package io.gnomon.sim.policy.slurm.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.machine.FreeResources;
import io.gnomon.sim.machine.Placement;
import io.gnomon.sim.machine.Placer;
import io.gnomon.sim.machine.Shape;
import io.gnomon.sim.policy.Dispatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds running jobs of partitions with a lower tier that make room for a job.
 *
 * <p>Candidates are added in the order of their priority, lowest tier first, then fewest nodes,
 * until the job fits. They are then ordered once more by the number of nodes that they share with
 * the placement found, the most first, and added again until the job fits, so that few are
 * preempted. Those that hold nodes of the resulting placement are preempted.
 *
 * <p>A requeued job is not eligible for two minutes, as in Slurm. A suspended job holds nothing,
 * not even memory, and resumes when what it held is free.
 *
 * <p>Source: manual of slurm.conf, {@code PreemptType}, {@code PreemptParameters}; observed
 * behaviour of slurmctld 22.05. Cost: O(running jobs · log) to select candidates, and two tests of
 * the job for each of them. Not thread-safe.
 */
public final class Preemption {
  /** Seconds for which Slurm keeps a requeued job from starting. */
  static final int REQUEUE_DELAY = 120;

  private final PreemptionSettings settings;
  private final ClusterState state;
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
  }

  /** Whether any running job may be preempted by a job of that shape. */
  public boolean mayServe(Shape shape) {
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      if (isCandidate(running.slot(i), shape)) {
        return true;
      }
    }
    return false;
  }

  private boolean isCandidate(int slot, Shape shape) {
    return tier(slot) < shape.tier()
        && state.ranSeconds(slot) >= settings.exemptSeconds()
        && settings.mode() != PreemptMode.OFF;
  }

  private int tier(int slot) {
    int partition = state.nodes().placement(slot).partition();
    return state.nodes().machine().partitions().get(partition).tier();
  }

  /**
   * Returns where a job that does not fit would start if others made room; {@link #preempt} then
   * removes these.
   *
   * @param shape in one partition
   * @param view what the job can use now
   * @return null if it does not fit even so
   */
  public @Nullable Placement placement(Shape shape, FreeResources view) {
    victims.clear();
    selectCandidates(shape);
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

  private void selectCandidates(Shape shape) {
    candidates.clear();
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      if (isCandidate(running.slot(i), shape)) {
        candidates.add(running.slot(i));
      }
    }
    candidates.sort(
        Comparator.comparingInt(this::tier)
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

  /** Removes the jobs that make room for the placement found last. */
  public void preempt(Dispatcher dispatcher) {
    for (int slot : victims) {
      switch (settings.mode()) {
        case CANCEL -> dispatcher.cancel(slot);
        case REQUEUE -> dispatcher.requeue(slot, REQUEUE_DELAY);
        case SUSPEND -> dispatcher.suspend(slot);
        case OFF -> throw new IllegalStateException("preemption is off");
      }
    }
    victims.clear();
  }

  /** Resumes the suspended jobs whose resources are free, those of the highest tier first. */
  public void resume(Dispatcher dispatcher) {
    if (state.suspendedCount() == 0) {
      return;
    }
    List<Integer> suspended = new ArrayList<>();
    state.forEach(JobPhase.SUSPENDED, suspended::add);
    suspended.sort(
        Comparator.comparingInt((Integer slot) -> -tier(slot)).thenComparingInt(state::job));
    for (int slot : suspended) {
      if (state.canResume(slot)) {
        dispatcher.resume(slot);
      }
    }
  }
}
