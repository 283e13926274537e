package io.gnomon.controller.cluster;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.Numbering;
import io.gnomon.events.ClusterDeclared;
import io.gnomon.events.ConfigRequested;
import io.gnomon.events.DecisionRecorded;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.codec.SizeLimits;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.tune.Tuner;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a controller knows of a cluster, as bytes, and back.
 *
 * <p>Layout: format number, CRC-32 of the rest, input offset, then the fields in the order below,
 * big-endian. A job is its name, its slot and its row; slots, and the order of the running set, are
 * kept so that whatever goes through jobs in order, such as a sum, gives the same to the last bit.
 * What holds events holds them in their own JSON form.
 */
public final class CheckpointFormat {
  private static final int FORMAT = 2;
  private static final EventCodec CODEC = new EventCodec(new SizeLimits(1 << 26, 1 << 26));

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
      ByteArrayOutputStream body = new ByteArrayOutputStream(1 << 14);
      DataOutputStream out = new DataOutputStream(body);
      out.writeLong(nextOffset);
      out.writeUTF(controller.cluster());
      out.writeBoolean(controller.degraded());
      out.writeLong(controller.wish().askedAt());
      out.writeLong(controller.wish().waitSeconds());
      writeSequence(controller.sequence(), out);
      writeCourse(controller.cluster(), controller.course(), out);
      Followed followed = controller.followed();
      out.writeBoolean(followed != null);
      if (followed != null) {
        writeFollowed(controller.cluster(), followed, out);
      }
      ByteArrayOutputStream whole = new ByteArrayOutputStream(body.size() + 8);
      DataOutputStream framed = new DataOutputStream(whole);
      framed.writeInt(FORMAT);
      framed.writeInt(checksum(body.toByteArray()));
      body.writeTo(framed);
      return whole.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("a checkpoint of " + controller.cluster(), e);
    }
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
            "a checkpoint of format " + format + " cannot be read; this version reads " + FORMAT);
      }
      int checksum = in.readInt();
      if (checksum != checksum(in.readAllBytes())) {
        throw new IllegalArgumentException("a checkpoint of " + bytes.length + " bytes is damaged");
      }
      in.reset();
      in.skipNBytes(8);
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
    long askedAt = in.readLong();
    long waitSeconds = in.readLong();
    ClusterController controller = new ClusterController(cluster, settings, readSequence(in));
    controller.wish().recall(askedAt, waitSeconds);
    readCourse(in, controller.course());
    controller.resume(in.readBoolean() ? readFollowed(in, settings) : null, degraded);
    return new Restored(controller, nextOffset);
  }

  private static void writeCourse(String cluster, ChangeCourse course, DataOutputStream out)
      throws IOException {
    out.writeUTF(course.life().name());
    PendingCommand pending = course.pending();
    Proposal proposal = course.proposal();
    Verification verification = course.verification();
    writeOptional(cluster, pending == null ? null : pending.command(), out);
    writeOptional(cluster, proposal == null ? null : proposal.command(), out);
    writeOptional(cluster, verification == null ? null : verification.command(), out);
    if (verification != null) {
      out.writeUTF(verification.former());
      out.writeInt(verification.since());
    }
  }

  private static void readCourse(DataInputStream in, ChangeCourse course) throws IOException {
    Life life = Life.valueOf(in.readUTF());
    ConfigRequested pending = (ConfigRequested) readOptional(in);
    ConfigRequested proposed = (ConfigRequested) readOptional(in);
    ConfigRequested verified = (ConfigRequested) readOptional(in);
    course.resume(
        life,
        pending,
        proposed,
        verified == null ? null : new Verification(verified, in.readUTF(), in.readInt()));
  }

  private static void writeSequence(Sequence sequence, DataOutputStream out) throws IOException {
    out.writeLong(sequence.last());
    out.writeLong(sequence.latest());
    out.writeInt(sequence.rememberedCount());
    for (String id : sequence.remembered()) {
      out.writeUTF(id);
    }
  }

  private static Sequence readSequence(DataInputStream in) throws IOException {
    Sequence sequence = new Sequence();
    long last = in.readLong();
    long latest = in.readLong();
    List<String> ids = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      ids.add(in.readUTF());
    }
    sequence.recall(last, latest, ids);
    return sequence;
  }

  private static void writeFollowed(String cluster, Followed followed, DataOutputStream out)
      throws IOException {
    Mirror mirror = followed.mirror();
    ClusterState state = mirror.state();
    write(
        cluster,
        new ClusterDeclared(
            mirror.now(),
            Math.max(1, state.processors()),
            mirror.origin(),
            null,
            followed.capabilities(),
            followed.configuration()),
        out);
    out.writeInt(mirror.nextJob());
    out.writeInt(state.processors());
    writeNumbers(mirror.users(), out);
    writeNumbers(mirror.applications(), out);
    writeJobs(mirror, out);
    writeInts(followed.policy().memory(), out);
    Tuner tuner = followed.tuner();
    writeInts(tuner.memory(), out);
    writeInts(tuner.history().memory(), out);
    writeInts(tuner.changes().memory(), out);
    double[] window = tuner.window().memory();
    out.writeInt(window.length);
    for (double number : window) {
      out.writeDouble(number);
    }
    List<DecisionRecorded> decisions = followed.decisions();
    out.writeInt(decisions.size());
    for (DecisionRecorded decision : decisions) {
      write(cluster, decision, out);
    }
    out.writeInt(followed.looks().size());
    for (Followed.Look look : followed.looks()) {
      out.writeInt(look.second());
      out.writeDouble(look.slowdown());
    }
  }

  private static Followed readFollowed(DataInputStream in, ControlSettings settings)
      throws IOException {
    ClusterDeclared declared = (ClusterDeclared) readEvent(in);
    Tuner tuner = new Tuner(settings.tuning());
    Followed followed = Followed.restoring(declared, in.readInt(), tuner);
    Mirror mirror = followed.mirror();
    int processors = in.readInt();
    readNumbers(in, mirror.users());
    readNumbers(in, mirror.applications());
    mirror.state().layOut(in.readInt(), readInts(in));
    int[] row = new int[ClusterState.ROW];
    for (int left = in.readInt(); left > 0; left--) {
      String name = in.readUTF();
      int slot = in.readInt();
      for (int i = 0; i < row.length; i++) {
        row[i] = in.readInt();
      }
      mirror.restore(name, slot, row);
    }
    mirror.restored(processors);
    followed.recallPolicy(readInts(in));
    tuner.recall(readInts(in));
    tuner.history().recall(readInts(in));
    tuner.changes().recall(readInts(in));
    double[] window = new double[in.readInt()];
    for (int i = 0; i < window.length; i++) {
      window[i] = in.readDouble();
    }
    tuner.window().recall(window);
    for (int left = in.readInt(); left > 0; left--) {
      followed.decided((DecisionRecorded) readEvent(in));
    }
    for (int left = in.readInt(); left > 0; left--) {
      followed.observed(in.readInt(), in.readDouble());
    }
    return followed;
  }

  private static void writeNumbers(Numbering numbering, DataOutputStream out) throws IOException {
    Map<String, Integer> numbers = numbering.all();
    out.writeInt(numbers.size());
    for (Map.Entry<String, Integer> number : numbers.entrySet()) {
      out.writeUTF(number.getKey());
      out.writeInt(number.getValue());
    }
  }

  private static void readNumbers(DataInputStream in, Numbering numbering) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      numbering.restore(in.readUTF(), in.readInt());
    }
  }

  private static void writeJobs(Mirror mirror, DataOutputStream out) throws IOException {
    ClusterState state = mirror.state();
    out.writeInt(state.slotLimit());
    writeInts(state.freeSlots(), out);
    out.writeInt(state.activeCount());
    int[] row = new int[ClusterState.ROW];
    for (int slot = 0; slot < state.slotLimit(); slot++) {
      if (state.occupied(slot)
          && (state.phase(slot) == JobPhase.HELD || state.phase(slot) == JobPhase.SUSPENDED)) {
        writeJob(mirror, slot, row, out);
      }
    }
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      writeJob(mirror, slot, row, out);
    }
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      writeJob(mirror, running.slot(i), row, out);
    }
  }

  private static void writeJob(Mirror mirror, int slot, int[] row, DataOutputStream out)
      throws IOException {
    out.writeUTF(mirror.name(slot));
    out.writeInt(slot);
    mirror.state().copyRow(slot, row);
    for (int cell : row) {
      out.writeInt(cell);
    }
  }

  private static void writeOptional(String cluster, @Nullable EventData data, DataOutputStream out)
      throws IOException {
    out.writeBoolean(data != null);
    if (data != null) {
      write(cluster, data, out);
    }
  }

  private static @Nullable EventData readOptional(DataInputStream in) throws IOException {
    return in.readBoolean() ? readEvent(in) : null;
  }

  private static void write(String cluster, EventData data, DataOutputStream out)
      throws IOException {
    byte[] json =
        CODEC
            .encodeStructured(GnomonEvent.of(cluster, "checkpoint", EventData.NONE, null, data))
            .value();
    out.writeInt(json.length);
    out.write(json);
  }

  private static EventData readEvent(DataInputStream in) throws IOException {
    return CODEC.decode(in.readNBytes(in.readInt())).data();
  }

  private static void writeInts(int[] numbers, DataOutputStream out) throws IOException {
    out.writeInt(numbers.length);
    for (int number : numbers) {
      out.writeInt(number);
    }
  }

  private static int[] readInts(DataInputStream in) throws IOException {
    int[] numbers = new int[in.readInt()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.readInt();
    }
    return numbers;
  }

  private static int checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
