package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.RunningSet;
import java.util.Arrays;

/**
 * Which partition owns each processor: the idle ones counted by partition, the busy ones by the
 * partition that runs their job and gets them back.
 *
 * <p>A borrowed processor changes its owner when the borrowing job starts. The idle counts always
 * sum up to the free processors of the state; where capacity came or went, or a state is adopted,
 * idle processors are dealt so that the partitions' shares are as equal as possible.
 */
final class Ownership {
  private final int[] idle;
  private final int[] shares;
  private int[] owner;

  Ownership(int partitions) {
    idle = new int[partitions];
    shares = new int[partitions];
    owner = new int[16];
  }

  Ownership copy() {
    Ownership copy = new Ownership(idle.length);
    copy.takeOver(this);
    return copy;
  }

  void takeOver(Ownership from) {
    System.arraycopy(from.idle, 0, idle, 0, idle.length);
    owner = from.owner.clone();
  }

  /** The idle processors by partition; to read, not to change. */
  int[] idle() {
    return idle;
  }

  /** The partition that the running job's processors go back to. */
  int owner(int slot) {
    return owner[slot];
  }

  /**
   * Takes over all running jobs.
   *
   * @param useColumn whether a partition that the state notes for a job holds, rather than the one
   *     of its estimate
   */
  void adopt(ClusterState state, Criteria criteria, boolean useColumn) {
    state.forEach(
        JobPhase.RUNNING,
        slot -> {
          int noted = state.partition(slot);
          boolean holds = useColumn && noted >= 0 && noted < idle.length;
          setOwner(slot, holds ? noted : criteria.partition(state.estimate(slot)));
        });
    deal(state);
  }

  void setIdle(int[] counts) {
    System.arraycopy(counts, 0, idle, 0, idle.length);
  }

  void setOwner(int slot, int partition) {
    if (slot >= owner.length) {
      owner = Arrays.copyOf(owner, 2 * slot);
    }
    owner[slot] = partition;
  }

  /** A job of {@code partition} has started on processors {@code taken} from the idle ones. */
  void started(int slot, int partition, int[] taken) {
    setOwner(slot, partition);
    for (int p = 0; p < idle.length; p++) {
      idle[p] -= taken[p];
    }
  }

  /** A job has started, as others decided; it takes its partition's idle processors first. */
  void started(int slot, int partition, int processors) {
    int[] taken = shareIdle(partition, processors);
    int missing = processors;
    for (int share : taken) {
      missing -= share;
    }
    taken[partition] += missing;
    started(slot, partition, taken);
  }

  /**
   * How a job's processors come from the idle ones: its own partition's first, then the others' in
   * order.
   *
   * @return valid until the next call
   */
  int[] shareIdle(int partition, int processors) {
    shares[partition] = Math.min(processors, Math.max(0, idle[partition]));
    int missing = processors - shares[partition];
    for (int p = 0; p < idle.length; p++) {
      if (p != partition) {
        shares[p] = Math.min(missing, Math.max(0, idle[p]));
        missing -= shares[p];
      }
    }
    return shares;
  }

  /** A job's processors go back to its owner. */
  void ended(int slot, int processors) {
    idle[owner[slot]] += processors;
  }

  /** Makes the idle counts agree with the state; returns whether they did not. */
  boolean settle(ClusterState state) {
    int sum = 0;
    boolean debt = false;
    boolean credit = false;
    for (int count : idle) {
      sum += count;
      debt |= count < 0;
      credit |= count > 0;
    }
    boolean wrong = sum != state.freeProcessors() || (debt && credit);
    if (wrong) {
      deal(state);
    }
    return wrong;
  }

  /** Deals all idle processors, one after the other, to the partition with the least share. */
  private void deal(ClusterState state) {
    int[] share = new int[idle.length];
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      share[owner[running.slot(i)]] += running.processors(i);
    }
    Arrays.fill(idle, 0);
    int free = state.freeProcessors();
    if (free < 0) {
      idle[0] = free; // capacity was lost under running jobs; the next to end pay for it
    }
    while (free > 0) {
      int poorest = 0;
      int next = Integer.MAX_VALUE;
      int poor = 0;
      for (int p = 0; p < share.length; p++) {
        if (share[p] < share[poorest]) {
          poorest = p;
        }
      }
      for (int count : share) {
        poor += count == share[poorest] ? 1 : 0;
        next = count > share[poorest] ? Math.min(next, count) : next;
      }
      int level = share[poorest];
      int each = (int) Math.min((long) next - level, Math.max(1, free / poor));
      for (int p = 0; p < share.length && free > 0; p++) {
        if (share[p] == level) {
          int given = Math.min(each, free);
          share[p] += given;
          idle[p] += given;
          free -= given;
        }
      }
    }
  }
}
