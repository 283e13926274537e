package io.gnomon.sim.search;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.slurm.SimulatedLimit;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.SiteLimit;
import java.util.ArrayList;
import java.util.List;
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
  static List<Spec> of(Spec incumbent, ClusterState state, List<LimitRange> declared) {
    List<Spec> variants = new ArrayList<>();
    if (!incumbent.name().equals(SlurmFamily.NAME)) {
      return variants;
    }
    for (LimitRange range : declared) {
      SiteLimit.of(range.parameter())
          .map(SimulatedLimit::new)
          .filter(limit -> limit.isSimulated(state))
          .ifPresent(limit -> add(incumbent, range, limit.ofSite(state), variants));
    }
    return variants;
  }

  private static void add(
      Spec incumbent, LimitRange range, OptionalLong ofSite, List<Spec> variants) {
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
