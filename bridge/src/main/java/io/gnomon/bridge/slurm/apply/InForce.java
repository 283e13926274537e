package io.gnomon.bridge.slurm.apply;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was applied at last.
 *
 * @param policy its text
 * @param version its version
 * @param partitions what Slurm then said of the partitions that Gnomon owns, by name
 * @param settings of slurm.conf that Gnomon sets, as Slurm prints them
 * @param site what the site itself has of these
 * @param conf digest of the site's slurm.conf when slurmctld had read it as it is, or empty
 * @param ordering of the waiting jobs, or null for the site's
 * @param nice what Gnomon has set of jobs' nice values, by job or array
 */
record InForce(
    String policy,
    long version,
    Map<String, Map<String, String>> partitions,
    Map<String, String> settings,
    Map<String, String> site,
    String conf,
    @Nullable Ordering ordering,
    Map<String, Nice> nice) {
  /** What is null has not been kept by an earlier release. */
  InForce(
      String policy,
      long version,
      @Nullable Map<String, Map<String, String>> partitions,
      @Nullable Map<String, String> settings,
      @Nullable Map<String, String> site,
      @Nullable String conf,
      @Nullable Ordering ordering,
      @Nullable Map<String, Nice> nice) {
    this.policy = policy;
    this.version = version;
    this.partitions = copy(partitions);
    this.settings = copy(settings);
    this.site = copy(site);
    this.ordering = ordering;
    this.nice = copy(nice);
    this.conf = Objects.requireNonNullElse(conf, "");
  }

  /** The same with other nice values. */
  InForce with(Map<String, Nice> next) {
    return new InForce(policy, version, partitions, settings, site, conf, ordering, next);
  }

  static <V> Map<String, V> copy(@Nullable Map<String, V> map) {
    return map == null ? Map.of() : Map.copyOf(map);
  }

  /** Nothing of Gnomon's. */
  static InForce nothing(String policy, long version, String conf) {
    return new InForce(policy, version, Map.of(), Map.of(), Map.of(), conf, null, Map.of());
  }

  /** Whether nothing of Gnomon's is in force, beside nice values that are to be given back. */
  @JsonIgnore
  boolean isTheSites() {
    return partitions.isEmpty() && settings.isEmpty() && ordering == null;
  }

  /** The same by another name. */
  InForce as(String name, long next) {
    return new InForce(name, next, partitions, settings, site, conf, ordering, nice);
  }
}
