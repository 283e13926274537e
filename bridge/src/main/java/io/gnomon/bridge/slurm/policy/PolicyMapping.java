package io.gnomon.bridge.slurm.policy;

import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.slurm.parameter.ChangeMethod;
import io.gnomon.slurm.parameter.Place;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.parameter.ValueText;
import io.gnomon.text.SpecText;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
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

  private final SpecText initial;
  private final LimitRanges ranges;

  /** The mapping for a cluster that {@code initial} describes while Gnomon has set nothing. */
  public PolicyMapping(SpecText initial) {
    this(initial, LimitRanges.NONE);
  }

  /**
   * The mapping for a cluster that {@code initial} describes while Gnomon has set nothing.
   *
   * @param ranges the limits of QOS and partitions that may be changed
   */
  public PolicyMapping(SpecText initial, LimitRanges ranges) {
    this.initial = initial;
    this.ranges = ranges;
  }

  /** Returns the limits of QOS and partitions that may be changed. */
  LimitRanges ranges() {
    return ranges;
  }

  private static Set<String> facts() {
    Set<String> facts = new TreeSet<>();
    Arrays.stream(SlurmParameter.values())
        .filter(row -> row.isSimulated() && row.change() == ChangeMethod.NONE)
        .filter(row -> row != SlurmParameter.TEST_MS)
        .forEach(row -> facts.add(row.parameter()));
    return Collections.unmodifiableSet(facts);
  }

  /** Returns the policy that describes the cluster while Gnomon has set nothing. */
  SpecText initial() {
    return initial;
  }

  /**
   * Maps a policy. What a policy {@code slurm} does not name has the site's own value, also where
   * Gnomon has set another.
   *
   * @throws IllegalArgumentException if a parameter is out of range; the message names the policy,
   *     the parameter, its value and what is allowed
   * @throws UnsupportedPolicyException if Slurm cannot act like this policy
   */
  public MappedPolicy map(SpecText given) throws UnsupportedPolicyException {
    SpecText policy =
        given.name().equals(initial.name()) && given.name().equals(SLURM)
            ? given.withMissing(initial)
            : given;
    if (policy.without(TestTime.PARAMETER).equals(initial.without(TestTime.PARAMETER))) {
      return MappedPolicy.SITE;
    }
    try {
      return switch (policy.name()) {
        case MULTI_QUEUE ->
            new MappedPolicy(TimeLimitRanges.of(policy), Map.of(), Map.of(), Map.of(), null);
        case SLURM -> slurm(policy);
        default -> ordered(policy);
      };
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(given + ": " + e.getMessage(), e);
    }
  }

  /** Whether a parameter of a policy {@code slurm} is as at the site. */
  private boolean isOfSite(String key, SpecText policy) {
    return initial.name().equals(SLURM)
        && Objects.equals(policy.parameters().get(key), initial.parameters().get(key));
  }

  /** Returns what is left of a policy after someone has restored an aspect of it. */
  public String restored(String policy, Aspect aspect) {
    SpecText text = SpecText.parse(policy);
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
    return new SpecText(text.name(), parameters).toString();
  }

  private static boolean isOf(Aspect aspect, String parameter) {
    return Aspect.ofParameter(parameter).filter(aspect::equals).isPresent();
  }

  private MappedPolicy ordered(SpecText policy) throws UnsupportedPolicyException {
    if (!policy.name().equals(initial.name())) {
      throw new UnsupportedPolicyException(
          "Slurm can be set to %s, to %s, to an order of %s and back to %s, but not to %s"
              .formatted(MULTI_QUEUE, SLURM, initial.name(), initial, policy));
    }
    for (Map.Entry<String, String> parameter : policy.parameters().entrySet()) {
      String key = parameter.getKey();
      boolean orders = key.equals(ORDER) || key.equals(WEIGHT) || key.equals(HEAD);
      if (!orders && !parameter.getValue().equals(initial.parameters().get(key))) {
        throw new UnsupportedPolicyException(
            "%s: Slurm has no setting for %s=%s; only the order can be set"
                .formatted(policy, key, parameter.getValue()));
      }
    }
    JobOrder order = order(policy);
    String head = policy.parameters().getOrDefault(HEAD, ARRIVAL);
    boolean firstIsOldest = order == null && head.equals(ARRIVAL);
    if (policy.name().equals("easy") && !head.equals(ORDER) && !firstIsOldest) {
      throw new UnsupportedPolicyException(
          "%s: Slurm reserves for the first job of its order; head must be %s"
              .formatted(policy, order == null ? ARRIVAL : ORDER));
    }
    return new MappedPolicy(null, Map.of(), Map.of(), Map.of(), order);
  }

  private static @Nullable JobOrder order(SpecText policy) {
    String name = policy.parameters().getOrDefault(ORDER, ARRIVAL);
    String weight = policy.parameters().getOrDefault(WEIGHT, "0");
    return name.equals(ARRIVAL) ? null : JobOrder.of(name, weight);
  }

  private MappedPolicy slurm(SpecText policy) throws UnsupportedPolicyException {
    requireFacts(policy);
    Map<SlurmParameter, String> options = new EnumMap<>(SlurmParameter.class);
    Map<SlurmParameter, String> priorities = new EnumMap<>(SlurmParameter.class);
    Map<SiteLimit, String> limits = new LinkedHashMap<>();
    for (Map.Entry<String, String> parameter : policy.parameters().entrySet()) {
      String key = parameter.getKey();
      String value = parameter.getValue();
      SlurmParameter row = SlurmParameter.of(key).orElse(null);
      if (row != null && row.change() == ChangeMethod.RECONFIGURE) {
        (row.place() == Place.SCHEDULER_PARAMETERS ? options : priorities)
            .put(row, ValueText.toSlurm(row, value));
      } else if (SiteLimit.isPrefixed(key)) {
        SiteLimit limit = declared(policy, key);
        limits.put(limit, ranges.checked(limit, value));
      } else if (key.equals(TestTime.PARAMETER)) {
        requireTestTime(value);
      } else if (!FACTS.contains(key) && !ORDER_PARAMETERS.contains(key)) {
        throw new UnsupportedPolicyException(
            "%s: Gnomon does not set %s in Slurm".formatted(policy, key));
      }
    }
    for (SlurmParameter row : SlurmParameter.values()) {
      row.bound().ifPresent(bound -> requireBounded(row, bound, options));
    }
    options.keySet().removeIf(row -> isOfSite(row.parameter(), policy));
    priorities.keySet().removeIf(row -> isOfSite(row.parameter(), policy));
    limits.keySet().removeIf(limit -> isOfSite(limit.parameter(), policy));
    JobOrder order = order(policy);
    Optional<String> overridden =
        Stream.concat(
                priorities.keySet().stream().map(SlurmParameter::parameter),
                limits.keySet().stream().filter(SiteLimit::isPriority).map(SiteLimit::parameter))
            .findFirst();
    if (order != null && overridden.isPresent()) {
      throw new UnsupportedPolicyException(
          "%s: an order overrides the priorities that %s changes; set one of them"
              .formatted(policy, overridden.get()));
    }
    return new MappedPolicy(null, options, priorities, limits, order);
  }

  private SiteLimit declared(SpecText policy, String key) throws UnsupportedPolicyException {
    return SiteLimit.of(key)
        .filter(ranges::contains)
        .orElseThrow(
            () ->
                new UnsupportedPolicyException(
                    "%s: %s is not in slurm.ranges, which declares %s"
                        .formatted(policy, key, ranges.names())));
  }

  private static void requireTestTime(String value) {
    if (!TestTime.isAllowed(value)) {
      throw new IllegalArgumentException(
          "%s is '%s'; it must be a number of milliseconds from 0 to %d"
              .formatted(TestTime.PARAMETER, value, TestTime.MAX_MILLISECONDS));
    }
  }

  private static void requireBounded(
      SlurmParameter limited, SlurmParameter bound, Map<SlurmParameter, String> options) {
    long limit = value(limited, options);
    long most = value(bound, options);
    if (limit > most) {
      throw new IllegalArgumentException(
          "%s is '%d'; Slurm allows whole numbers from 0 to %s, %d"
              .formatted(limited.parameter(), limit, bound.parameter(), most));
    }
  }

  private static long value(SlurmParameter count, Map<SlurmParameter, String> options) {
    return Long.parseLong(options.getOrDefault(count, count.allowed().defaultText()));
  }

  /** Rejects a policy that describes another cluster than the initial policy does. */
  private void requireFacts(SpecText policy) throws UnsupportedPolicyException {
    boolean described = initial.name().equals(SLURM);
    for (String key : FACTS) {
      String value = policy.parameters().get(key);
      String fact = described ? initial.parameters().get(key) : null;
      if (!Objects.equals(value, fact)) {
        throw new UnsupportedPolicyException(
            "%s: %s is %s, which describes the cluster and cannot be set; slurm.policy, %s, has %s"
                .formatted(
                    policy,
                    key,
                    Objects.requireNonNullElse(value, "not given"),
                    initial,
                    Objects.requireNonNullElse(fact, "none")));
      }
    }
  }
}
