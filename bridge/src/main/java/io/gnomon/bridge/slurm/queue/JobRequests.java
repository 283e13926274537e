package io.gnomon.bridge.slurm.queue;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.events.EventData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The processors, the time and the memory that Slurm jobs request. Immutable. */
public final class JobRequests {
  private static final int UNLIMITED_DAYS = 30;
  private static final long MAX_SECONDS = 1L << 29;
  private static final long MAX_EXACT = (1L << 53) - 1;

  private final List<PartitionRecord> partitions;
  private final boolean wholeNodes;

  /**
   * The requests in one cluster.
   *
   * @param partitions every partition
   * @param wholeNodes whether every job of the cluster is allocated whole nodes
   */
  public JobRequests(List<PartitionRecord> partitions, boolean wholeNodes) {
    this.partitions = partitions;
    this.wholeNodes = wholeNodes;
  }

  /**
   * Returns the allocated processors, or of a pending job the processors that it will be allocated
   * at least. A node that is allocated as a whole counts with all its processors.
   */
  public int processors(JobRecord job, boolean pending) {
    long width = Math.max(1, job.processors());
    PartitionRecord partition = partition(job);
    boolean whole = wholeNodes || job.wholeNodes() || (partition != null && partition.wholeNodes());
    if (pending && whole && partition != null) {
      width = Math.max(width, product(job.nodes(), partition.processorsPerNode()));
    }
    return (int) Math.min(Integer.MAX_VALUE, width);
  }

  /**
   * Returns the time limit in seconds. A job without one has the default limit of its partition,
   * else the maximum of the partition, else 30 days.
   */
  public int estimateSeconds(JobRecord job) {
    long minutes = job.limitMinutes();
    PartitionRecord partition = partition(job);
    if (partition != null && (minutes == JobRecord.NONE || minutes == 0)) {
      minutes = partition.defaultMinutes();
    }
    if (partition != null && (minutes < 0 || minutes == JobRecord.UNLIMITED)) {
      minutes = partition.maxMinutes();
    }
    if (minutes <= 0 || minutes == JobRecord.UNLIMITED) {
      minutes = UNLIMITED_DAYS * 24 * 60;
    }
    return (int) Math.min(MAX_SECONDS, 60 * Math.min(minutes, MAX_SECONDS));
  }

  /** Returns the requested memory in megabytes, or {@link EventData#NONE}. */
  long memoryMegabytes(JobRecord job) {
    if (job.memoryMegabytes() > 0 && job.memoryMegabytes() != JobRecord.UNLIMITED) {
      return product(job.memoryMegabytes(), job.nodes());
    }
    if (job.memoryMegabytesPerCpu() > 0 && job.memoryMegabytesPerCpu() != JobRecord.UNLIMITED) {
      return product(job.memoryMegabytesPerCpu(), job.processors());
    }
    return EventData.NONE;
  }

  /** Multiplies by at least 1; a product beyond 2^53 is 2^53 - 1. */
  private static long product(long amount, long times) {
    long factor = Math.max(1, times);
    return amount > MAX_EXACT / factor ? MAX_EXACT : amount * factor;
  }

  private @Nullable PartitionRecord partition(JobRecord job) {
    String first = job.partition().replaceFirst(",.*$", "");
    return PartitionRecord.find(partitions, first).orElse(null);
  }
}
