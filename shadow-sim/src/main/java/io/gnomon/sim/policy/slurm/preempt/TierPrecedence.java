package io.gnomon.sim.policy.slurm.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Shape;

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
  private final int highest;

  TierPrecedence(ClusterState state, PreemptMode cluster) {
    this.state = state;
    this.cluster = cluster;
    highest =
        state.nodes().machine().partitions().stream().mapToInt(Partition::tier).max().orElse(0);
  }

  private Partition partition(int running) {
    int number = state.nodes().placement(running).partition();
    return state.nodes().machine().partitions().get(number);
  }

  @Override
  public boolean mayPreempt(int running) {
    return rank(running) < highest && mode(running) != PreemptMode.OFF;
  }

  @Override
  public boolean mayPreempt(int waiting, Shape shape, int running) {
    return rank(running) < shape.tier() && mode(running) != PreemptMode.OFF;
  }

  @Override
  public long rank(int running) {
    return partition(running).tier();
  }

  @Override
  public PreemptMode mode(int running) {
    return switch (partition(running).preemption().mode()) {
      case CLUSTER -> cluster;
      case OFF -> PreemptMode.OFF;
      case CANCEL -> PreemptMode.CANCEL;
      case REQUEUE -> PreemptMode.REQUEUE;
      case SUSPEND -> PreemptMode.SUSPEND;
    };
  }

  @Override
  public int graceSeconds(int running) {
    return partition(running).preemption().graceSeconds();
  }
}
