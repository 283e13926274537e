package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.snapshot.Fields;
import java.util.Arrays;

/**
 * The owner partition of each processor: idle processors are counted per partition, busy ones
 * belong to the partition that runs their job.
 *
 * <p>A borrowed processor changes its owner when the borrowing job starts. The idle counts always
 * sum up to the free processors of the state. When the capacity changes or a state is adopted, idle
 * processors are distributed so that the partitions' shares are as equal as possible.
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

  /** The idle processors by partition; read-only. */
  int[] idle() {
    return idle;
  }

  /** The partition that gets the running job's processors when it ends. */
  int owner(int slot) {
    return owner[slot];
  }

  /**
   * Takes over all running jobs.
   *
   * @param useColumn whether the partition stored in the state takes precedence over the one of the
   *     job's estimate
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

  /** Lists the idle processors, and the owner of each running job. */
  void fields(Fields fields, ClusterState state) {
    fields.fill("idle", idle);
    fields.section(
        "running",
        jobs ->
            jobs.rowsByJob(
                state::slotsByJob,
                table -> {
                  RunningSet running = state.running();
                  for (int i = 0; i < running.size(); i++) {
                    int slot = running.slot(i);
                    table.add(state.job(slot), owner(slot));
                  }
                },
                (row, slot) -> {
                  if (state.phase(slot) == JobPhase.RUNNING) {
                    setOwner(slot, row[1]);
                  }
                },
                "owner"));
  }

  void setOwner(int slot, int partition) {
    if (slot >= owner.length) {
      owner = Arrays.copyOf(owner, 2 * slot);
    }
    owner[slot] = partition;
  }

  /**
   * Records that a job of {@code partition} has started on {@code taken} idle processors of each
   * partition.
   */
  void started(int slot, int partition, int[] taken) {
    setOwner(slot, partition);
    for (int p = 0; p < idle.length; p++) {
      idle[p] -= taken[p];
    }
  }

  /**
   * Records that a job was started by another scheduler; its own partition's idle processors are
   * used first.
   */
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
   * Divides a job's processors among the idle ones: its own partition's first, then the others' in
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

  /** Returns a job's processors to their owner. */
  void ended(int slot, int processors) {
    idle[owner[slot]] += processors;
  }

  /**
   * Makes the idle counts agree with the state.
   *
   * @return whether they did not agree
   */
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

  /** Distributes all idle processors, one by one, to the partition with the smallest share. */
  private void deal(ClusterState state) {
    int[] share = new int[idle.length];
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      share[owner[running.slot(i)]] += running.processors(i);
    }
    Arrays.fill(idle, 0);
    int free = state.freeProcessors();
    if (free < 0) {
      idle[0] =
          free; // the capacity fell below what running jobs hold; their next ends make up for it
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
