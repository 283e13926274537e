package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.limit.SiteLimit;
import io.gnomon.events.config.ConfigRejectReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The part of a plan that sets and restores limits of QOS and partitions. A limit that someone else
 * has changed since Gnomon set it is the site's own, and is not restored.
 *
 * @param next the limits in the new configuration
 * @param steps in order of the names
 */
record LimitPlan(AppliedLimits next, List<Step> steps) {
  private static final LimitPlan NOTHING = new LimitPlan(AppliedLimits.NONE, List.of());

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
   * @param applied what is in force
   * @throws CannotApplyException if Slurm does not have the QOS or partition of a wanted limit
   */
  static LimitPlan of(Map<SiteLimit, String> wanted, AppliedLimits applied, Source reader)
      throws SlurmException, CannotApplyException {
    Map<String, SiteLimit> limits = new TreeMap<>();
    wanted.keySet().forEach(limit -> limits.put(limit.parameter(), limit));
    for (String name : applied.values().keySet()) {
      SiteLimit.of(name).ifPresent(limit -> limits.put(name, limit));
    }
    if (limits.isEmpty()) {
      return NOTHING;
    }
    Map<String, String> present = reader.read(limits.values());
    Map<String, String> values = new TreeMap<>();
    Map<String, String> ofSite = new TreeMap<>();
    List<Step> steps = new ArrayList<>();
    for (SiteLimit limit : limits.values()) {
      String name = limit.parameter();
      String now = present.get(name);
      String value = wanted.get(limit);
      if (now == null) {
        if (value != null) {
          throw missing(limit);
        }
        continue; // deleted since
      }
      String own = now.equals(applied.values().get(name)) ? ownValue(applied, name) : now;
      ofSite.put(name, own);
      if (value != null) {
        values.put(name, value);
      }
      String target = value == null ? own : value;
      if (!target.equals(now)) {
        steps.add(Step.limit(limit, target, now));
      }
    }
    return new LimitPlan(new AppliedLimits(values, ofSite), steps);
  }

  private static String ownValue(AppliedLimits applied, String name) {
    return applied.ofSite().getOrDefault(name, "");
  }

  private static CannotApplyException missing(SiteLimit limit) {
    String kind = limit.attribute().isOfQos() ? "QOS" : "partition";
    return new CannotApplyException(
        ConfigRejectReason.NOT_CAPABLE,
        "slurm.ranges names %s, and Slurm has no %s '%s'"
            .formatted(limit.parameter(), kind, limit.of()));
  }
}
