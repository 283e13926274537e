package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.slurm.policy.MappedPolicy;
import io.gnomon.bridge.slurm.policy.PrioritySetting;
import io.gnomon.bridge.slurm.policy.SchedulerParameters;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The site's own values of the settings of slurm.conf that Gnomon may set: those in force, unless
 * Gnomon has set them. All values are as {@code scontrol show config} prints them.
 */
final class SiteSettings {
  private final AppliedConfiguration applied;
  private final Map<String, String> slurm;
  private final SiteConfiguration site;

  /**
   * The values beside the configuration in force.
   *
   * @param slurm the output of {@code scontrol show config}
   */
  SiteSettings(AppliedConfiguration applied, Map<String, String> slurm, SiteConfiguration site) {
    this.applied = applied;
    this.slurm = slurm;
    this.site = site;
  }

  /** Returns the settings that put a policy in force. */
  Map<String, String> with(MappedPolicy policy) {
    Map<String, String> settings = new TreeMap<>();
    if (policy.options() != null) {
      settings.put(
          SchedulerParameters.KEY,
          SchedulerParameters.parse(value(SchedulerParameters.KEY))
              .with(policy.options())
              .toString());
    }
    policy.priorities().forEach((setting, value) -> settings.put(setting.slurmName(), value));
    return settings;
  }

  /** Returns the site's values of settings that are to be set, and of those that are set now. */
  Map<String, String> of(Set<String> keys) {
    Set<String> all = new HashSet<>(keys);
    all.addAll(applied.settings().keySet());
    all.add(SchedulerParameters.KEY);
    Map<String, String> values = new TreeMap<>();
    for (String key : all) {
      values.put(key, printed(key, value(key)));
    }
    return values;
  }

  private String value(String key) {
    return applied.settings().containsKey(key)
        ? site.value(key).orElse(applied.siteSettings().getOrDefault(key, ""))
        : slurm.getOrDefault(key, "");
  }

  private static String printed(String key, String value) {
    return key.equals(SchedulerParameters.KEY)
        ? SchedulerParameters.parse(value).toString()
        : PrioritySetting.ofSlurm(key).flatMap(setting -> setting.normalized(value)).orElse(value);
  }
}
