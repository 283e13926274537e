package io.gnomon.events.codec;

/**
 * How large a record may be.
 *
 * @param bytes of any record but a snapshot, at least 1
 * @param snapshotBytes of a {@code cluster.snapshot}, at least {@code bytes}
 */
public record SizeLimits(int bytes, int snapshotBytes) {
  /** 1 MiB, and 64 MiB for snapshots. */
  public static final SizeLimits DEFAULT = new SizeLimits(1 << 20, 1 << 26);

  /** Checks the ranges. */
  public SizeLimits {
    if (bytes < 1 || snapshotBytes < bytes) {
      throw new IllegalArgumentException(
          "limits are "
              + bytes
              + " and, for snapshots, "
              + snapshotBytes
              + " bytes; the first must be at least 1 and the second not smaller");
    }
  }
}
