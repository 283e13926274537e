package io.gnomon.sim.search;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.slurm.SiteLimit;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Alternatives with another value of one declared limit: half and double, moved into the declared
 * range, and the site's own value. Where nothing is limited, or the value is 0, they are the bounds
 * of the range.
 */
final class LimitVariants {
  private LimitVariants() {}

  /**
   * The alternatives to a policy; none if it is not a {@code slurm} policy. Limits without an
   * effect in a simulation of the cluster are left out.
   */
  static List<PolicySpec> of(PolicySpec incumbent, ClusterState state, List<LimitRange> declared) {
    List<PolicySpec> variants = new ArrayList<>();
    if (!incumbent.name().equals(SlurmFamily.NAME)) {
      return variants;
    }
    for (LimitRange range : declared) {
      Optional<SiteLimit> limit = SiteLimit.of(range.parameter());
      if (limit.isPresent() && limit.get().isSimulated(state)) {
        add(incumbent, range, limit.get().ofSite(state), variants);
      }
    }
    return variants;
  }

  private static void add(
      PolicySpec incumbent, LimitRange range, OptionalLong ofSite, List<PolicySpec> variants) {
    String key = range.parameter();
    String given = incumbent.parameters().get(key);
    OptionalLong inForce = given == null ? ofSite : OptionalLong.of(Long.parseLong(given));
    long value = inForce.orElse(0);
    LongStream.of(
            value == 0 ? range.least() : range.nearest(value / 2),
            value == 0 ? range.most() : range.nearest(2 * value))
        .distinct()
        .filter(other -> inForce.isEmpty() || other != value)
        .mapToObj(other -> incumbent.with(key, other))
        .forEach(variants::add);
    if (given != null) {
      variants.add(incumbent.without(key));
    }
  }
}
