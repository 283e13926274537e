package io.gnomon.bridge.slurm.apply;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What policies mean for a Slurm: {@code multi-queue} divides a partition, {@code slurm} sets the
 * schedulers' parameters, and an order of the policy for which Slurm is taken orders the jobs.
 */
final class Targets {
  /** The policy that divides. */
  static final String MULTI_QUEUE = "multi-queue";

  /** The policy that is Slurm's. */
  static final String SLURM = "slurm";

  static final String ORDER = "order";
  static final String WEIGHT = "weight";
  static final String HEAD = "head";

  /** What of the policy slurm tells about a Slurm and cannot be set. */
  static final Set<String> FACTS =
      Set.of("cores-per-node", "end-window", "gap", "reserve", "scheduler");

  private static final Set<String> OTHERS = Set.of(ORDER, WEIGHT, "seed");

  static final String ARRIVAL = "arrival";

  private static final String DEFAULT_JOB_TEST = "500";

  private final PolicyText initial;

  /** The meanings for a Slurm that is taken for {@code initial}. */
  Targets(PolicyText initial) {
    this.initial = initial;
  }

  /** What Slurm is taken for. */
  PolicyText initial() {
    return initial;
  }

  /**
   * What a policy asks for.
   *
   * @throws IllegalArgumentException naming the policy, the parameter, its value and what is
   *     allowed
   * @throws UnmappedPolicyException where Slurm has nothing that would be this policy
   */
  Target of(PolicyText policy) throws UnmappedPolicyException {
    if (policy.equals(initial)) {
      return Target.SITE;
    }
    try {
      return switch (policy.name()) {
        case MULTI_QUEUE -> new Target(QueueRanges.of(policy), null, null);
        case SLURM -> new Target(null, options(policy), order(policy));
        default -> ordered(policy);
      };
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(policy.text() + ": " + e.getMessage(), e);
    }
  }

  private Target ordered(PolicyText policy) throws UnmappedPolicyException {
    if (!policy.name().equals(initial.name())) {
      throw new UnmappedPolicyException(
          "Slurm can be set to %s, %s, an order of %s and back to %s, not to %s"
              .formatted(MULTI_QUEUE, SLURM, initial.name(), initial.text(), policy.text()));
    }
    for (Map.Entry<String, String> parameter : policy.parameters().entrySet()) {
      String key = parameter.getKey();
      boolean orders = key.equals(ORDER) || key.equals(WEIGHT) || key.equals(HEAD);
      if (!orders && !parameter.getValue().equals(initial.parameters().get(key))) {
        throw new UnmappedPolicyException(
            "%s: nothing in Slurm is %s=%s; only its order can be set"
                .formatted(policy.text(), key, parameter.getValue()));
      }
    }
    JobOrder order = order(policy);
    String head = policy.parameters().getOrDefault(HEAD, ARRIVAL);
    boolean firstIsOldest = order == null && head.equals(ARRIVAL);
    if (policy.name().equals("easy") && !head.equals(ORDER) && !firstIsOldest) {
      throw new UnmappedPolicyException(
          policy.text()
              + ": Slurm reserves for the first job of its order, not for the oldest or nobody; head"
              + " must be "
              + (order == null ? ARRIVAL : ORDER));
    }
    return new Target(null, null, order);
  }

  private static @Nullable JobOrder order(PolicyText policy) {
    String word = policy.parameters().getOrDefault(ORDER, ARRIVAL);
    String weight = policy.parameters().getOrDefault(WEIGHT, "0");
    return word.equals(ARRIVAL) ? null : JobOrder.of(word, weight);
  }

  private Map<SchedulerOption, String> options(PolicyText policy) throws UnmappedPolicyException {
    requireFacts(policy);
    Map<SchedulerOption, String> options = new EnumMap<>(SchedulerOption.class);
    for (Map.Entry<String, String> parameter : policy.parameters().entrySet()) {
      String key = parameter.getKey();
      String value = parameter.getValue();
      SchedulerOption option = SchedulerOption.of(key).orElse(null);
      if (option != null) {
        options.put(option, option.inSlurm(value));
      } else if (!FACTS.contains(key) && !OTHERS.contains(key)) {
        throw new UnmappedPolicyException(
            "%s: Gnomon does not set %s in Slurm".formatted(policy.text(), key));
      }
    }
    requireUserWithinTest(options);
    return options;
  }

  private static void requireUserWithinTest(Map<SchedulerOption, String> options) {
    long user = Long.parseLong(options.getOrDefault(SchedulerOption.BF_MAX_JOB_USER, "0"));
    long test =
        Long.parseLong(options.getOrDefault(SchedulerOption.BF_MAX_JOB_TEST, DEFAULT_JOB_TEST));
    if (user > test) {
      throw new IllegalArgumentException(
          "bf_max_job_user is '%d'; Slurm allows whole numbers from 0 to bf_max_job_test, %d"
              .formatted(user, test));
    }
  }

  /** What is no setting must be as Slurm is taken to be. */
  private void requireFacts(PolicyText policy) throws UnmappedPolicyException {
    boolean told = initial.name().equals(SLURM);
    for (String key : FACTS) {
      String value = policy.parameters().get(key);
      String fact = told ? initial.parameters().get(key) : null;
      if (!Objects.equals(value, fact)) {
        throw new UnmappedPolicyException(
            "%s: %s is %s, which is nothing that is set in Slurm; slurm.policy, %s, has %s"
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
