package io.gnomon.sim.policy.slurm;

import static io.gnomon.slurm.parameter.SlurmParameter.PRIORITY_FAVOR_SMALL;
import static io.gnomon.slurm.parameter.SlurmParameter.PRIORITY_TYPE;

import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.sim.policy.slurm.parameter.PolicyParameters;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.mapping.PriorityMapping;
import io.gnomon.slurm.parameter.ParameterGroup;

/**
 * The parameters of priorities of the policy {@code slurm}. Without a value, they have those that
 * the site declares with its accounts.
 */
final class PriorityOverrides {
  private final Spec spec;

  PriorityOverrides(Spec spec) {
    this.spec = spec;
    PolicyParameters.check(spec, ParameterGroup.PRIORITY);
  }

  /** Whether jobs are in order of priority where the accounts are known. */
  boolean isMultifactor() {
    return PolicyParameters.word(PRIORITY_TYPE, spec).equals("multifactor");
  }

  /** The site's settings with the parameters of this policy in their place. */
  PrioritySettings over(PrioritySettings site) {
    return PriorityMapping.with(
        site,
        PolicyParameters.wordUnlessSite(PRIORITY_FAVOR_SMALL, spec)
            .map("YES"::equals)
            .orElse(site.favorsSmall()),
        row ->
            PolicyParameters.wholeUnlessSite(row, spec)
                .map(Integer::doubleValue)
                .orElseGet(() -> PriorityMapping.value(site, row)));
  }
}
