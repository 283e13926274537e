package io.gnomon.bridge.slurm.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a Slurm 22.05.8 printed, with all that is not used cut from its jobs. */
public final class RecordedSlurm {
  /** When it was printed. */
  static final long AT = 1_795_250_194;

  private RecordedSlurm() {}

  static byte[] bytes(String name) {
    try (InputStream in = RecordedSlurm.class.getResourceAsStream("/slurm-22.05/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(String name) {
    return new String(bytes(name), StandardCharsets.UTF_8);
  }

  /** What {@code scontrol show config} printed. */
  public static Map<String, String> settings() {
    return ScontrolOutput.settings(text("config.txt"));
  }

  public static SlurmState state() throws SlurmException {
    List<NodeRecord> nodes = new ArrayList<>();
    for (Map<String, String> node : ScontrolOutput.records(text("nodes.txt"), "NodeName")) {
      nodes.add(NodeRecord.of(node));
    }
    List<PartitionRecord> partitions =
        ScontrolOutput.records(text("partitions.txt"), "PartitionName").stream()
            .map(PartitionRecord::of)
            .toList();
    return new SlurmState(AT, jobs(bytes("squeue.json")), nodes, partitions);
  }

  /** What is read of what squeue has printed. */
  public static List<JobRecord> jobs(byte[] printed) throws SlurmException {
    try {
      return SqueueReader.read(new ByteArrayInputStream(printed));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
