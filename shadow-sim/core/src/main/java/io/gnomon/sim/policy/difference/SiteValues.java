package io.gnomon.sim.policy.difference;

import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.slurm.SimulatedLimit;
import io.gnomon.slurm.mapping.PriorityMapping;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.parameter.Values;
import java.util.Optional;

/** The values that a site declares of what a policy {@code slurm} does not name. */
@FunctionalInterface
public interface SiteValues {
  /** An unknown site. */
  SiteValues UNKNOWN = parameter -> Optional.of(Values.OF_SITE);

  /**
   * The value of a parameter, as a policy would have it.
   *
   * @return empty for no limit, {@value Values#OF_SITE} if it is not known
   */
  Optional<String> of(String parameter);

  /** The values that the cluster of a state declares. */
  static SiteValues of(ClusterState state) {
    SiteValues priorities =
        state.hasAccounting() ? of(state.accounting().accounts().settings()) : UNKNOWN;
    return parameter -> {
      Optional<SimulatedLimit> limit =
          SiteLimit.of(parameter).map(SimulatedLimit::new).filter(one -> one.isSimulated(state));
      return limit.isPresent()
          ? limit.get().ofSite(state).stream().mapToObj(Long::toString).findFirst()
          : priorities.of(parameter);
    };
  }

  /** The values of a site's priorities. */
  static SiteValues of(PrioritySettings settings) {
    return parameter ->
        Optional.of(
            SlurmParameter.of(parameter).map(row -> value(row, settings)).orElse(Values.OF_SITE));
  }

  private static String value(SlurmParameter row, PrioritySettings settings) {
    if (row == SlurmParameter.PRIORITY_FAVOR_SMALL) {
      return settings.favorsSmall() ? "YES" : "NO";
    }
    return PriorityMapping.NUMBERS.contains(row)
        ? Math.round(PriorityMapping.value(settings, row)) + row.allowed().unit().letter()
        : Values.OF_SITE;
  }
}
