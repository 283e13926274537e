package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.slurm.parameter.SiteLimit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The part of a plan that sets and restores limits of QOS and partitions.
 *
 * @param aspect the limits in the new configuration
 * @param steps in order of the names
 */
record LimitPlan(AspectPlan aspect, List<Step> steps) {
  /** Reads the present values of limits. */
  @FunctionalInterface
  interface Source {
    /** Returns them by name; a QOS or partition that does not exist has none. */
    Map<String, String> read(Collection<SiteLimit> limits) throws SlurmException;
  }

  LimitPlan {
    steps = List.copyOf(steps);
  }

  /**
   * Plans the limits of a policy.
   *
   * @param wanted values by limit
   * @param applied what Gnomon has set
   * @throws CannotApplyException if Slurm does not have the QOS or partition of a wanted limit
   */
  static LimitPlan of(
      Map<SiteLimit, String> wanted, Map<String, AppliedSetting> applied, Source reader)
      throws SlurmException, CannotApplyException {
    Map<String, SiteLimit> limits = new TreeMap<>();
    Map<String, String> values = new TreeMap<>();
    wanted.forEach(
        (limit, value) -> {
          limits.put(limit.parameter(), limit);
          values.put(limit.parameter(), value);
        });
    for (String name : applied.keySet()) {
      SiteLimit.of(name).ifPresent(limit -> limits.put(name, limit));
    }
    Map<String, String> present = limits.isEmpty() ? Map.of() : reader.read(limits.values());
    for (SiteLimit limit : wanted.keySet()) {
      if (!present.containsKey(limit.parameter())) {
        throw missing(limit);
      }
    }
    AspectPlan aspect = AspectPlan.of(values, AspectPlan.own(applied, present));
    List<Step> steps = new ArrayList<>();
    aspect
        .expected()
        .forEach(
            (name, target) -> {
              SiteLimit limit = limits.get(name);
              String now = present.getOrDefault(name, "");
              if (limit != null && !target.equals(now)) {
                steps.add(Step.limit(limit, target, now));
              }
            });
    return new LimitPlan(aspect, steps);
  }

  private static CannotApplyException missing(SiteLimit limit) {
    String kind = limit.isOfQos() ? "QOS" : "partition";
    return new CannotApplyException(
        ConfigRejectReason.NOT_CAPABLE,
        "slurm.ranges names %s, and Slurm has no %s '%s'"
            .formatted(limit.parameter(), kind, limit.of()));
  }
}
