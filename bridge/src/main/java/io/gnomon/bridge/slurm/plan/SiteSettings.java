package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.slurm.policy.MappedPolicy;
import io.gnomon.bridge.slurm.policy.PrintedValue;
import io.gnomon.slurm.parameter.SchedulerParameters;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Plans the settings of slurm.conf. The site's own value is the one in force, or, if Gnomon has set
 * that, the one in slurm.conf; the former one where slurm.conf cannot be read. All values are as
 * {@code scontrol show config} prints them.
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

  /** Plans SchedulerParameters. */
  AspectPlan parameters(MappedPolicy policy) {
    if (policy.options().isEmpty()) {
      return AspectPlan.of(Map.of(), own(Aspect.PARAMETERS, Set.of()));
    }
    Map<String, String> own = own(Aspect.PARAMETERS, Set.of(SchedulerParameters.KEY));
    SchedulerParameters wanted =
        SchedulerParameters.parse(own.getOrDefault(SchedulerParameters.KEY, ""))
            .with(policy.options());
    return AspectPlan.of(Map.of(SchedulerParameters.KEY, wanted.toString()), own);
  }

  /** Plans the settings of priority/multifactor. */
  AspectPlan priorities(MappedPolicy policy) {
    Map<String, String> wanted = new TreeMap<>();
    policy.priorities().forEach((setting, value) -> wanted.put(setting.printed(), value));
    return AspectPlan.of(wanted, own(Aspect.PRIORITIES, wanted.keySet()));
  }

  /** Returns the site's values of settings that are to be set, and of those that are set now. */
  private Map<String, String> own(Aspect aspect, Set<String> keys) {
    Map<String, AppliedSetting> set = applied.of(aspect);
    Map<String, String> present = new TreeMap<>();
    keys.forEach(key -> present.put(key, slurm.getOrDefault(key, "")));
    set.keySet().forEach(key -> present.put(key, slurm.getOrDefault(key, "")));
    Map<String, String> own = AspectPlan.own(set, present);
    own.replaceAll(
        (key, value) ->
            PrintedValue.of(key, set.containsKey(key) ? site.value(key).orElse(value) : value));
    return own;
  }
}
