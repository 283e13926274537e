package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.spec.Description;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The family {@code multi-queue}. */
public final class MultiQueueFamily implements PolicyFamily {
  /** Its name in the text form. */
  public static final String NAME = "multi-queue";

  /** The number of partitions. */
  public static final Parameter<Integer> PARTITIONS =
      Parameter.integer(
          "partitions",
          4,
          1,
          Criteria.MOST_PARTITIONS,
          "number of queues, each with a share of the processors");

  private static final String INITIAL = "initial";

  /** The upper bounds of the estimates of each partition. */
  public static final Parameter<String> BOUNDARIES =
      Parameter.text(
          "boundaries",
          INITIAL,
          "one upper bound in seconds for each partition, ascending, joined by '/', such as"
              + " 600/3600/18000/86400",
          "the estimates that divide jobs into partitions",
          text -> text.equals(INITIAL) ? text : Criteria.parse(text).toString());

  /** Whether the criteria adapt to the workload. */
  public static final Parameter<String> CRITERIA =
      Parameter.choice(
          "criteria",
          "weekly",
          List.of("weekly", "fixed"),
          "weekly: each week the boundaries become the quantiles of the past week's estimates");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "multiple-queue backfilling: jobs divided by estimate, a reservation for the first of"
        + " each queue";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(PARTITIONS, BOUNDARIES, CRITERIA);
  }

  @Override
  public String describe(Spec spec) {
    Description policy = new Description(spec, parameters());
    int queues = Integer.parseInt(policy.text(PARTITIONS.name()));
    String limits = policy.text(BOUNDARIES.name());
    if (queues == 1) {
      return policy.add("one queue").add("reservation for the oldest job").toString();
    }
    policy.add(queues + " queues by requested time");
    if (limits.contains("/")) {
      // the last queue also takes all longer jobs
      policy.add(
          Arrays.stream(limits.split("/", -1))
              .limit(queues - 1L)
              .map(limit -> Description.time(Integer.parseInt(limit)))
              .collect(Collectors.joining(", ", "limits ", "")));
    }
    return policy
        .add(
            policy.is(CRITERIA.name(), "weekly")
                ? "limits follow the jobs each week"
                : "limits stay as they are")
        .add("reservation for the oldest job of each queue")
        .toString();
  }

  @Override
  public double relativeCost(Spec spec) {
    String partitions = spec.parameters().get(PARTITIONS.name());
    return partitions == null ? 3 : 1 + Integer.parseInt(partitions) / 2.0;
  }

  @Override
  public SchedulingPolicy create(Spec spec) {
    return create(spec, PoolPass::new);
  }

  @Override
  public String refusesNodes() {
    return "";
  }

  @Override
  public SchedulingPolicy createForNodes(Spec spec) {
    return create(spec, NodePass::new);
  }

  private static MultiQueue create(Spec spec, Pass.Kind kind) {
    int partitions = PARTITIONS.in(spec);
    String boundaries = BOUNDARIES.in(spec);
    Criteria criteria =
        boundaries.equals(INITIAL) ? Criteria.initial(partitions) : Criteria.parse(boundaries);
    if (criteria.partitions() != partitions) {
      throw new InvalidSpecException(
          spec.name()
              + ": boundaries has "
              + criteria.partitions()
              + " bounds and partitions is "
              + partitions
              + "; there must be as many bounds as partitions");
    }
    boolean fixed = CRITERIA.in(spec).equals("fixed");
    return new MultiQueue(spec, new WeeklyCriteria(criteria, fixed), kind);
  }
}
