package io.gnomon.sim.search;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.slurm.SchedulerParameters;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.priority.PrioritySettings;
import io.gnomon.sim.priority.PriorityWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Alternatives for a cluster whose Slurm is simulated: Slurm's own schedulers with one parameter or
 * the queue order changed. A policy {@code slurm} holds the Slurm settings and the node layout, so
 * the variants start from the policy in force.
 */
final class SlurmVariants {
  private static final String ORDER = "order";
  private static final String WEIGHT = "weight";
  private static final List<String> LIMITED_BY_TEST =
      List.of("bf_max_job_user", "bf_max_job_part", "bf_max_job_user_part");
  private static final String TEST = "bf_max_job_test";
  private static final String TYPE = "PriorityType";
  private static final String MULTIFACTOR = "multifactor";
  private static final long MOST = 1 << 24; // points, and about half a year in seconds

  private static final Map<String, List<String>> VALUES =
      new TreeMap<>(
          Map.of(
              "bf_interval",
              List.of("5s", "10s", "30s", "60s"),
              "bf_resolution",
              List.of("10s", "60s", "300s"),
              "bf_window",
              List.of("1440m", "4320m", "10080m"),
              TEST,
              List.of("500", "2000"),
              "bf_max_job_user",
              List.of("0", "10", "50"),
              "bf_job_part_count_reserve",
              List.of("0", "1", "10"),
              "default_queue_depth",
              List.of("100", "1000")));

  private SlurmVariants() {}

  /** The alternatives to {@code incumbent}; none if it is not a {@code slurm} policy. */
  static List<PolicySpec> of(PolicySpec incumbent) {
    List<PolicySpec> variants = new ArrayList<>();
    if (!incumbent.name().equals(SlurmFamily.NAME)) {
      return variants;
    }
    VALUES.forEach(
        (key, values) -> values.forEach(value -> variants.add(incumbent.with(key, value))));
    PolicySpec arrival = incumbent.without(ORDER).without(WEIGHT);
    variants.add(arrival);
    variants.add(arrival.with(ORDER, "shortest"));
    variants.add(arrival.with(ORDER, "smallest-area"));
    for (String weight : List.of("1e-8", "1e-9", "1e-10")) {
      variants.add(arrival.with(ORDER, "shortest").with(WEIGHT, weight));
    }
    variants.add(arrival.with(ORDER, "smallest-area").with(WEIGHT, "1e-10"));
    variants.add(arrival.with(ORDER, "smallest").with(WEIGHT, "1e-6"));
    variants.removeIf(incumbent::equals);
    variants.removeIf(SlurmVariants::exceedsTest);
    return variants;
  }

  /**
   * The alternatives to {@code incumbent} that keep the order by priority: parameters of the
   * schedulers, and halves and doubles of the weights and times by which priorities are computed.
   * None if it is not a {@code slurm} policy in order of priority.
   */
  static List<PolicySpec> underFairShare(PolicySpec incumbent, PrioritySettings inForce) {
    List<PolicySpec> variants = new ArrayList<>();
    if (!incumbent.name().equals(SlurmFamily.NAME)
        || incumbent.parameters().getOrDefault(TYPE, MULTIFACTOR).equals("basic")) {
      return variants;
    }
    PolicySpec byPriority = incumbent.without(ORDER).without(WEIGHT);
    variants.add(byPriority);
    VALUES.forEach(
        (key, values) -> values.forEach(value -> variants.add(byPriority.with(key, value))));
    PriorityWeights weights = inForce.weights();
    Map<String, Double> points =
        new TreeMap<>(
            Map.of(
                "PriorityWeightAge", weights.age(),
                "PriorityWeightFairshare", weights.fairShare(),
                "PriorityWeightJobSize", weights.jobSize(),
                "PriorityWeightPartition", weights.partition(),
                "PriorityWeightQOS", weights.qos()));
    points.forEach((key, value) -> scaled(byPriority, key, value, "", variants));
    scaled(byPriority, "PriorityMaxAge", inForce.maxAgeSeconds(), "s", variants);
    scaled(byPriority, "PriorityDecayHalfLife", inForce.halfLifeSeconds(), "s", variants);
    variants.add(byPriority.with("PriorityFavorSmall", inForce.favorsSmall() ? "NO" : "YES"));
    variants.removeIf(incumbent::equals);
    variants.removeIf(SlurmVariants::exceedsTest);
    return variants;
  }

  /** Whether Slurm rejects a depth because it is above bf_max_job_test. */
  private static boolean exceedsTest(PolicySpec variant) {
    int test = SchedulerParameters.valueOf(TEST, variant);
    return LIMITED_BY_TEST.stream()
        .anyMatch(key -> SchedulerParameters.valueOf(key, variant) > test);
  }

  private static void scaled(
      PolicySpec incumbent, String key, double value, String unit, List<PolicySpec> variants) {
    for (double factor : new double[] {0.5, 2}) {
      long scaled = Math.round(value * factor);
      if (scaled > 0 && scaled <= MOST) {
        variants.add(incumbent.with(key, scaled + unit));
      }
    }
  }
}
