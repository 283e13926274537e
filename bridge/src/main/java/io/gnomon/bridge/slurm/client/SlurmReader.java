package io.gnomon.bridge.slurm.client;

import io.gnomon.bridge.CauseLog;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.LoggerFactory;

/**
 * Reads the jobs, nodes, partitions, reservations, settings and statistics of a Slurm cluster with
 * its client programs. A full read runs four programs. Not thread-safe.
 */
public final class SlurmReader {
  private final SlurmPrograms programs;
  private final InstantSource clock;
  private final CauseLog causes = new CauseLog(LoggerFactory.getLogger(SlurmReader.class));

  /** A reader; {@code clock} must agree with the clock of slurmctld. */
  public SlurmReader(SlurmPrograms programs, InstantSource clock) {
    this.programs = programs;
    this.clock = clock;
  }

  /** Returns the present epoch second. */
  public long now() {
    return clock.instant().getEpochSecond();
  }

  /**
   * Reads the whole state. Nodes are read after jobs, so that every running job is covered by the
   * capacity.
   *
   * @throws SlurmException if Slurm does not answer, or prints something unreadable
   */
  public SlurmState read() throws SlurmException {
    long at = now();
    List<JobRecord> queue =
        programs.read(
            output -> SqueueReader.read(output, causes::count),
            "squeue",
            List.of("--json", "--states=all"));
    return new SlurmState(at, queue, nodes(), partitions(), reservations());
  }

  private List<NodeRecord> nodes() throws SlurmException {
    return readable(
        ScontrolOutput.records(programs.run("scontrol", "show", "node", "-o"), "NodeName"),
        NodeRecord::of);
  }

  /** Converts one record. */
  @FunctionalInterface
  private interface Conversion<T> {
    T of(Map<String, String> record) throws SlurmException;
  }

  /** Converts records; one that cannot be read is left out, and the others stand. */
  private <T> List<T> readable(List<Map<String, String>> records, Conversion<T> conversion) {
    List<T> readable = new ArrayList<>();
    for (Map<String, String> record : records) {
      try {
        readable.add(conversion.of(record));
      } catch (SlurmException unreadable) {
        causes.count(String.valueOf(unreadable.getMessage()));
      }
    }
    return readable;
  }

  /** Reads the partitions. */
  public List<PartitionRecord> partitions() throws SlurmException {
    return ScontrolOutput.records(
            programs.run("scontrol", "--all", "show", "partition", "-o"), "PartitionName")
        .stream()
        .map(PartitionRecord::of)
        .toList();
  }

  private List<ReservationRecord> reservations() throws SlurmException {
    return readable(
        ScontrolOutput.records(
            programs.run("scontrol", "show", "reservation", "-o"), "ReservationName"),
        ReservationRecord::of);
  }

  /**
   * Reads the switches by which jobs are placed.
   *
   * @param settings see {@link #settings}
   * @return empty without {@code TopologyPlugin=topology/tree}
   */
  public List<SwitchRecord> switches(Map<String, String> settings) throws SlurmException {
    if (!settings.getOrDefault("TopologyPlugin", "").equals("topology/tree")) {
      return List.of();
    }
    return ScontrolOutput.records(programs.run("scontrol", "show", "topology", "-o"), "SwitchName")
        .stream()
        .map(SwitchRecord::of)
        .toList();
  }

  /** Reads how many licences the cluster has, by name. */
  public Map<String, Integer> licenses() throws SlurmException {
    Map<String, Integer> licenses = new TreeMap<>();
    for (Map<String, String> record :
        ScontrolOutput.records(programs.run("scontrol", "show", "license", "-o"), "LicenseName")) {
      String total = record.getOrDefault("Total", "");
      if (total.matches("\\d{1,9}")) {
        licenses.put(record.getOrDefault("LicenseName", "?"), Integer.valueOf(total));
      } else {
        causes.count("scontrol show license: a Total that is not a number");
      }
    }
    return licenses;
  }

  /** Reads the settings that slurmctld runs with. */
  public Map<String, String> settings() throws SlurmException {
    return ScontrolOutput.settings(programs.run("scontrol", "show", "config"));
  }

  /** Reads the statistics of the backfill scheduler; empty if it has not run since their reset. */
  public Optional<BackfillStatistics> backfillStatistics() throws SlurmException {
    return BackfillStatistics.of(programs.run("sdiag"));
  }

  /** Returns how many programs were run. */
  public long requests() {
    return programs.runs();
  }
}
