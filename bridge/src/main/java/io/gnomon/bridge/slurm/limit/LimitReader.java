package io.gnomon.bridge.slurm.limit;

import io.gnomon.bridge.CauseLog;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.PrintedTable;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmPrograms;
import io.gnomon.bridge.slurm.client.SlurmReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.LoggerFactory;

/** Reads the present values of limits, with at most two programs. Not thread-safe. */
public final class LimitReader {
  private static final String NAME = "name";

  private final CauseLog causes = new CauseLog(LoggerFactory.getLogger(LimitReader.class));
  private final SlurmPrograms programs;
  private final SlurmReader reader;

  /** A reader for one Slurm cluster. */
  public LimitReader(SlurmPrograms programs, SlurmReader reader) {
    this.programs = programs;
    this.reader = reader;
  }

  /**
   * Reads limits.
   *
   * @return the values by name of the limit; a QOS or partition that does not exist has none
   * @throws SlurmException if Slurm or slurmdbd does not answer, or prints something unreadable
   */
  public Map<String, String> read(Collection<SiteLimit> limits) throws SlurmException {
    Map<String, Map<String, String>> qos = new HashMap<>();
    Map<String, Map<String, String>> partitions = new HashMap<>();
    if (limits.stream().anyMatch(limit -> limit.attribute().isOfQos())) {
      for (Map<String, String> row : qos()) {
        qos.put(row.get(NAME), row);
      }
    }
    if (limits.stream().anyMatch(limit -> !limit.attribute().isOfQos())) {
      for (PartitionRecord partition : reader.partitions()) {
        partitions.put(partition.name(), partition.attributes());
      }
    }
    Map<String, String> values = new TreeMap<>();
    for (SiteLimit limit : limits) {
      Map<String, String> printed =
          (limit.attribute().isOfQos() ? qos : partitions).get(limit.of());
      if (printed != null) {
        values.put(limit.parameter(), limit.in(printed));
      }
    }
    return values;
  }

  private List<Map<String, String>> qos() throws SlurmException {
    return PrintedTable.rows(
        "sacctmgr show qos",
        programs.run(
            "sacctmgr", "--parsable2", "show", "qos", "format=name,priority,maxjobspu,maxtrespu"),
        List.of(NAME, "priority", "maxjobspu", "maxtrespu"),
        causes::count);
  }
}
