package io.gnomon.controller.checkpoint;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.sim.snapshot.Snapshot;

/**
 * The encoding of a cluster's controller as a checkpoint: a CBOR envelope around named and
 * versioned sections, see {@link CheckpointEnvelope} and {@link Section}. Thread-safe.
 *
 * <p>Reading ignores sections and fields that this version does not use. The cost grows with the
 * cluster's active jobs and its history.
 */
public final class CheckpointFormat {
  private CheckpointFormat() {}

  /**
   * A restored controller.
   *
   * @param controller the controller as it was written
   * @param nextOffset the offset of the first record that it has not processed
   */
  public record Restored(ClusterController controller, long nextOffset) {}

  /** Writes a controller that has processed all records before {@code nextOffset}. */
  public static byte[] write(ClusterController controller, long nextOffset) {
    Snapshot content = new Snapshot();
    ControllerSections.write(controller, content);
    return CheckpointEnvelope.of(nextOffset, SnapshotCodec.encode(content)).encode();
  }

  /** Whether this version of Gnomon can read a checkpoint. */
  public static boolean readable(byte[] bytes) {
    return CheckpointEnvelope.readable(bytes);
  }

  /**
   * Returns the offset of the first record that the controller of a checkpoint has not processed.
   *
   * @throws IllegalArgumentException if the checkpoint is not {@link #readable}
   */
  public static long nextOffset(byte[] bytes) {
    return CheckpointEnvelope.decode(bytes).nextOffset();
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if the format or a section is newer than this version of
   *     Gnomon, a required field is missing, or the bytes are damaged
   */
  public static Restored read(byte[] bytes, ControlSettings settings) {
    CheckpointEnvelope envelope = CheckpointEnvelope.decode(bytes);
    Snapshot content = SnapshotCodec.decode(envelope.content());
    return new Restored(ControllerSections.read(content, settings), envelope.nextOffset());
  }
}
