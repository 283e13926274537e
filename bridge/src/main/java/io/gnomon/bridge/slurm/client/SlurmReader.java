package io.gnomon.bridge.slurm.client;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads the jobs, nodes, partitions, reservations, settings and statistics of a Slurm cluster with
 * its client programs. A full read runs four programs. Not thread-safe.
 */
public final class SlurmReader {
  private final SlurmPrograms programs;
  private final InstantSource clock;

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
        programs.read(SqueueReader::read, "squeue", List.of("--json", "--states=all"));
    return new SlurmState(at, queue, nodes(), partitions(), reservations());
  }

  private List<NodeRecord> nodes() throws SlurmException {
    List<NodeRecord> nodes = new ArrayList<>();
    for (Map<String, String> record :
        ScontrolOutput.records(programs.run("scontrol", "show", "node", "-o"), "NodeName")) {
      nodes.add(NodeRecord.of(record));
    }
    return nodes;
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
    List<ReservationRecord> reservations = new ArrayList<>();
    for (Map<String, String> record :
        ScontrolOutput.records(
            programs.run("scontrol", "show", "reservation", "-o"), "ReservationName")) {
      reservations.add(ReservationRecord.of(record));
    }
    return reservations;
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
      if (!total.matches("\\d{1,9}")) {
        throw new SlurmException(
            "scontrol show license: Total of %s is '%s', which is not a number"
                .formatted(record.get("LicenseName"), total));
      }
      licenses.put(record.getOrDefault("LicenseName", "?"), Integer.valueOf(total));
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
