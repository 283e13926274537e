package io.gnomon.sim.search;

import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.policy.slurm.parameter.PolicyParameters;
import io.gnomon.sim.priority.PrioritySettings;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.Change;
import io.gnomon.slurm.parameter.Place;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.parameter.Unit;
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
  private static final int MINUTE = 60;
  private static final long MOST = 1 << 24; // points, and about half a year in seconds

  private static final Map<String, List<String>> VALUES =
      new TreeMap<>(
          Map.of(
              SlurmParameter.BF_INTERVAL.parameter(),
              List.of("5s", "10s", "30s", "60s"),
              SlurmParameter.BF_RESOLUTION.parameter(),
              List.of("10s", "60s", "300s"),
              SlurmParameter.BF_WINDOW.parameter(),
              List.of("1440m", "4320m", "10080m"),
              SlurmParameter.BF_MAX_JOB_TEST.parameter(),
              List.of("500", "2000"),
              SlurmParameter.BF_MAX_JOB_USER.parameter(),
              List.of("0", "10", "50"),
              SlurmParameter.BF_JOB_PART_COUNT_RESERVE.parameter(),
              List.of("0", "1", "10"),
              SlurmParameter.DEFAULT_QUEUE_DEPTH.parameter(),
              List.of("100", "1000")));

  private static final List<SlurmParameter> SCALED =
      List.of(
          SlurmParameter.PRIORITY_WEIGHT_AGE,
          SlurmParameter.PRIORITY_WEIGHT_FAIR_SHARE,
          SlurmParameter.PRIORITY_WEIGHT_JOB_SIZE,
          SlurmParameter.PRIORITY_WEIGHT_PARTITION,
          SlurmParameter.PRIORITY_WEIGHT_QOS,
          SlurmParameter.PRIORITY_MAX_AGE,
          SlurmParameter.PRIORITY_DECAY_HALF_LIFE);

  private SlurmVariants() {}

  /** The alternatives to {@code incumbent}; none if it is not a {@code slurm} policy. */
  static List<Spec> of(Spec incumbent) {
    List<Spec> variants = new ArrayList<>();
    if (!incumbent.name().equals(SlurmFamily.NAME)) {
      return variants;
    }
    VALUES.forEach(
        (key, values) -> values.forEach(value -> variants.add(incumbent.with(key, value))));
    Spec arrival = incumbent.without(ORDER).without(WEIGHT);
    variants.add(arrival);
    variants.add(arrival.with(ORDER, "shortest"));
    variants.add(arrival.with(ORDER, "smallest-area"));
    for (String weight : List.of("1e-8", "1e-9", "1e-10")) {
      variants.add(arrival.with(ORDER, "shortest").with(WEIGHT, weight));
    }
    variants.add(arrival.with(ORDER, "smallest-area").with(WEIGHT, "1e-10"));
    variants.add(arrival.with(ORDER, "smallest").with(WEIGHT, "1e-6"));
    return distinct(incumbent, variants);
  }

  /** The policy with each order in the place of priorities; none if it is no {@code slurm}. */
  static List<Spec> ordered(Spec incumbent, List<String> orders) {
    if (!incumbent.name().equals(SlurmFamily.NAME)) {
      return List.of();
    }
    Spec base = incumbent.without(WEIGHT);
    for (String key : incumbent.parameters().keySet()) {
      base = ranks(key) ? base.without(key) : base; // an order overrides them
    }
    Spec unranked = base;
    return distinct(incumbent, orders.stream().map(order -> unranked.with(ORDER, order)).toList());
  }

  private static boolean ranks(String key) {
    return SlurmParameter.in(Place.SLURM_CONF, Change.RECONFIGURE)
            .anyMatch(row -> row.parameter().equals(key))
        || SiteLimit.of(key).filter(SiteLimit::isPriority).isPresent();
  }

  /** Those that Slurm accepts and that differ from the incumbent in what they do. */
  private static List<Spec> distinct(Spec incumbent, List<Spec> variants) {
    return variants.stream()
        .filter(variant -> !sameAs(incumbent, variant) && !exceedsTest(variant))
        .toList();
  }

  private static boolean sameAs(Spec incumbent, Spec variant) {
    Spec same = variant;
    for (String key : VALUES.keySet()) {
      SlurmParameter row = SlurmParameter.of(key).orElseThrow();
      if (PolicyParameters.whole(row, variant) == PolicyParameters.whole(row, incumbent)) {
        String value = incumbent.parameters().get(key);
        same = value == null ? same.without(key) : same.with(key, value);
      }
    }
    return same.equals(incumbent);
  }

  /**
   * The alternatives to {@code incumbent} that keep the order by priority: parameters of the
   * schedulers, and halves and doubles of the weights and times by which priorities are computed.
   * None if it is not a {@code slurm} policy in order of priority.
   */
  static List<Spec> byPriority(Spec incumbent, PrioritySettings inForce) {
    List<Spec> variants = new ArrayList<>();
    if (!incumbent.name().equals(SlurmFamily.NAME)
        || PolicyParameters.word(SlurmParameter.PRIORITY_TYPE, incumbent).equals("basic")) {
      return variants;
    }
    Spec byPriority = incumbent.without(ORDER).without(WEIGHT);
    variants.add(byPriority);
    VALUES.forEach(
        (key, values) -> values.forEach(value -> variants.add(byPriority.with(key, value))));
    SCALED.forEach(row -> scaled(byPriority, row, inForce.value(row), variants));
    variants.add(
        byPriority.with(
            SlurmParameter.PRIORITY_FAVOR_SMALL.parameter(), inForce.favorsSmall() ? "NO" : "YES"));
    return distinct(incumbent, variants);
  }

  /** Whether Slurm rejects a depth because it is above bf_max_job_test. */
  private static boolean exceedsTest(Spec variant) {
    int test = PolicyParameters.whole(SlurmParameter.BF_MAX_JOB_TEST, variant);
    return SlurmParameter.limitedByTest().stream()
        .anyMatch(row -> PolicyParameters.whole(row, variant) > test);
  }

  private static void scaled(
      Spec incumbent, SlurmParameter row, double value, List<Spec> variants) {
    int step = row.allowed().unit() == Unit.TIME ? MINUTE : 1; // Slurm sets whole minutes
    for (double factor : new double[] {0.5, 2}) {
      long scaled = Math.round(value * factor / step) * step;
      if (scaled > 0 && scaled <= MOST && scaled != value) {
        variants.add(incumbent.with(row.parameter(), scaled + row.allowed().unit().letter()));
      }
    }
  }
}
