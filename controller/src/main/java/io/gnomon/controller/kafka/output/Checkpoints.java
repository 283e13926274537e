package io.gnomon.controller.kafka.output;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.checkpoint.CheckpointParts;
import io.gnomon.controller.cluster.ControlSettings;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What the owners of a partition have written about it.
 *
 * @param progress what records before this offset gave rise to has been published
 * @param clusters as they were written, by id
 */
public record Checkpoints(long progress, Map<String, CheckpointFormat.Restored> clusters) {

  /** The key under which the progress of a partition is written. */
  public static String progressKey(int partition) {
    return "#partition-" + partition;
  }

  /** How the progress is written. */
  public static byte[] progress(long offset) {
    return ByteBuffer.allocate(Long.BYTES).putLong(offset).array();
  }

  /**
   * Reads the newest records of each key; its cost grows with the clusters' active jobs. A cluster
   * whose checkpoint cannot be read is degraded until its next snapshot.
   *
   * @param control how a cluster of a given id is controlled
   */
  public static Checkpoints of(
      Map<String, byte[]> newest, int partition, Function<String, ControlSettings> control) {
    byte[] saved = newest.get(progressKey(partition));
    long progress = saved == null ? 0 : ByteBuffer.wrap(saved).getLong();
    Map<String, CheckpointFormat.Restored> clusters = new HashMap<>();
    for (String key : newest.keySet()) {
      byte[] checkpoint =
          key.equals(progressKey(partition)) || CheckpointParts.isPart(key)
              ? null
              : CheckpointParts.join(key, newest);
      if (checkpoint != null) {
        clusters.put(
            key, CheckpointFormat.readOrSalvage(key, checkpoint, control.apply(key), progress));
      }
    }
    return new Checkpoints(progress, clusters);
  }
}
