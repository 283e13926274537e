package io.gnomon.controller.checkpoint;

import io.gnomon.controller.cluster.ChangeLifecycle;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.cluster.ControllerState;
import io.gnomon.controller.cluster.PendingCommand;
import io.gnomon.controller.cluster.Proposal;
import io.gnomon.controller.cluster.SequenceChecker;
import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.cluster.Verification;
import io.gnomon.controller.operation.Freeze;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.OperatorControls;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32;

/**
 * Everything that a controller knows of a cluster, as bytes, and back. Only the current format is
 * read.
 *
 * <p>Layout: format number, CRC-32 of the rest, input offset, then the fields in the order below,
 * big-endian. A job is its name, its slot and its row; slots, and the order of the running set, are
 * kept so that whatever goes through jobs in order, such as a sum, gives the same to the last bit.
 * What holds events holds them in their own JSON form.
 */
public final class CheckpointFormat {
  private static final int FORMAT = 9;
  private static final int HEADER = 2 * Integer.BYTES;

  private CheckpointFormat() {}

  /**
   * A restored controller and where its input goes on.
   *
   * @param controller as it was
   * @param nextOffset of the first record that it has not taken
   */
  public record Restored(ClusterController controller, long nextOffset) {}

  /** Writes {@code controller}, which has taken all records before {@code nextOffset}. */
  public static byte[] write(ClusterController controller, long nextOffset) {
    try {
      ByteArrayOutputStream whole = new ByteArrayOutputStream(1 << 14);
      DataOutputStream out = new DataOutputStream(whole);
      out.writeLong(0); // the place of the format number and the checksum
      out.writeLong(nextOffset);
      out.writeUTF(controller.cluster());
      out.writeBoolean(controller.trust().lost());
      out.writeUTF(Objects.requireNonNullElse(controller.problem(), ""));
      out.writeLong(controller.trust().wish().askedAt());
      out.writeLong(controller.trust().wish().waitSeconds());
      writeSequence(controller.sequence(), out);
      writeCourse(controller.cluster(), controller.course(), out);
      writeOversight(controller.cluster(), controller.oversight(), out);
      TrackedCluster followed = controller.followed();
      out.writeBoolean(followed != null);
      if (followed != null) {
        TrackedClusterFormat.write(controller.cluster(), followed, out);
      }
      byte[] bytes = whole.toByteArray();
      ByteBuffer.wrap(bytes).putInt(FORMAT).putInt(checksum(bytes));
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("a checkpoint of " + controller.cluster(), e);
    }
  }

  /** Whether this version knows a checkpoint's format. */
  public static boolean readable(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getInt() == FORMAT;
  }

  /** The offset of the first record that the controller of a checkpoint has not taken. */
  public static long nextOffset(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getLong(HEADER);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException where the format is unknown or the bytes are damaged
   */
  public static Restored read(byte[] bytes, ControlSettings settings) {
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      int format = in.readInt();
      if (format != FORMAT) {
        throw new IllegalArgumentException(
            "a checkpoint of format "
                + format
                + " cannot be read; this version reads format "
                + FORMAT
                + " only: delete the cluster's checkpoint as docs/upgrade.md describes, or run the"
                + " version that wrote it");
      }
      int checksum = in.readInt();
      if (checksum != checksum(bytes)) {
        throw new IllegalArgumentException("a checkpoint of " + bytes.length + " bytes is damaged");
      }
      return readBody(in, settings);
    } catch (IOException e) {
      throw new IllegalArgumentException("a checkpoint ends too early: " + e, e);
    }
  }

  private static Restored readBody(DataInputStream in, ControlSettings settings)
      throws IOException {
    long nextOffset = in.readLong();
    String cluster = in.readUTF();
    boolean degraded = in.readBoolean();
    String problem = in.readUTF();
    long askedAt = in.readLong();
    long waitSeconds = in.readLong();
    ClusterController controller = new ClusterController(cluster, settings, readSequence(in));
    controller.trust().wish().recall(askedAt, waitSeconds);
    readCourse(in, controller.course());
    readOversight(in, controller.oversight());
    controller.trust().recall(degraded, problem.isEmpty() ? null : problem);
    controller.resume(in.readBoolean() ? TrackedClusterFormat.read(in, settings) : null);
    return new Restored(controller, nextOffset);
  }

  private static void writeCourse(String cluster, ChangeLifecycle course, DataOutputStream out)
      throws IOException {
    out.writeUTF(course.life().name());
    PendingCommand pending = course.pending();
    Proposal proposal = course.proposal();
    Verification change = course.change();
    EventFormat.writeOptional(cluster, pending == null ? null : pending.command(), out);
    if (pending != null) {
      out.writeUTF(pending.former().policy());
      out.writeLong(pending.former().version());
    }
    EventFormat.writeOptional(cluster, proposal == null ? null : proposal.command(), out);
    EventFormat.writeOptional(cluster, change == null ? null : change.command(), out);
    if (change != null) {
      out.writeUTF(change.former());
      out.writeInt(change.since());
    }
    out.writeBoolean(course.verifying());
  }

  private static void readCourse(DataInputStream in, ChangeLifecycle course) throws IOException {
    ControllerState life = ControllerState.valueOf(in.readUTF());
    ConfigRequested commanded = (ConfigRequested) EventFormat.readOptional(in);
    PendingCommand pending =
        commanded == null
            ? null
            : new PendingCommand(commanded, new Configuration(in.readUTF(), in.readLong()));
    ConfigRequested proposed = (ConfigRequested) EventFormat.readOptional(in);
    ConfigRequested changed = (ConfigRequested) EventFormat.readOptional(in);
    course.resume(
        life,
        pending,
        proposed,
        changed == null ? null : new Verification(changed, in.readUTF(), in.readInt()),
        in.readBoolean());
  }

  private static void writeOversight(
      String cluster, OperatorControls oversight, DataOutputStream out) throws IOException {
    Mode chosen = oversight.chosen();
    out.writeUTF(chosen == null ? "" : chosen.word());
    out.writeInt(oversight.freezes().size());
    for (Freeze freeze : oversight.freezes()) {
      out.writeUTF(freeze.id());
      out.writeLong(freeze.from());
      out.writeLong(freeze.until());
    }
    out.writeInt(oversight.records().size());
    for (OperatorRecorded record : oversight.records()) {
      EventFormat.write(cluster, record, out);
    }
    out.writeLong(oversight.count());
  }

  private static void readOversight(DataInputStream in, OperatorControls oversight)
      throws IOException {
    String chosen = in.readUTF();
    List<Freeze> freezes = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      freezes.add(new Freeze(in.readUTF(), in.readLong(), in.readLong()));
    }
    List<OperatorRecorded> records = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      records.add((OperatorRecorded) EventFormat.read(in));
    }
    oversight.recall(chosen.isEmpty() ? null : Mode.parse(chosen), freezes, records, in.readLong());
  }

  private static void writeSequence(SequenceChecker sequence, DataOutputStream out)
      throws IOException {
    out.writeLong(sequence.last());
    out.writeLong(sequence.latest());
    out.writeInt(sequence.rememberedCount());
    for (String id : sequence.remembered()) {
      out.writeUTF(id);
    }
  }

  private static SequenceChecker readSequence(DataInputStream in) throws IOException {
    SequenceChecker sequence = new SequenceChecker();
    long last = in.readLong();
    long latest = in.readLong();
    List<String> ids = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      ids.add(in.readUTF());
    }
    sequence.recall(last, latest, ids);
    return sequence;
  }

  private static int checksum(byte[] whole) {
    CRC32 crc = new CRC32();
    crc.update(whole, HEADER, whole.length - HEADER);
    return (int) crc.getValue();
  }
}
