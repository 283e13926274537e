package io.gnomon.controller.node;

import io.gnomon.model.machine.NodeState;

/**
 * Numbers of nodes.
 *
 * @param up that take jobs
 * @param drained that take no new jobs
 * @param down that run no jobs
 * @param inUse with a job, in any state
 * @param free up and without a job
 */
public record NodeCounts(int up, int drained, int down, int inUse, int free) {
  static final NodeCounts NONE = new NodeCounts(0, 0, 0, 0, 0);

  static NodeCounts one(NodeState state, boolean used) {
    return new NodeCounts(
        state == NodeState.UP ? 1 : 0,
        state == NodeState.DRAINED ? 1 : 0,
        state == NodeState.DOWN ? 1 : 0,
        used ? 1 : 0,
        state == NodeState.UP && !used ? 1 : 0);
  }

  NodeCounts plus(NodeCounts other) {
    return new NodeCounts(
        up + other.up,
        drained + other.drained,
        down + other.down,
        inUse + other.inUse,
        free + other.free);
  }

  /** All nodes. */
  public int total() {
    return up + drained + down;
  }
}
