package io.gnomon.bridge.slurm.read;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Asks a Slurm for its jobs, nodes and partitions: three programs and as many RPCs. Not
 * thread-safe.
 */
public final class SlurmReader {
  private final SlurmPrograms programs;
  private final InstantSource clock;

  /** A reader whose times are those of {@code clock}, which should be slurmctld's. */
  public SlurmReader(SlurmPrograms programs, InstantSource clock) {
    this.programs = programs;
    this.clock = clock;
  }

  /** The clock in epoch seconds. */
  public long now() {
    return clock.instant().getEpochSecond();
  }

  /** Reads everything; the nodes after the jobs, so that none has lost what a job still holds. */
  public SlurmState read() throws SlurmException {
    long at = now();
    List<JobRecord> queue =
        programs.read(JobRecordReader::read, "squeue", List.of("--json", "--states=all"));
    return new SlurmState(at, queue, nodes(), partitions());
  }

  private List<NodeRecord> nodes() throws SlurmException {
    List<NodeRecord> nodes = new ArrayList<>();
    for (Map<String, String> record :
        Listing.records(programs.text("scontrol", "show", "node", "-o"), "NodeName")) {
      nodes.add(NodeRecord.of(record));
    }
    return nodes;
  }

  /** The partitions alone. */
  public List<PartitionRecord> partitions() throws SlurmException {
    return Listing.records(
            programs.text("scontrol", "--all", "show", "partition", "-o"), "PartitionName")
        .stream()
        .map(PartitionRecord::of)
        .toList();
  }

  /** The settings that slurmctld runs with. */
  public Map<String, String> settings() throws SlurmException {
    return Listing.settings(programs.text("scontrol", "show", "config"));
  }

  /** How many programs were run. */
  public long requests() {
    return programs.runs();
  }
}
