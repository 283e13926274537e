package io.gnomon.controller.kafka.output;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.checkpoint.CheckpointParts;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.cluster.EventIds;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the owners of a partition have written about it.
 *
 * @param progress the progress of the partition
 * @param clusters as they were written, by id
 */
public record Checkpoints(Progress progress, Map<String, CheckpointFormat.Restored> clusters) {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);
  private static final int WITH_TOPIC = 3 * Long.BYTES;

  /**
   * The progress of a partition: the output of all records before {@code offset} has been
   * published.
   *
   * @param topicId the id of the events topic that the offset refers to; empty if it is not known
   * @param offset the offset, or -1 if no owner has written a progress
   */
  public record Progress(String topicId, long offset) {
    /** The progress of a partition without checkpoints. */
    public static final Progress NONE = new Progress("", -1);

    /** Whether no owner has written a progress. */
    public boolean isNone() {
      return offset < 0;
    }

    /** Encodes the offset, followed by the id of the topic if it is known. */
    public byte[] encode() {
      if (topicId.isEmpty()) {
        return ByteBuffer.allocate(Long.BYTES).putLong(offset).array();
      }
      Uuid id = Uuid.fromString(topicId);
      return ByteBuffer.allocate(WITH_TOPIC)
          .putLong(offset)
          .putLong(id.getMostSignificantBits())
          .putLong(id.getLeastSignificantBits())
          .array();
    }

    /** Decodes a progress; one of the wrong length is as good as none. */
    static Progress decode(byte[] encoded) {
      if (encoded.length != Long.BYTES && encoded.length != WITH_TOPIC) {
        LOG.error("a progress of {} bytes cannot be read; it has 8 or 24", encoded.length);
        return NONE;
      }
      ByteBuffer bytes = ByteBuffer.wrap(encoded);
      long offset = bytes.getLong();
      return new Progress(
          encoded.length < WITH_TOPIC ? "" : new Uuid(bytes.getLong(), bytes.getLong()).toString(),
          offset);
    }
  }

  /** The key under which the progress of a partition is written. */
  public static String progressKey(int partition) {
    return "#partition-" + partition;
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
    Progress progress = saved == null ? Progress.NONE : Progress.decode(saved);
    Map<String, CheckpointFormat.Restored> clusters = new HashMap<>();
    for (String key : newest.keySet()) {
      byte[] checkpoint =
          key.equals(progressKey(partition)) || CheckpointParts.isPart(key)
              ? null
              : CheckpointParts.join(key, newest);
      if (checkpoint != null) {
        CheckpointFormat.Restored restored =
            CheckpointFormat.readOrSalvage(
                key, checkpoint, control.apply(key), Math.max(0, progress.offset()));
        EventIds ids = restored.controller().ids();
        ids.topic(ids.topicId().isEmpty() ? progress.topicId() : ids.topicId());
        clusters.put(key, restored);
      }
    }
    return new Checkpoints(progress, clusters);
  }
}
