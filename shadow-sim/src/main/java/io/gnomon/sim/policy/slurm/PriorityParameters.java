package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.priority.PrioritySettings;
import io.gnomon.sim.priority.PriorityWeights;
import java.util.List;
import java.util.Optional;

/**
 * The parameters of the policy {@code slurm} with names that begin with {@code Priority}: those of
 * slurm.conf. Without a value, they have those that the site declares with its accounts.
 */
final class PriorityParameters {
  private static final int MOST_POINTS = 1 << 30;
  private static final int DAY = 86_400;

  private static final Parameter<String> TYPE =
      Parameter.choice(
          "PriorityType",
          "multifactor",
          List.of("multifactor", "basic"),
          "multifactor: the queue is in order of priority where the cluster's accounts are known;"
              + " basic: in order of arrival");
  private static final Parameter<Optional<Integer>> AGE = weight("Age", "age");
  private static final Parameter<Optional<Integer>> ASSOCIATION = weight("Assoc", "association");
  private static final Parameter<Optional<Integer>> FAIR_SHARE = weight("Fairshare", "fair-share");
  private static final Parameter<Optional<Integer>> JOB_SIZE = weight("JobSize", "job-size");
  private static final Parameter<Optional<Integer>> PARTITION = weight("Partition", "partition");
  private static final Parameter<Optional<Integer>> QOS = weight("QOS", "QOS");
  private static final Parameter<Optional<Integer>> MAX_AGE =
      Parameter.seconds("PriorityMaxAge", "7d", 1, 365 * DAY, "age at which the age factor is 1")
          .orOfSite();
  private static final Parameter<Optional<Integer>> HALF_LIFE =
      Parameter.seconds(
              "PriorityDecayHalfLife",
              "7d",
              0,
              365 * DAY,
              "time in which usage decays to a half, 0 for never")
          .orOfSite();
  private static final Parameter<Optional<String>> FAVOR_SMALL =
      Parameter.choice(
              "PriorityFavorSmall",
              "NO",
              List.of("NO", "YES"),
              "whether the job-size factor is larger for smaller jobs")
          .orOfSite();

  private final PolicySpec spec;

  PriorityParameters(PolicySpec spec) {
    this.spec = spec;
    parameters().forEach(parameter -> parameter.in(spec)); // checks the values
  }

  static List<Parameter<?>> parameters() {
    return List.of(
        TYPE,
        AGE,
        ASSOCIATION,
        FAIR_SHARE,
        JOB_SIZE,
        PARTITION,
        QOS,
        MAX_AGE,
        HALF_LIFE,
        FAVOR_SMALL);
  }

  private static Parameter<Optional<Integer>> weight(String suffix, String factor) {
    return Parameter.integer(
            "PriorityWeight" + suffix,
            0,
            0,
            MOST_POINTS,
            "points of priority of a " + factor + " factor of 1")
        .orOfSite();
  }

  /** Whether jobs are in order of priority where the accounts are known. */
  boolean isMultifactor() {
    return TYPE.in(spec).equals("multifactor");
  }

  /** The site's settings with the parameters of this policy in their place. */
  PrioritySettings over(PrioritySettings site) {
    PriorityWeights weights = site.weights();
    return new PrioritySettings(
        HALF_LIFE.in(spec).map(Integer::longValue).orElse(site.halfLifeSeconds()),
        site.calcPeriodSeconds(),
        MAX_AGE.in(spec).map(Integer::longValue).orElse(site.maxAgeSeconds()),
        FAVOR_SMALL.in(spec).map("YES"::equals).orElse(site.favorsSmall()),
        site.dampening(),
        site.usageReset(),
        site.flags(),
        new PriorityWeights(
            points(AGE, weights.age()),
            points(ASSOCIATION, weights.association()),
            points(FAIR_SHARE, weights.fairShare()),
            points(JOB_SIZE, weights.jobSize()),
            points(PARTITION, weights.partition()),
            points(QOS, weights.qos()),
            weights.tres()));
  }

  private double points(Parameter<Optional<Integer>> weight, double site) {
    return weight.in(spec).map(Integer::doubleValue).orElse(site);
  }
}
