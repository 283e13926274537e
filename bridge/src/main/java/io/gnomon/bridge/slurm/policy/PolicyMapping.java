package io.gnomon.bridge.slurm.policy;

import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.bridge.slurm.limit.SiteLimit;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Maps policies to Slurm: {@code multi-queue} divides a partition, {@code slurm} sets
 * SchedulerParameters, weights of priority/multifactor and declared limits, and the initial policy
 * with another order orders the pending jobs.
 */
public final class PolicyMapping {
  /** Name of the policy that divides a partition. */
  static final String MULTI_QUEUE = "multi-queue";

  /** Name of the policy that simulates Slurm. */
  static final String SLURM = "slurm";

  static final String ORDER = "order";
  static final String WEIGHT = "weight";
  static final String HEAD = "head";

  /** Parameters of the policy slurm that describe a cluster and cannot be set. */
  static final Set<String> FACTS = facts();

  private static final Set<String> ORDER_PARAMETERS = Set.of(ORDER, WEIGHT, "seed");

  static final String ARRIVAL = "arrival";

  private static final String DEFAULT_JOB_TEST = "500";

  private static final List<SchedulerOption> LIMITED_BY_TEST =
      List.of(
          SchedulerOption.BF_MAX_JOB_USER,
          SchedulerOption.BF_MAX_JOB_PART,
          SchedulerOption.BF_MAX_JOB_USER_PART);

  private final PolicyText initial;
  private final LimitRanges ranges;

  /** The mapping for a cluster that {@code initial} describes while Gnomon has set nothing. */
  public PolicyMapping(PolicyText initial) {
    this(initial, LimitRanges.NONE);
  }

  /**
   * The mapping for a cluster that {@code initial} describes while Gnomon has set nothing.
   *
   * @param ranges the limits of QOS and partitions that may be changed
   */
  public PolicyMapping(PolicyText initial, LimitRanges ranges) {
    this.initial = initial;
    this.ranges = ranges;
  }

  /** Returns the limits of QOS and partitions that may be changed. */
  LimitRanges ranges() {
    return ranges;
  }

  private static Set<String> facts() {
    Set<String> facts = new TreeSet<>(PreemptionFacts.NAMES);
    Arrays.stream(SchedulerFact.values()).map(SchedulerFact::optionName).forEach(facts::add);
    facts.addAll(
        List.of("PriorityType", "cores-per-node", "end-window", "gap", "reserve", "scheduler"));
    return Collections.unmodifiableSet(facts);
  }

  /** Returns the policy that describes the cluster while Gnomon has set nothing. */
  PolicyText initial() {
    return initial;
  }

  /**
   * Maps a policy.
   *
   * @throws IllegalArgumentException if a parameter is out of range; the message names the policy,
   *     the parameter, its value and what is allowed
   * @throws UnsupportedPolicyException if Slurm cannot act like this policy
   */
  public MappedPolicy map(PolicyText policy) throws UnsupportedPolicyException {
    if (policy.without(TestTime.PARAMETER).equals(initial.without(TestTime.PARAMETER))) {
      return MappedPolicy.SITE;
    }
    try {
      return switch (policy.name()) {
        case MULTI_QUEUE ->
            new MappedPolicy(TimeLimitRanges.of(policy), null, Map.of(), Map.of(), null);
        case SLURM -> slurm(policy);
        default -> ordered(policy);
      };
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(policy.text() + ": " + e.getMessage(), e);
    }
  }

  /** Returns what is left of a policy after someone has restored an aspect of it. */
  public String restored(String policy, Aspect aspect) {
    PolicyText text = PolicyText.parse(policy);
    Map<String, String> parameters = new TreeMap<>(text.parameters());
    parameters.keySet().removeIf(name -> isOf(aspect, name));
    initial
        .parameters()
        .forEach(
            (name, value) -> {
              if (isOf(aspect, name)) {
                parameters.put(name, value);
              }
            });
    return new PolicyText(text.name(), parameters).text();
  }

  private static boolean isOf(Aspect aspect, String parameter) {
    return Aspect.ofParameter(parameter).filter(aspect::equals).isPresent();
  }

  private MappedPolicy ordered(PolicyText policy) throws UnsupportedPolicyException {
    if (!policy.name().equals(initial.name())) {
      throw new UnsupportedPolicyException(
          "Slurm can be set to %s, to %s, to an order of %s and back to %s, but not to %s"
              .formatted(MULTI_QUEUE, SLURM, initial.name(), initial.text(), policy.text()));
    }
    for (Map.Entry<String, String> parameter : policy.parameters().entrySet()) {
      String key = parameter.getKey();
      boolean orders = key.equals(ORDER) || key.equals(WEIGHT) || key.equals(HEAD);
      if (!orders && !parameter.getValue().equals(initial.parameters().get(key))) {
        throw new UnsupportedPolicyException(
            "%s: Slurm has no setting for %s=%s; only the order can be set"
                .formatted(policy.text(), key, parameter.getValue()));
      }
    }
    JobOrder order = order(policy);
    String head = policy.parameters().getOrDefault(HEAD, ARRIVAL);
    boolean firstIsOldest = order == null && head.equals(ARRIVAL);
    if (policy.name().equals("easy") && !head.equals(ORDER) && !firstIsOldest) {
      throw new UnsupportedPolicyException(
          "%s: Slurm reserves for the first job of its order; head must be %s"
              .formatted(policy.text(), order == null ? ARRIVAL : ORDER));
    }
    return new MappedPolicy(null, null, Map.of(), Map.of(), order);
  }

  private static @Nullable JobOrder order(PolicyText policy) {
    String name = policy.parameters().getOrDefault(ORDER, ARRIVAL);
    String weight = policy.parameters().getOrDefault(WEIGHT, "0");
    return name.equals(ARRIVAL) ? null : JobOrder.of(name, weight);
  }

  private MappedPolicy slurm(PolicyText policy) throws UnsupportedPolicyException {
    requireFacts(policy);
    Map<SchedulerOption, String> options = new EnumMap<>(SchedulerOption.class);
    Map<PrioritySetting, String> priorities = new EnumMap<>(PrioritySetting.class);
    Map<SiteLimit, String> limits = new LinkedHashMap<>();
    for (Map.Entry<String, String> parameter : policy.parameters().entrySet()) {
      String key = parameter.getKey();
      String value = parameter.getValue();
      SchedulerOption option = SchedulerOption.of(key).orElse(null);
      PrioritySetting priority = PrioritySetting.of(key).orElse(null);
      if (option != null) {
        options.put(option, option.toSlurm(value));
      } else if (priority != null) {
        priorities.put(priority, priority.toSlurm(value));
      } else if (SiteLimit.isPrefixed(key)) {
        SiteLimit limit = declared(policy, key);
        limits.put(limit, ranges.checked(limit, value));
      } else if (key.equals(TestTime.PARAMETER)) {
        requireTestTime(value);
      } else if (!FACTS.contains(key) && !ORDER_PARAMETERS.contains(key)) {
        throw new UnsupportedPolicyException(
            "%s: Gnomon does not set %s in Slurm".formatted(policy.text(), key));
      }
    }
    requireWithinTest(options);
    JobOrder order = order(policy);
    Optional<String> overridden =
        Stream.concat(
                priorities.keySet().stream().map(PrioritySetting::policyName),
                limits.keySet().stream()
                    .filter(limit -> limit.attribute().isPriority())
                    .map(SiteLimit::parameter))
            .findFirst();
    if (order != null && overridden.isPresent()) {
      throw new UnsupportedPolicyException(
          "%s: an order overrides the priorities that %s changes; set one of them"
              .formatted(policy.text(), overridden.get()));
    }
    return new MappedPolicy(null, options, priorities, limits, order);
  }

  private SiteLimit declared(PolicyText policy, String key) throws UnsupportedPolicyException {
    return SiteLimit.of(key)
        .filter(ranges::contains)
        .orElseThrow(
            () ->
                new UnsupportedPolicyException(
                    "%s: %s is not in slurm.ranges, which declares %s"
                        .formatted(policy.text(), key, ranges.names())));
  }

  private static void requireTestTime(String value) {
    if (!TestTime.isAllowed(value)) {
      throw new IllegalArgumentException(
          "%s is '%s'; it must be a number of milliseconds from 0 to %d"
              .formatted(TestTime.PARAMETER, value, TestTime.MAX_MILLISECONDS));
    }
  }

  private static void requireWithinTest(Map<SchedulerOption, String> options) {
    long test =
        Long.parseLong(options.getOrDefault(SchedulerOption.BF_MAX_JOB_TEST, DEFAULT_JOB_TEST));
    for (SchedulerOption limited : LIMITED_BY_TEST) {
      long limit = Long.parseLong(options.getOrDefault(limited, "0"));
      if (limit > test) {
        throw new IllegalArgumentException(
            "%s is '%d'; Slurm allows whole numbers from 0 to bf_max_job_test, %d"
                .formatted(limited.optionName(), limit, test));
      }
    }
  }

  /** Rejects a policy that describes another cluster than the initial policy does. */
  private void requireFacts(PolicyText policy) throws UnsupportedPolicyException {
    boolean described = initial.name().equals(SLURM);
    for (String key : FACTS) {
      String value = policy.parameters().get(key);
      String fact = described ? initial.parameters().get(key) : null;
      if (!Objects.equals(value, fact)) {
        throw new UnsupportedPolicyException(
            "%s: %s is %s, which describes the cluster and cannot be set; slurm.policy, %s, has %s"
                .formatted(
                    policy.text(),
                    key,
                    Objects.requireNonNullElse(value, "not given"),
                    initial.text(),
                    Objects.requireNonNullElse(fact, "none")));
      }
    }
  }
}
