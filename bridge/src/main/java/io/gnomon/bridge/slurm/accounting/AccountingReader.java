package io.gnomon.bridge.slurm.accounting;

import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.slurm.listing.ShareListing;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the accounts of a Slurm cluster, their usage, and the settings of priority/multifactor. A
 * read is five queries, two of them of slurmdbd. Not thread-safe.
 */
public final class AccountingReader {
  private static final String STORAGE = "AccountingStorageType";
  private static final String SLURMDBD = "accounting_storage/slurmdbd";
  private static final String MULTIFACTOR = "priority/multifactor";
  private static final String FAIR_SHARE = SlurmParameter.PRIORITY_WEIGHT_FAIR_SHARE.printed();

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
  public AccountingReader(SlurmReader reader, SettingsSource own, LimitsSource limits) {
    this.limits = limits;
    this.reader = reader;
    this.own = own;
  }

  /**
   * Reads the accounts. Without slurmdbd there are none, only the settings of priority/multifactor;
   * empty under another plugin.
   *
   * @throws SlurmException if Slurm or slurmdbd does not answer, or prints something unreadable
   * @throws IOException if a file of the site or the bridge cannot be read
   */
  public Optional<AccountingObservation> read() throws SlurmException, IOException {
    Map<String, String> settings = reader.settings();
    List<String> notes = new ArrayList<>();
    if (!settings.getOrDefault(STORAGE, "").equals(SLURMDBD)) {
      if (!settings.getOrDefault("PriorityType", "").equals(MULTIFACTOR)) {
        return Optional.empty();
      }
      Map<String, String> site = new HashMap<>(own.siteSettings(settings));
      site.put(FAIR_SHARE, "0"); // so does slurmctld
      return Optional.of(
          observation(List.of(), List.of(), new ShareListing(List.of()), site, notes));
    }
    List<Map<String, String>> associations =
        reader.source().associations(settings.getOrDefault("ClusterName", ""), notes::add);
    List<Map<String, String>> qos = reader.source().qos(notes::add);
    return Optional.of(
        observation(
            associations, qos, reader.source().shares(), own.siteSettings(settings), notes));
  }

  /**
   * Reads what slurmctld itself knows of the accounts: shares, usage and priorities of QOS, but no
   * limits. For the time that slurmdbd does not answer.
   *
   * @throws SlurmException if Slurm does not answer, or prints something unreadable
   * @throws IOException if a file of the site or the bridge cannot be read
   */
  public AccountingObservation readWithoutDatabase() throws SlurmException, IOException {
    List<String> notes = new ArrayList<>();
    notes.add("limits and preemption of accounts and QOS, because slurmdbd does not answer");
    List<Map<String, String>> qos = reader.source().controllerQos();
    if (qos.isEmpty()) {
      notes.add("priorities of QOS, because slurmctld does not report them");
    }
    ShareListing shares = new ShareListing(List.of());
    try {
      shares = reader.source().shares();
    } catch (SlurmException e) {
      notes.add("fair share: " + e.getMessage());
    }
    return observation(
        ControllerAccounts.associations(shares),
        qos,
        shares,
        own.siteSettings(reader.settings()),
        notes);
  }

  private AccountingObservation observation(
      List<Map<String, String>> associations,
      List<Map<String, String>> qos,
      ShareListing shares,
      Map<String, String> settings,
      List<String> notes)
      throws SlurmException, IOException {
    List<PartitionRecord> partitions = new ArrayList<>(reader.partitions());
    restore(limits.siteLimits(), qos, partitions);
    return AccountingMapping.of(
        associations, qos, shares, settings, partitions, reader.now(), notes);
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
    if (limit.isOfQos()) {
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
