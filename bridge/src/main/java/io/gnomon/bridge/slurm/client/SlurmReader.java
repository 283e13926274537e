package io.gnomon.bridge.slurm.client;

import io.gnomon.bridge.CauseLog;
import io.gnomon.bridge.slurm.client.SlurmSource.Kind;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.LoggerFactory;

/**
 * Reads the jobs, nodes, partitions, reservations, settings and statistics of a Slurm cluster. A
 * full read of the state is four queries. Not thread-safe.
 */
public final class SlurmReader {
  private static final Set<String> STATE = Set.of("BOOT_TIME", "HASH_VAL", "NEXT_JOB_ID");

  private final SlurmSource source;
  private final InstantSource clock;
  private final CauseLog causes = new CauseLog(LoggerFactory.getLogger(SlurmReader.class));

  /** A reader; {@code clock} must agree with the clock of slurmctld. */
  public SlurmReader(SlurmSource source, InstantSource clock) {
    this.source = source;
    this.clock = clock;
  }

  /** Returns what answers its queries. */
  public SlurmSource source() {
    return source;
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
    List<JobRecord> jobs = source.jobs(causes::count);
    return new SlurmState(at, jobs, nodes(), partitions(), reservations());
  }

  private List<NodeRecord> nodes() throws SlurmException {
    return readable(source.records(Kind.NODE), NodeRecord::of);
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
    return source.records(Kind.PARTITION).stream().map(PartitionRecord::of).toList();
  }

  private List<ReservationRecord> reservations() throws SlurmException {
    return readable(source.records(Kind.RESERVATION), ReservationRecord::of);
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
    return source.records(Kind.SWITCH).stream().map(SwitchRecord::of).toList();
  }

  /** Reads how many licences the cluster has, by name. */
  public Map<String, Integer> licenses() throws SlurmException {
    Map<String, Integer> licenses = new TreeMap<>();
    for (Map<String, String> record : source.records(Kind.LICENSE)) {
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
    return source.settings();
  }

  /**
   * Reads the settings that stay the same until slurmctld is reconfigured; those about the present
   * state of slurmctld are left out.
   */
  public Map<String, String> configured() throws SlurmException {
    Map<String, String> configured = new TreeMap<>(source.settings());
    configured.keySet().removeIf(key -> STATE.contains(key) || key.startsWith("Slurmctld("));
    return configured;
  }

  /** Reads the statistics of the backfill scheduler; empty if it has not run since their reset. */
  public Optional<BackfillStatistics> backfillStatistics() throws SlurmException {
    return source.backfillStatistics();
  }

  /** Reads how busy slurmctld is, with one request that takes none of its locks on jobs. */
  public ControllerLoad load() throws SlurmException {
    return source.load();
  }

  /** Returns how many requests were sent to Slurm. */
  public long requests() {
    return source.requests();
  }
}
