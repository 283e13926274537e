package io.gnomon.events.codec;

/**
 * The maximum sizes of a record's value.
 *
 * @param bytes the maximum for all events except snapshots, at least 1
 * @param snapshotBytes the maximum for a {@code cluster.snapshot}, at least {@code bytes}
 */
public record SizeLimits(int bytes, int snapshotBytes) {
  /** 1 MiB, and 64 MiB for snapshots. */
  public static final SizeLimits DEFAULT = new SizeLimits(1 << 20, 1 << 26);

  /** Checks the ranges. */
  public SizeLimits {
    if (bytes < 1 || snapshotBytes < bytes) {
      throw new IllegalArgumentException(
          "size limits are %d bytes and %d bytes for snapshots; the first must be at least 1 and the second at least the first"
              .formatted(bytes, snapshotBytes));
    }
  }
}
