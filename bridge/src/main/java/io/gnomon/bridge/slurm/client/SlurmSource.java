package io.gnomon.bridge.slurm.client;

import io.gnomon.slurm.listing.ShareListing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Answers the bridge's queries about a Slurm cluster. Maps have the keys and values that Slurm's
 * programs print, for every implementation. Every query throws {@link SlurmException} if Slurm does
 * not answer, or answers with something unreadable. Not thread-safe.
 */
public interface SlurmSource {
  /** What {@code scontrol --oneliner show} prints a record of. */
  enum Kind {
    /** A node. */
    NODE("node", "NodeName"),
    /** A partition, also a hidden one. */
    PARTITION("partition", "PartitionName"),
    /** A reservation; its times are epoch seconds. */
    RESERVATION("reservation", "ReservationName"),
    /** A licence. */
    LICENSE("license", "LicenseName"),
    /** A switch of topology/tree. */
    SWITCH("topology", "SwitchName");

    private final String entity;
    private final String key;

    Kind(String entity, String key) {
      this.entity = entity;
      this.key = key;
    }

    /** Returns the word for it after {@code scontrol show}. */
    public String entity() {
      return entity;
    }

    /** Returns the first key of a record, whose value is its name. */
    public String key() {
      return key;
    }
  }

  /**
   * Reads every job that slurmctld knows, including ended jobs.
   *
   * @param causes receives why a value or a job was left out
   */
  List<JobRecord> jobs(Consumer<String> causes) throws SlurmException;

  /** Reads all records of a kind. */
  List<Map<String, String>> records(Kind kind) throws SlurmException;

  /** Reads the settings that slurmctld runs with, as {@code scontrol show config} prints them. */
  Map<String, String> settings() throws SlurmException;

  /** Reads the statistics of the backfill scheduler; empty if it has not run since their reset. */
  Optional<BackfillStatistics> backfillStatistics() throws SlurmException;

  /** Reads how busy slurmctld is, with one request that takes none of its locks on jobs. */
  ControllerLoad load() throws SlurmException;

  /**
   * Reads the associations from slurmdbd: columns of {@code sacctmgr show associations} in lower
   * case, without empty fields.
   *
   * @param cluster Slurm's name of the cluster
   * @param notes receives a phrase for each row that was left out
   */
  List<Map<String, String>> associations(String cluster, Consumer<String> notes)
      throws SlurmException;

  /**
   * Reads the QOS from slurmdbd: columns of {@code sacctmgr show qos} in lower case, without empty
   * fields.
   *
   * @param notes receives a phrase for each row that was left out
   */
  List<Map<String, String>> qos(Consumer<String> notes) throws SlurmException;

  /** Reads the names and priorities of the QOS from slurmctld, for when slurmdbd is away. */
  List<Map<String, String>> controllerQos() throws SlurmException;

  /** Reads shares and usage from slurmctld. */
  ShareListing shares() throws SlurmException;

  /** Returns what it cannot answer or do, a sentence each. */
  default List<String> limits() {
    return List.of();
  }

  /** Returns what an administrator should correct, a sentence each. */
  default List<String> warnings() throws SlurmException {
    return List.of();
  }

  /** Returns how many requests were sent to Slurm. */
  long requests();
}
