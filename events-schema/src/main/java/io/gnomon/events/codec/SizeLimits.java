package io.gnomon.events.codec;

import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * The maximum sizes of a record's value.
 *
 * @param bytes the maximum for most events, at least 1
 * @param clusterBytes the maximum for events about a whole cluster, at least {@code bytes}
 */
public record SizeLimits(int bytes, int clusterBytes) {
  /** The maximum size of a record with its key and headers: 64 MiB. */
  public static final int RECORD_BYTES = 1 << 26;

  /** The maximum size of a record's headers: 64 KiB. */
  public static final int HEADER_BYTES = 1 << 16;

  /** 1 MiB, and for events about a whole cluster what key and headers leave of a record. */
  public static final SizeLimits DEFAULT = new SizeLimits(1 << 20, RECORD_BYTES - 2 * HEADER_BYTES);

  /** Any size, for files and checkpoints. */
  public static final SizeLimits UNLIMITED = new SizeLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** Checks the ranges. */
  public SizeLimits {
    if (bytes < 1 || clusterBytes < bytes) {
      throw new IllegalArgumentException(
          "size limits are %d bytes and %d bytes for events about a whole cluster; the first must be at least 1 and the second at least the first"
              .formatted(bytes, clusterBytes));
    }
  }

  /** The maximum for events of a type; for an unknown one if it is null. */
  public int of(@Nullable EventType type) {
    boolean aboutCluster =
        type == EventType.CLUSTER_DECLARED
            || type == EventType.CLUSTER_SNAPSHOT
            || type == EventType.CAPACITY_CHANGED;
    return aboutCluster ? clusterBytes : bytes;
  }
}
