package io.gnomon.sim.policy.slurm.preempt;

import io.gnomon.model.machine.PreemptMode;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.placement.Shape;
import java.util.Arrays;

/**
 * Jobs of partitions with a higher tier come first. The {@code PreemptMode} of the partition in
 * which the preempted job runs comes before that of the cluster.
 *
 * <p>Source: manual of slurm.conf, {@code preempt/partition_prio}, {@code PreemptMode} and {@code
 * GraceTime} of a partition.
 */
final class TierPrecedence implements Precedence {
  private final ClusterState state;
  private final PreemptMode cluster;
  private final int[] tiers; // by partition
  private final int lowest;
  private final int highest;

  TierPrecedence(ClusterState state, PreemptMode cluster) {
    this.state = state;
    this.cluster = cluster;
    tiers = state.nodes().machine().partitions().stream().mapToInt(Partition::tier).toArray();
    lowest = Arrays.stream(tiers).min().orElse(0);
    highest = Arrays.stream(tiers).max().orElse(0);
  }

  private Partition partition(int running) {
    return state.nodes().machine().partitions().get(number(running));
  }

  private int number(int running) {
    return state.nodes().placement(running).partition();
  }

  @Override
  public boolean mayPreempt(int running) {
    return rank(running) < highest && mode(running) != PreemptMode.OFF;
  }

  @Override
  public boolean isWanted() {
    Nodes nodes = state.nodes();
    for (int i = 0; i < nodes.waitingShapes(); i++) {
      if (nodes.shapes().get(nodes.waitingShape(i)).tier() > lowest) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean mayPreempt(int waiting, Shape shape) {
    return shape.tier() > lowest;
  }

  @Override
  public boolean mayPreempt(int waiting, Shape shape, int running) {
    return rank(running) < shape.tier() && mode(running) != PreemptMode.OFF;
  }

  @Override
  public long rank(int running) {
    return tiers[number(running)];
  }

  @Override
  public PreemptMode mode(int running) {
    return cluster.unless(partition(running).preemption().mode());
  }

  @Override
  public int graceSeconds(int running) {
    return partition(running).preemption().graceSeconds();
  }
}
