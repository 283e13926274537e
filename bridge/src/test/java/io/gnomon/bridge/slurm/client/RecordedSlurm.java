package io.gnomon.bridge.slurm.client;

import io.gnomon.slurm.listing.ScontrolOutput;
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

  /** When the states of sites were printed, about. */
  private static final long SITE_AT = 1_795_540_720;

  private RecordedSlurm() {}

  static byte[] bytes(String name) {
    try (InputStream in = RecordedSlurm.class.getResourceAsStream("/" + name)) {
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
    return settings("slurm-22.05/config.txt");
  }

  /** The settings in a recorded file. */
  public static Map<String, String> settings(String file) {
    return ScontrolOutput.settings(text(file));
  }

  public static SlurmState state() throws SlurmException {
    List<NodeRecord> nodes = new ArrayList<>();
    for (Map<String, String> node :
        ScontrolOutput.records(text("slurm-22.05/nodes.txt"), "NodeName")) {
      nodes.add(NodeRecord.of(node));
    }
    List<PartitionRecord> partitions =
        ScontrolOutput.records(text("slurm-22.05/partitions.txt"), "PartitionName").stream()
            .map(PartitionRecord::of)
            .toList();
    return new SlurmState(AT, jobs(bytes("slurm-22.05/squeue.json")), nodes, partitions);
  }

  /**
   * The state of a site with several node types. Files that were not recorded are empty.
   *
   * @param prefix of the recorded files, such as {@code slurm-24.11/}
   */
  public static SlurmState site(String prefix) throws SlurmException {
    List<NodeRecord> nodes = new ArrayList<>();
    for (Map<String, String> node : records(prefix + "nodes.txt", "NodeName")) {
      nodes.add(NodeRecord.of(node));
    }
    List<ReservationRecord> reservations = new ArrayList<>();
    for (Map<String, String> one : records(prefix + "reservations.txt", "ReservationName")) {
      reservations.add(ReservationRecord.of(one));
    }
    return new SlurmState(
        SITE_AT,
        jobs(bytes(prefix + "squeue.json")),
        nodes,
        records(prefix + "partitions.txt", "PartitionName").stream()
            .map(PartitionRecord::of)
            .toList(),
        reservations);
  }

  private static List<Map<String, String>> records(String file, String first) {
    return RecordedSlurm.class.getResource("/" + file) == null
        ? List.of()
        : ScontrolOutput.records(text(file), first);
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
