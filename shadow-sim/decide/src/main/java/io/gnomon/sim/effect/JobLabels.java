package io.gnomon.sim.effect;

import java.util.Arrays;

/**
 * The numbers of the partition and the account of each active job, by slot of the cluster state.
 * Not thread-safe.
 */
public final class JobLabels {
  private int[] partitions = new int[0];
  private int[] accounts = new int[0];

  /** Sets the labels of the job in a slot. O(1) amortised. */
  public void set(int slot, int partition, int account) {
    if (slot >= partitions.length) {
      int size = Math.max(64, 2 * slot);
      int before = partitions.length;
      partitions = Arrays.copyOf(partitions, size);
      accounts = Arrays.copyOf(accounts, size);
      Arrays.fill(partitions, before, size, Labels.NONE);
      Arrays.fill(accounts, before, size, Labels.NONE);
    }
    partitions[slot] = partition;
    accounts[slot] = account;
  }

  /** The number of the job's partition, or {@link Labels#NONE}. */
  public int partition(int slot) {
    return slot < partitions.length ? partitions[slot] : Labels.NONE;
  }

  /** The number of the job's account, or {@link Labels#NONE}. */
  public int account(int slot) {
    return slot < accounts.length ? accounts[slot] : Labels.NONE;
  }
}
