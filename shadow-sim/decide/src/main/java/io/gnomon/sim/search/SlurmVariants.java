package io.gnomon.sim.search;

import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.policy.slurm.parameter.PolicyParameters;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.mapping.PriorityMapping;
import io.gnomon.slurm.parameter.ChangeMethod;
import io.gnomon.slurm.parameter.Place;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.parameter.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

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

  private static final List<SlurmParameter> STUDIED =
      Arrays.stream(SlurmParameter.values())
          .filter(row -> !row.studied().isEmpty())
          .sorted(Comparator.comparing(SlurmParameter::parameter))
          .toList();

  private static final List<SlurmParameter> SCALED =
      PriorityMapping.NUMBERS.stream()
          .filter(row -> row != SlurmParameter.PRIORITY_WEIGHT_ASSOC)
          .toList();

  private SlurmVariants() {}

  /** The alternatives to {@code incumbent}; none if it is not a {@code slurm} policy. */
  static List<Spec> of(Spec incumbent) {
    List<Spec> variants = new ArrayList<>();
    if (!incumbent.name().equals(SlurmFamily.NAME)) {
      return variants;
    }
    variants.addAll(studied(incumbent));
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

  /** The policy with each value of each parameter of the schedulers that studies try. */
  private static List<Spec> studied(Spec policy) {
    return STUDIED.stream()
        .flatMap(row -> row.studied().stream().map(value -> policy.with(row.parameter(), value)))
        .toList();
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
    return SlurmParameter.in(Place.SLURM_CONF, ChangeMethod.RECONFIGURE)
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
    for (SlurmParameter row : STUDIED) {
      String key = row.parameter();
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
    variants.addAll(studied(byPriority));
    SCALED.forEach(row -> scaled(byPriority, row, PriorityMapping.value(inForce, row), variants));
    variants.add(
        byPriority.with(
            SlurmParameter.PRIORITY_FAVOR_SMALL.parameter(), inForce.favorsSmall() ? "NO" : "YES"));
    return distinct(incumbent, variants);
  }

  /** Whether Slurm rejects a depth because it is above another one. */
  private static boolean exceedsTest(Spec variant) {
    return Arrays.stream(SlurmParameter.values())
        .anyMatch(
            row ->
                row.bound()
                    .filter(
                        bound ->
                            PolicyParameters.whole(row, variant)
                                > PolicyParameters.whole(bound, variant))
                    .isPresent());
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
