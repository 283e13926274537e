package io.gnomon.controller.cluster.tracked;

import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.room.Room;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.tune.Tuner;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The slow part of a declaration: the state of the declared nodes and accounts, with the jobs of a
 * known cluster, its adoption by the policy in force, and the translation of what was learned.
 * O(nodes + accounts + jobs + recorded jobs).
 */
public final class DeclarationExpansion extends SlowPart {
  private final ClusterDeclared declared;
  private final @Nullable Tuner tuner;
  private final Room room;
  private final @Nullable ClusterState before;
  private @Nullable TrackedCluster created;
  private @Nullable ClusterState state;
  private @Nullable SchedulingPolicy policy;
  private @Nullable Runnable translation;

  /** An expansion that makes a new cluster, and has not run. */
  public DeclarationExpansion(ClusterDeclared declared, Tuner tuner, Room room) {
    super(null);
    this.declared = declared;
    this.tuner = tuner;
    this.room = room;
    before = null;
  }

  /** An expansion for a cluster that must not change until the declaration is applied. */
  public DeclarationExpansion(ClusterDeclared declared, TrackedCluster known) {
    super(known);
    this.declared = declared;
    tuner = null;
    room = known.mirror().room();
    before = known.mirror().state().fork();
  }

  @Override
  void work() throws RejectedEventException {
    if (known == null) {
      created = TrackedCluster.declared(declared, Objects.requireNonNull(tuner), room);
      return;
    }
    state =
        known
            .mirror()
            .expanded(
                Objects.requireNonNull(before),
                declared.processors(),
                declared.machine(),
                declared.accounting());
    if (state != null) {
      policy = SimulatedConfiguration.adopting(known.configuration(), state);
      translation = known.translationTo(state);
    }
  }

  /** The declaration. */
  ClusterDeclared declaration() {
    return declared;
  }

  /** The new cluster. */
  public TrackedCluster created() throws RejectedEventException {
    check();
    return Objects.requireNonNull(created, "the cluster is not new");
  }

  /** The other state of the known cluster, or null if it keeps its state. */
  @Nullable ClusterState state() throws RejectedEventException {
    check();
    return state;
  }

  /** What takes over the translation of what was learned; null if it stays as it is. */
  @Nullable Runnable translation() {
    return translation;
  }

  /** The policy of the other state. */
  SchedulingPolicy policy() {
    return Objects.requireNonNull(policy, "the cluster keeps its state");
  }
}
