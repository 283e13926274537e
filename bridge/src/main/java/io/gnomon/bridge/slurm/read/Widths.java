package io.gnomon.bridge.slurm.read;

import io.gnomon.events.EventData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How many processors, how much time and memory a Slurm job asks for. */
public final class Widths {
  private static final int DAYS_WITHOUT_LIMIT = 30;
  private static final long MOST_SECONDS = 1L << 29;

  private final List<PartitionRecord> partitions;
  private final boolean wholeNodes;

  /**
   * Widths.
   *
   * @param wholeNodes whether every job of the cluster gets whole nodes
   */
  public Widths(List<PartitionRecord> partitions, boolean wholeNodes) {
    this.partitions = partitions;
    this.wholeNodes = wholeNodes;
  }

  /** What it holds; of a pending job what it will at least, whole nodes counted whole. */
  public int processors(JobRecord job, boolean pending) {
    long width = Math.max(1, job.processors());
    PartitionRecord partition = partition(job);
    boolean whole = wholeNodes || job.wholeNodes() || (partition != null && partition.wholeNodes());
    if (pending && whole && partition != null) {
      width = Math.max(width, job.nodes() * partition.processorsPerNode());
    }
    return (int) Math.min(Integer.MAX_VALUE, width);
  }

  /** The limit of time in seconds; without any it is what its partition gives, else 30 days. */
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
      minutes = DAYS_WITHOUT_LIMIT * 24 * 60;
    }
    return (int) Math.min(MOST_SECONDS, 60 * Math.min(minutes, MOST_SECONDS));
  }

  long memoryMegabytes(JobRecord job) {
    if (job.memoryMegabytes() > 0 && job.memoryMegabytes() != JobRecord.UNLIMITED) {
      return job.memoryMegabytes() * Math.max(1, job.nodes());
    }
    if (job.memoryMegabytesPerCpu() > 0 && job.memoryMegabytesPerCpu() != JobRecord.UNLIMITED) {
      return job.memoryMegabytesPerCpu() * Math.max(1, job.processors());
    }
    return EventData.NONE;
  }

  private @Nullable PartitionRecord partition(JobRecord job) {
    String first = job.partition().replaceFirst(",.*$", "");
    for (PartitionRecord partition : partitions) {
      if (partition.name().equals(first)) {
        return partition;
      }
    }
    return null;
  }
}
