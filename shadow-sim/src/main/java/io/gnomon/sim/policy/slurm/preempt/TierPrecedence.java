package io.gnomon.sim.policy.slurm.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Shape;

/**
 * Jobs of partitions with a higher tier come first. Source: manual of slurm.conf, {@code
 * preempt/partition_prio}.
 */
final class TierPrecedence implements Precedence {
  private final ClusterState state;
  private final PreemptMode mode;
  private final int highest;

  TierPrecedence(ClusterState state, PreemptMode mode) {
    this.state = state;
    this.mode = mode;
    highest =
        state.nodes().machine().partitions().stream().mapToInt(Partition::tier).max().orElse(0);
  }

  @Override
  public boolean mayPreempt(int running) {
    return rank(running) < highest && mode != PreemptMode.OFF;
  }

  @Override
  public boolean mayPreempt(int waiting, Shape shape, int running) {
    return rank(running) < shape.tier() && mode != PreemptMode.OFF;
  }

  @Override
  public long rank(int running) {
    Machine machine = state.nodes().machine();
    return machine.partitions().get(state.nodes().placement(running).partition()).tier();
  }

  @Override
  public PreemptMode mode(int running) {
    return mode;
  }
}
