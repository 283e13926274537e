package io.gnomon.controller.checkpoint;

import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.NameNumbering;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.tune.Tuner;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * The part of a checkpoint that is about a declared cluster: its jobs, the memories of the policy
 * that follows it and of its tuner, and what was seen and decided lately.
 */
final class TrackedClusterFormat {
  private TrackedClusterFormat() {}

  static void write(String cluster, TrackedCluster followed, DataOutputStream out)
      throws IOException {
    Mirror mirror = followed.mirror();
    ClusterState state = mirror.state();
    EventFormat.write(
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
    writeSnapshot(followed.policy().snapshot(), out);
    Tuner tuner = followed.tuner();
    writeInts(tuner.memory(), out);
    writeInts(tuner.history().memory(), out);
    writeInts(tuner.changes().memory(), out);
    FeedbackFormat.write(tuner, out);
    writeDoubles(tuner.window().memory(), out);
    List<DecisionRecorded> decisions = followed.decisions();
    out.writeInt(decisions.size());
    for (DecisionRecorded decision : decisions) {
      EventFormat.write(cluster, decision, out);
    }
    out.writeInt(followed.looks().size());
    for (TrackedCluster.Look look : followed.looks()) {
      out.writeInt(look.second());
      out.writeDouble(look.slowdown());
    }
  }

  static TrackedCluster read(DataInputStream in, ControlSettings settings) throws IOException {
    ClusterDeclared declared = (ClusterDeclared) EventFormat.read(in);
    Tuner tuner = new Tuner(settings.tuning());
    TrackedCluster followed = TrackedCluster.restoring(declared, in.readInt(), tuner);
    Mirror mirror = followed.mirror();
    int processors = in.readInt();
    readNumbers(in, mirror.users());
    readNumbers(in, mirror.applications());
    mirror.state().layOut(in.readInt(), readInts(in));
    int[] row = new int[ClusterState.ROW];
    byte[] cells = new byte[row.length * Integer.BYTES];
    for (int left = in.readInt(); left > 0; left--) {
      String name = in.readUTF();
      int slot = in.readInt();
      in.readFully(cells);
      ByteBuffer.wrap(cells).asIntBuffer().get(row);
      mirror.restore(name, slot, row);
    }
    mirror.restored(processors);
    followed.restorePolicy(readSnapshot(in));
    tuner.recall(readInts(in));
    tuner.history().recall(readInts(in));
    tuner.changes().recall(readInts(in));
    FeedbackFormat.read(in, tuner);
    tuner.window().recall(readDoubles(in));
    for (int left = in.readInt(); left > 0; left--) {
      followed.decided((DecisionRecorded) EventFormat.read(in));
    }
    for (int left = in.readInt(); left > 0; left--) {
      followed.observed(in.readInt(), in.readDouble());
    }
    return followed;
  }

  private static void writeNumbers(NameNumbering numbering, DataOutputStream out)
      throws IOException {
    Map<String, Integer> numbers = numbering.all();
    out.writeInt(numbers.size());
    for (Map.Entry<String, Integer> number : numbers.entrySet()) {
      out.writeUTF(number.getKey());
      out.writeInt(number.getValue());
    }
  }

  private static void readNumbers(DataInputStream in, NameNumbering numbering) throws IOException {
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
    FeedbackFormat.inOrder(state, slot -> writeJob(mirror, slot, row, out));
  }

  private static void writeJob(Mirror mirror, int slot, int[] row, DataOutputStream out)
      throws IOException {
    out.writeUTF(mirror.name(slot));
    out.writeInt(slot);
    mirror.state().copyRow(slot, row);
    out.write(bytes(row));
  }

  static void writeSnapshot(Snapshot snapshot, DataOutputStream out) throws IOException {
    byte[] bytes = SnapshotCodec.encode(snapshot);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static Snapshot readSnapshot(DataInputStream in) throws IOException {
    return SnapshotCodec.decode(in.readNBytes(in.readInt()));
  }

  static void writeInts(int[] numbers, DataOutputStream out) throws IOException {
    out.writeInt(numbers.length);
    out.write(bytes(numbers));
  }

  static byte[] bytes(int[] numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES);
    bytes.asIntBuffer().put(numbers);
    return bytes.array();
  }

  static int[] readInts(DataInputStream in) throws IOException {
    int[] numbers = new int[in.readInt()];
    byte[] bytes = new byte[numbers.length * Integer.BYTES];
    in.readFully(bytes);
    ByteBuffer.wrap(bytes).asIntBuffer().get(numbers);
    return numbers;
  }

  static void writeDoubles(double[] numbers, DataOutputStream out) throws IOException {
    out.writeInt(numbers.length);
    for (double number : numbers) {
      out.writeDouble(number);
    }
  }

  static double[] readDoubles(DataInputStream in) throws IOException {
    double[] numbers = new double[in.readInt()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.readDouble();
    }
    return numbers;
  }
}
