package io.gnomon.bridge.slurm.read;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a Slurm 22.05.8 printed, with all that is not used cut from its jobs. */
final class Recorded {
  /** When it was printed. */
  static final long AT = 1_795_250_194;

  private Recorded() {}

  static byte[] bytes(String name) {
    try (InputStream in = Recorded.class.getResourceAsStream("/slurm-22.05/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(String name) {
    return new String(bytes(name), StandardCharsets.UTF_8);
  }

  static SlurmState state() throws SlurmException {
    List<NodeRecord> nodes = new ArrayList<>();
    for (Map<String, String> node : Listing.records(text("nodes.txt"), "NodeName")) {
      nodes.add(NodeRecord.of(node));
    }
    List<PartitionRecord> partitions =
        Listing.records(text("partitions.txt"), "PartitionName").stream()
            .map(PartitionRecord::of)
            .toList();
    return new SlurmState(AT, jobs(bytes("squeue.json")), nodes, partitions);
  }

  /** What is read of what squeue has printed. */
  static List<JobRecord> jobs(byte[] printed) throws SlurmException {
    try {
      return JobRecordReader.read(new ByteArrayInputStream(printed));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
