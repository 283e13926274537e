package io.gnomon.bridge.slurm.accounting;

import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.PrintedTable;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmPrograms;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.limit.SiteLimit;
import io.gnomon.text.ShareListing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the accounts of a Slurm cluster with sacctmgr, their usage with sshare, and the settings of
 * priority/multifactor with scontrol. A read runs five programs, of which sacctmgr asks slurmdbd.
 * Not thread-safe.
 */
public final class AccountingReader {
  private static final String STORAGE = "AccountingStorageType";
  private static final String SLURMDBD = "accounting_storage/slurmdbd";

  private final SlurmPrograms programs;
  private final SlurmReader reader;
  private final SettingsSource own;
  private final LimitsSource limits;

  /** Supplies the site's own values of settings that Gnomon has set. */
  @FunctionalInterface
  public interface SettingsSource {
    /**
     * Returns the site's own values.
     *
     * @param printed the output of {@code scontrol show config}
     * @throws IOException if a file of the site or the bridge cannot be read
     */
    Map<String, String> siteSettings(Map<String, String> printed) throws IOException;
  }

  /** Supplies the site's own values of limits that Gnomon has set. */
  @FunctionalInterface
  public interface LimitsSource {
    /**
     * Returns the site's own values, by name as in a policy.
     *
     * @throws IOException if a file of the bridge cannot be read
     */
    Map<String, String> siteLimits() throws IOException;
  }

  /**
   * A reader.
   *
   * @param own the site's own values of settings that Gnomon has set
   * @param limits the site's own values of limits that Gnomon has set
   */
  public AccountingReader(
      SlurmPrograms programs, SlurmReader reader, SettingsSource own, LimitsSource limits) {
    this.limits = limits;
    this.programs = programs;
    this.reader = reader;
    this.own = own;
  }

  /**
   * Reads the accounts; empty on a cluster without slurmdbd.
   *
   * @throws SlurmException if Slurm or slurmdbd does not answer, or prints something unreadable
   * @throws IOException if a file of the site or the bridge cannot be read
   */
  public Optional<AccountingObservation> read() throws SlurmException, IOException {
    Map<String, String> settings = reader.settings();
    if (!settings.getOrDefault(STORAGE, "").equals(SLURMDBD)) {
      return Optional.empty();
    }
    String associations =
        programs.run(
            "sacctmgr",
            "--parsable2",
            "show",
            "associations",
            "where",
            "cluster=" + settings.getOrDefault("ClusterName", ""),
            "format=account,user,parentname,share,priority,partition,"
                + LimitMapping.ASSOCIATION_COLUMNS);
    String qos =
        programs.run(
            "sacctmgr",
            "--parsable2",
            "show",
            "qos",
            "format=name,priority,usagefactor,flags,preempt,preemptmode,gracetime,"
                + LimitMapping.QOS_COLUMNS);
    long at = reader.now();
    String shares =
        programs.run("sshare", "--all", "--parsable2", "--format=Account,User,RawUsage");
    List<String> notes = new ArrayList<>();
    List<Map<String, String>> qosRows =
        PrintedTable.rows(
            "sacctmgr show qos", qos, List.of("name", "priority", "usagefactor"), notes::add);
    List<PartitionRecord> partitions = new ArrayList<>(reader.partitions());
    restore(limits.siteLimits(), qosRows, partitions);
    return Optional.of(
        AccountingMapping.of(
            PrintedTable.rows(
                "sacctmgr show associations",
                associations,
                List.of("account", "user", "parentname", "share", "priority", "partition"),
                notes::add),
            qosRows,
            usage(shares),
            own.siteSettings(settings),
            partitions,
            at,
            notes));
  }

  /** Parses what sshare printed. */
  static ShareListing usage(String printed) throws SlurmException {
    try {
      return ShareListing.parse(printed.lines().toList());
    } catch (IllegalArgumentException unreadable) {
      throw new SlurmException("output of sshare, " + unreadable.getMessage(), unreadable);
    }
  }

  /** Puts the site's own values in the place of those that Gnomon has set. */
  private static void restore(
      Map<String, String> own, List<Map<String, String>> qos, List<PartitionRecord> partitions) {
    own.forEach(
        (name, value) ->
            SiteLimit.of(name).ifPresent(limit -> restore(limit, value, qos, partitions)));
  }

  private static void restore(
      SiteLimit limit,
      String value,
      List<Map<String, String>> qos,
      List<PartitionRecord> partitions) {
    if (limit.attribute().isOfQos()) {
      qos.stream()
          .filter(row -> limit.of().equals(row.get("name")))
          .forEach(row -> limit.replace(row, value));
      return;
    }
    partitions.replaceAll(
        partition -> {
          if (!partition.name().equals(limit.of())) {
            return partition;
          }
          Map<String, String> attributes = new HashMap<>(partition.attributes());
          limit.replace(attributes, value);
          return new PartitionRecord(partition.name(), attributes);
        });
  }
}
