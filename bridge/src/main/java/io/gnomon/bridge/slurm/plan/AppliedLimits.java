package io.gnomon.bridge.slurm.plan;

import java.util.Map;
import java.util.TreeMap;

/**
 * Limits of QOS and partitions in a configuration, by name as in a policy; empty values are limits
 * that are not set.
 *
 * @param values those that Gnomon has set
 * @param ofSite the site's own values of these, and of those that Gnomon has just restored
 */
public record AppliedLimits(Map<String, String> values, Map<String, String> ofSite) {
  /** Gnomon has set nothing. */
  public static final AppliedLimits NONE = new AppliedLimits(Map.of(), Map.of());

  /** Maps are copied if they are mutable. */
  public AppliedLimits {
    values = Map.copyOf(values);
    ofSite = Map.copyOf(ofSite);
  }

  /** Returns the values that Slurm must have: those that Gnomon has set, and else the site's. */
  public Map<String, String> expected() {
    Map<String, String> expected = new TreeMap<>(ofSite);
    expected.putAll(values);
    return expected;
  }
}
