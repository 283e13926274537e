package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.slurm.order.ManagedNice;
import io.gnomon.bridge.slurm.order.NiceOrder;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.storage.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The configuration that was applied last, as it is stored in {@code in-force.json}.
 *
 * @param policy text form of the policy
 * @param version its version
 * @param changes what Gnomon has set, by name; an aspect in which it has set nothing is missing
 * @param confDigest digest of the site's slurm.conf when slurmctld last had it loaded unchanged, or
 *     empty if that was never observed
 * @param order the order of the pending jobs, or null for the site's own
 * @param nice nice values that Gnomon has set, see {@link ManagedNice#of}
 */
public record AppliedConfiguration(
    String policy,
    long version,
    Map<Aspect, Map<String, AppliedSetting>> changes,
    String confDigest,
    @Nullable NiceOrder order,
    Map<String, ManagedNice> nice) {
  /** Maps are copied, and those of the changes sorted. */
  public AppliedConfiguration {
    Map<Aspect, Map<String, AppliedSetting>> sorted = new EnumMap<>(Aspect.class);
    changes.forEach(
        (aspect, set) -> {
          if (!set.isEmpty()) {
            sorted.put(aspect, Collections.unmodifiableMap(new TreeMap<>(set)));
          }
        });
    changes = Collections.unmodifiableMap(sorted);
    nice = Map.copyOf(nice);
  }

  /** A configuration in which Gnomon has set nothing. */
  public static AppliedConfiguration unchanged(String policy, long version) {
    return new AppliedConfiguration(policy, version, Map.of(), "", null, Map.of());
  }

  /** The file in the bridge's state folder that holds the configuration. */
  public static JsonFile<AppliedConfiguration> file(Path stateFolder) {
    return new JsonFile<>(stateFolder.resolve("in-force.json"), AppliedConfiguration.class);
  }

  /**
   * Returns the site's own values of what Gnomon has set.
   *
   * @throws IOException if the file in the state folder cannot be read
   */
  public static Map<String, String> readFormer(Path stateFolder, Aspect... aspects)
      throws IOException {
    Map<String, String> former = new TreeMap<>();
    AppliedConfiguration applied = file(stateFolder).read().orElse(unchanged("", 1));
    for (Aspect aspect : aspects) {
      former.putAll(applied.former(aspect));
    }
    return former;
  }

  /**
   * Returns the text form of the policy that was stored last, empty if there is none.
   *
   * @throws IOException if the file in the state folder cannot be read
   */
  public static Optional<String> readPolicy(Path stateFolder) throws IOException {
    return file(stateFolder).read().map(AppliedConfiguration::policy);
  }

  /** Returns what Gnomon has set in an aspect, by name. */
  public Map<String, AppliedSetting> of(Aspect aspect) {
    return changes.getOrDefault(aspect, Map.of());
  }

  /** Returns the values that Gnomon has set in an aspect, by name. */
  public Map<String, String> values(Aspect aspect) {
    return map(aspect, AppliedSetting::value);
  }

  /** Returns the site's own values of what Gnomon has set in an aspect, by name. */
  public Map<String, String> former(Aspect aspect) {
    return map(aspect, AppliedSetting::former);
  }

  private Map<String, String> map(Aspect aspect, Function<AppliedSetting, String> part) {
    Map<String, String> values = new TreeMap<>();
    of(aspect).forEach((name, set) -> values.put(name, part.apply(set)));
    return values;
  }

  /** Returns the settings of slurm.conf that Gnomon has set. */
  public Map<String, String> settings() {
    Map<String, String> settings = values(Aspect.PARAMETERS);
    settings.putAll(values(Aspect.PRIORITIES));
    return settings;
  }

  /** Whether Gnomon has set nothing, except nice values that are still to be restored. */
  public boolean leavesSiteUnchanged() {
    return changes.isEmpty() && order == null;
  }

  /** Returns this configuration with the site's own values in an aspect. */
  public AppliedConfiguration without(Aspect aspect) {
    Map<Aspect, Map<String, AppliedSetting>> others = new EnumMap<>(Aspect.class);
    others.putAll(changes);
    others.remove(aspect);
    return new AppliedConfiguration(policy, version, others, confDigest, order, nice);
  }

  /** Returns this configuration with other nice values. */
  public AppliedConfiguration withNice(Map<String, ManagedNice> next) {
    return new AppliedConfiguration(policy, version, changes, confDigest, order, next);
  }

  /** Returns this configuration with another policy and version. */
  public AppliedConfiguration withPolicy(String nextPolicy, long nextVersion) {
    return new AppliedConfiguration(nextPolicy, nextVersion, changes, confDigest, order, nice);
  }
}
