package io.gnomon.bridge.slurm.limit;

import io.gnomon.bridge.CauseLog;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.slurm.parameter.SiteLimit;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.LoggerFactory;

/** Reads the present values of limits, with at most two queries. Not thread-safe. */
public final class LimitReader {
  private final CauseLog causes = new CauseLog(LoggerFactory.getLogger(LimitReader.class));
  private final SlurmReader reader;

  /** A reader for one Slurm cluster. */
  public LimitReader(SlurmReader reader) {
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
    if (limits.stream().anyMatch(limit -> limit.isOfQos())) {
      for (Map<String, String> row : reader.source().qos(causes::count)) {
        qos.put(row.get("name"), row);
      }
    }
    if (limits.stream().anyMatch(limit -> !limit.isOfQos())) {
      for (PartitionRecord partition : reader.partitions()) {
        partitions.put(partition.name(), partition.attributes());
      }
    }
    Map<String, String> values = new TreeMap<>();
    for (SiteLimit limit : limits) {
      Map<String, String> printed = (limit.isOfQos() ? qos : partitions).get(limit.of());
      if (printed != null) {
        values.put(limit.parameter(), limit.in(printed));
      }
    }
    return values;
  }
}
