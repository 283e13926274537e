package io.gnomon.sim.workload;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A log whose blocks of equal length are in random order: other possible arrivals of the same
 * users.
 *
 * <p>Blocks count from the log's origin. Each block keeps its jobs, their order and their second in
 * the block; the last block, which may be incomplete, stays last.
 *
 * @param log the jobs with their new submission times
 * @param source the index of each job in the original log
 */
public record ShuffledBlocks(JobLog log, int[] source) {
  /** Copies the array. */
  public ShuffledBlocks {
    source = source.clone();
  }

  @Override
  public int[] source() {
    return source.clone();
  }

  /** The log in its recorded order. */
  public static ShuffledBlocks unchanged(JobLog log) {
    return new ShuffledBlocks(log, IntStream.range(0, log.size()).toArray());
  }

  /**
   * The log with the order of blocks given by a random seed; O(n).
   *
   * @param blockSeconds length of a block, at least 1
   */
  public static ShuffledBlocks of(JobLog log, int blockSeconds, long seed) {
    if (log.size() == 0) {
      return unchanged(log);
    }
    int first = log.submit(0) / blockSeconds;
    int last = log.submit(log.size() - 1) / blockSeconds;
    int[] order = order(last - first, seed);
    int[] jobs = new int[log.size()];
    int[] submits = new int[log.size()];
    int row = 0;
    for (int position = first; position <= last; position++) {
      int block = first + order[position - first];
      for (int job = log.firstSubmittedAtOrAfter(block * blockSeconds);
          job < log.size() && log.submit(job) / blockSeconds == block;
          job++) {
        jobs[row] = job;
        submits[row] = log.submit(job) + (position - block) * blockSeconds;
        row++;
      }
    }
    return new ShuffledBlocks(log.select(jobs).with(JobColumn.SUBMIT, submits), jobs);
  }

  // block at each position; the last one stays
  private static int[] order(int last, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = IntStream.rangeClosed(0, last).toArray();
    for (int position = last - 1; position > 0; position--) {
      int other = random.nextInt(position + 1);
      int block = order[position];
      order[position] = order[other];
      order[other] = block;
    }
    return order;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShuffledBlocks blocks
        && log.equals(blocks.log)
        && Arrays.equals(source, blocks.source);
  }

  @Override
  public int hashCode() {
    return 31 * log.hashCode() + Arrays.hashCode(source);
  }

  @Override
  public String toString() {
    return "ShuffledBlocks[" + log + "]";
  }
}
