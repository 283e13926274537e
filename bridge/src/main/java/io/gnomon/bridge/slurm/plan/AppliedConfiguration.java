package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.slurm.order.ManagedNice;
import io.gnomon.bridge.slurm.order.NiceOrder;
import io.gnomon.bridge.storage.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The configuration that was applied last, as it is stored in {@code in-force.json}.
 *
 * @param policy text form of the policy
 * @param version its version
 * @param partitions attributes of the partitions that Gnomon owns, as Slurm printed them, by name
 * @param settings settings of slurm.conf that Gnomon has set, as Slurm prints them
 * @param siteSettings the site's own values of these settings
 * @param confDigest digest of the site's slurm.conf when slurmctld last had it loaded unchanged, or
 *     empty if that was never observed
 * @param order the order of the pending jobs, or null for the site's own
 * @param limits limits of QOS and partitions that Gnomon has set
 * @param nice nice values that Gnomon has set, by id of the job or array
 */
public record AppliedConfiguration(
    String policy,
    long version,
    Map<String, Map<String, String>> partitions,
    Map<String, String> settings,
    Map<String, String> siteSettings,
    String confDigest,
    @Nullable NiceOrder order,
    AppliedLimits limits,
    Map<String, ManagedNice> nice) {
  /** Maps are copied if they are mutable. */
  public AppliedConfiguration {
    partitions = Map.copyOf(partitions);
    settings = Map.copyOf(settings);
    siteSettings = Map.copyOf(siteSettings);
    nice = Map.copyOf(nice);
  }

  /** A configuration in which Gnomon has set nothing. */
  public static AppliedConfiguration unchanged(String policy, long version, String confDigest) {
    return new AppliedConfiguration(
        policy,
        version,
        Map.of(),
        Map.of(),
        Map.of(),
        confDigest,
        null,
        AppliedLimits.NONE,
        Map.of());
  }

  /** The file in the bridge's state folder that holds the configuration. */
  public static JsonFile<AppliedConfiguration> file(Path stateFolder) {
    return new JsonFile<>(
        stateFolder.resolve("in-force.json"),
        AppliedConfiguration.class,
        Map.of("limits", AppliedLimits.NONE));
  }

  /**
   * Returns the site's own values of the settings that Gnomon has set, empty if it has set none.
   *
   * @throws IOException if the file in the state folder cannot be read
   */
  public static Map<String, String> readSiteSettings(Path stateFolder) throws IOException {
    return file(stateFolder)
        .read()
        .filter(applied -> !applied.settings().isEmpty())
        .map(AppliedConfiguration::siteSettings)
        .orElse(Map.of());
  }

  /**
   * Returns the site's own values of the limits that Gnomon has set, by name as in a policy.
   *
   * @throws IOException if the file in the state folder cannot be read
   */
  public static Map<String, String> readSiteLimits(Path stateFolder) throws IOException {
    Map<String, String> own = new TreeMap<>();
    file(stateFolder)
        .read()
        .map(AppliedConfiguration::limits)
        .ifPresent(
            limits ->
                limits.values().keySet().stream()
                    .filter(limits.ofSite()::containsKey)
                    .forEach(name -> own.put(name, limits.ofSite().getOrDefault(name, ""))));
    return own;
  }

  /**
   * Returns the text form of the policy that was stored last, empty if there is none.
   *
   * @throws IOException if the file in the state folder cannot be read
   */
  public static Optional<String> readPolicy(Path stateFolder) throws IOException {
    return file(stateFolder).read().map(AppliedConfiguration::policy);
  }

  /** Whether Gnomon has set nothing, except nice values that are still to be restored. */
  public boolean leavesSiteUnchanged() {
    return partitions.isEmpty() && settings.isEmpty() && order == null && limits.values().isEmpty();
  }

  /** Returns this configuration with other nice values. */
  public AppliedConfiguration withNice(Map<String, ManagedNice> next) {
    return new AppliedConfiguration(
        policy, version, partitions, settings, siteSettings, confDigest, order, limits, next);
  }

  /** Returns this configuration with another policy and version. */
  public AppliedConfiguration withPolicy(String nextPolicy, long nextVersion) {
    return new AppliedConfiguration(
        nextPolicy,
        nextVersion,
        partitions,
        settings,
        siteSettings,
        confDigest,
        order,
        limits,
        nice);
  }
}
