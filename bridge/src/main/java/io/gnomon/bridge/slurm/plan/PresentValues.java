package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.limit.LimitReader;
import io.gnomon.bridge.slurm.partition.PartitionLayout;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.slurm.parameter.SiteLimit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Slurm's present values at one time. Each is read when it is first needed. Not thread-safe. */
public final class PresentValues {
  private final SlurmReader reader;
  private final LimitReader limits;
  private @Nullable List<PartitionRecord> partitions;
  private @Nullable Map<String, String> settings;

  /** The values, none of which has been read. */
  public PresentValues(SlurmReader reader, LimitReader limits) {
    this.reader = reader;
    this.limits = limits;
  }

  /**
   * Reads values of an aspect.
   *
   * @param expected the values to compare with; of a partition, only the attributes in its value
   *     are read
   * @return the values by name; a setting, QOS or partition with a limit that does not exist has
   *     none
   * @throws SlurmException if Slurm or slurmdbd does not answer, or prints something unreadable
   */
  public Map<String, String> of(Aspect aspect, Map<String, String> expected) throws SlurmException {
    return switch (aspect) {
      case PARTITIONS -> PartitionLayout.present(expected, partitions());
      case PARAMETERS, PRIORITIES -> settings();
      case LIMITS ->
          limits.read(
              expected.keySet().stream().flatMap(name -> SiteLimit.of(name).stream()).toList());
    };
  }

  private List<PartitionRecord> partitions() throws SlurmException {
    List<PartitionRecord> read = partitions == null ? reader.partitions() : partitions;
    partitions = read;
    return read;
  }

  private Map<String, String> settings() throws SlurmException {
    Map<String, String> read = settings == null ? reader.settings() : settings;
    settings = read;
    return read;
  }
}
