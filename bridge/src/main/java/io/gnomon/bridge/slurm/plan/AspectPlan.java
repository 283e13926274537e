package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.slurm.policy.Aspect;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The part of a plan that sets and restores one {@link Aspect}.
 *
 * @param next what Gnomon sets
 * @param expected the values that Slurm must have afterwards: those that Gnomon sets, and the
 *     site's own ones of those that it restores
 */
public record AspectPlan(Map<String, AppliedSetting> next, Map<String, String> expected) {
  /**
   * The part for some values.
   *
   * @param wanted values to set
   * @param own the site's own values of these, and of those that are to be restored
   */
  public static AspectPlan of(Map<String, String> wanted, Map<String, String> own) {
    Map<String, AppliedSetting> next = new TreeMap<>();
    wanted.forEach(
        (name, value) -> next.put(name, new AppliedSetting(value, own.getOrDefault(name, ""))));
    Map<String, String> expected = new TreeMap<>(own);
    expected.putAll(wanted);
    return new AspectPlan(Collections.unmodifiableMap(next), Collections.unmodifiableMap(expected));
  }

  /**
   * Returns the site's own values.
   *
   * @param applied what Gnomon has set
   * @param present the present values
   */
  public static Map<String, String> own(
      Map<String, AppliedSetting> applied, Map<String, String> present) {
    Map<String, String> own = new TreeMap<>(present);
    own.replaceAll(
        (name, value) -> {
          AppliedSetting set = applied.get(name);
          return set == null ? value : set.own(value);
        });
    return own;
  }
}
