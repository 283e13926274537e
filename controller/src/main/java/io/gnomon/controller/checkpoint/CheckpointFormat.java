package io.gnomon.controller.checkpoint;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.fault.Faults;
import io.gnomon.controller.room.NoRoomException;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The encoding of a cluster's controller as a checkpoint: a CBOR envelope around named and
 * versioned sections, see {@link CheckpointEnvelope} and {@link Section}. Thread-safe.
 *
 * <p>Reading ignores sections and fields that this version does not use. The cost grows with the
 * cluster's active jobs and its history.
 */
public final class CheckpointFormat {
  /** The maximum size of a checkpoint in bytes, for more than a million active jobs. */
  public static final int MOST_BYTES = 1 << 27;

  private static final Logger LOG = LoggerFactory.getLogger(CheckpointFormat.class);

  private static final List<Set<Section>> DROPPED_IN_ORDER =
      List.of(
          EnumSet.of(Section.EFFECT),
          EnumSet.of(Section.IDLE),
          EnumSet.of(Section.REVIEWS, Section.FORECASTS, Section.FIDELITY_SPAN),
          EnumSet.of(Section.DECISIONS),
          EnumSet.of(Section.PREDICTOR),
          // without the history the tuner has to warm up again
          EnumSet.of(
              Section.HISTORY,
              Section.TUNER,
              Section.WINDOW,
              Section.BACKTEST,
              Section.EVIDENCE,
              Section.WAITS),
          EnumSet.of(Section.JOBS, Section.USERS, Section.POLICY, Section.CHANGES));

  private CheckpointFormat() {}

  /**
   * A restored controller.
   *
   * @param controller the controller as it was written
   * @param nextOffset the offset of the first record that it has not processed
   */
  public record Restored(ClusterController controller, long nextOffset) {}

  /**
   * A written checkpoint.
   *
   * @param bytes its encoding
   * @param omitted the names of sections that were left out because the checkpoint would have been
   *     too large, or because there was not enough memory to encode them
   * @param fault of the sections that could not be written, or null; such a checkpoint restores a
   *     degraded controller
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes go to Kafka unchanged and are never compared
  public record Written(byte[] bytes, List<String> omitted, @Nullable Throwable fault) {}

  /** Writes a controller that has processed all records before {@code nextOffset}. */
  public static byte[] write(ClusterController controller, long nextOffset) {
    return write(controller, nextOffset, MOST_BYTES).bytes();
  }

  /**
   * Writes a controller that has processed all records before {@code nextOffset}, without sections
   * that do not fit: first what is for display, then what was learned, at last the jobs, without
   * which the controller is restored as degraded.
   *
   * @param mostBytes the maximum size; an empty controller is written even if it is larger
   */
  public static Written write(ClusterController controller, long nextOffset, int mostBytes) {
    SectionWriter out = new SectionWriter();
    ControllerSections.write(controller, out);
    Set<Section> omitted = EnumSet.noneOf(Section.class);
    byte[] encoded = encoded(out.content());
    for (Iterator<Set<Section>> next = DROPPED_IN_ORDER.iterator();
        (encoded.length == 0 || encoded.length > mostBytes) && next.hasNext(); ) {
      omitted.addAll(next.next());
      encoded = encoded(Section.without(out.content(), omitted));
    }
    return new Written(
        CheckpointEnvelope.of(nextOffset, controller.ids().topicId(), encoded).encode(),
        omitted.stream()
            .filter(section -> section.isIn(out.content()))
            .map(Section::title)
            .toList(),
        out.faults().values().stream().findFirst().orElse(null));
  }

  /** The encoding, or nothing if there is not enough memory for it. */
  private static byte[] encoded(Snapshot content) {
    try {
      return SnapshotCodec.encode(content);
    } catch (OutOfMemoryError tooLarge) {
      Faults.contain(tooLarge);
      return new byte[0];
    }
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
   * Returns the id of the events topic that the offset of a checkpoint refers to, or an empty
   * string in a checkpoint of an older version.
   *
   * @throws IllegalArgumentException if the checkpoint is not {@link #readable}
   */
  public static String topicId(byte[] bytes) {
    return CheckpointEnvelope.decode(bytes).topicId();
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
    ClusterController controller = ControllerSections.read(content, settings);
    controller.ids().topic(envelope.topicId());
    return new Restored(controller, envelope.nextOffset());
  }

  /**
   * Reads what {@link #write} wrote. If it cannot be read as a whole, the controller has what can
   * be read, and is degraded until a snapshot.
   *
   * @param otherwise the offset of the next record if the checkpoint does not say it
   * @throws NoRoomException if there is no room for what it declares
   */
  public static Restored readOrSalvage(
      String cluster, byte[] bytes, ControlSettings settings, long otherwise) {
    try {
      return read(bytes, settings);
    } catch (NoRoomException large) {
      throw large;
    } catch (RuntimeException | Error fault) {
      Faults.contain(fault);
      LOG.error(
          "cluster {}: its checkpoint of {} bytes cannot be restored, so it is degraded until its"
              + " next snapshot; other clusters are not affected",
          cluster,
          bytes.length,
          fault);
      return salvage(cluster, bytes, settings, otherwise, fault);
    }
  }

  private static Restored salvage(
      String cluster, byte[] bytes, ControlSettings settings, long otherwise, Throwable fault) {
    long next = otherwise;
    Snapshot content = new Snapshot();
    try {
      CheckpointEnvelope envelope = CheckpointEnvelope.decode(bytes);
      next = envelope.nextOffset();
      content = SnapshotCodec.decode(envelope.content());
    } catch (RuntimeException | Error unreadable) {
      Faults.contain(unreadable);
      LOG.info("cluster {}: nothing of its checkpoint can be read", cluster);
    }
    return new Restored(ControllerSections.salvage(cluster, content, settings, fault), next);
  }
}
