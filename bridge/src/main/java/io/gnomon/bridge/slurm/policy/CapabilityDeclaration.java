package io.gnomon.bridge.slurm.policy;

import io.gnomon.bridge.slurm.limit.SiteLimit;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Builds the declaration of the policies that a Slurm cluster can be set to: exactly those that
 * {@link PolicyMapping} maps. Durations are in seconds. Not thread-safe.
 */
public final class CapabilityDeclaration {
  private final PolicyMapping mapping;
  private final List<PolicyCapability> policies = new ArrayList<>();

  /** An empty declaration. */
  public CapabilityDeclaration(PolicyMapping mapping) {
    this.mapping = mapping;
  }

  /** Adds the initial policy, which can always be restored. */
  public CapabilityDeclaration addInitial() {
    PolicyText initial = mapping.initial();
    List<ParameterRange> fixed = new ArrayList<>();
    initial
        .parameters()
        .forEach(
            (key, value) ->
                fixed.add(
                    key.equals(TestTime.PARAMETER) ? testTime() : oneOf(key, List.of(value))));
    policies.add(new PolicyCapability(initial.name(), fixed));
    return this;
  }

  /**
   * Adds partitions by time limit. The least number is 1, which is the undivided partition. It is 2
   * if the initial policy is {@code slurm(…)}: a study would otherwise compare two models of the
   * undivided partition and report their difference as a gain.
   */
  public CapabilityDeclaration addPartitions(int max) {
    double min = mapping.initial().name().equals(PolicyMapping.SLURM) ? 2 : 1;
    policies.add(
        new PolicyCapability(
            PolicyMapping.MULTI_QUEUE,
            List.of(new ParameterRange("partitions", min, (double) max, List.of()))));
    return this;
  }

  /**
   * Adds SchedulerParameters, together with job orders if {@code ordered} and with the settings of
   * priority/multifactor if {@code prioritized}.
   */
  public CapabilityDeclaration addParameters(boolean ordered, boolean prioritized) {
    return addParameters(ordered, prioritized, limit -> true);
  }

  /**
   * Adds SchedulerParameters as {@link #addParameters(boolean, boolean)} does, and the declared
   * limits of QOS and partitions that can be set.
   */
  public CapabilityDeclaration addParameters(
      boolean ordered, boolean prioritized, Predicate<SiteLimit> settable) {
    List<ParameterRange> ranges = new ArrayList<>();
    Arrays.stream(SchedulerOption.values())
        .map(
            option ->
                new ParameterRange(option.optionName(), option.min(), option.max(), List.of()))
        .forEach(ranges::add);
    if (prioritized) {
      Arrays.stream(PrioritySetting.values())
          .map(CapabilityDeclaration::range)
          .forEach(ranges::add);
    }
    mapping
        .ranges()
        .ranges()
        .forEach(
            (limit, range) -> {
              if (settable.test(limit)) {
                ranges.add(
                    new ParameterRange(
                        limit.parameter(),
                        (double) range.least(),
                        (double) range.most(),
                        List.of()));
              }
            });
    PolicyText initial = mapping.initial();
    if (initial.name().equals(PolicyMapping.SLURM)) {
      initial.parameters().entrySet().stream()
          .filter(fact -> PolicyMapping.FACTS.contains(fact.getKey()))
          .forEach(fact -> ranges.add(oneOf(fact.getKey(), List.of(fact.getValue()))));
    }
    ranges.add(testTime());
    if (ordered) {
      ranges.addAll(orderRanges());
    }
    policies.add(new PolicyCapability(PolicyMapping.SLURM, ranges));
    return this;
  }

  /** Adds job orders of the initial policy, if it is {@code easy} or {@code conservative}. */
  public CapabilityDeclaration addOrders() {
    PolicyText initial = mapping.initial();
    if (initial.name().equals("easy") || initial.name().equals("conservative")) {
      List<ParameterRange> ranges = new ArrayList<>();
      initial.parameters().forEach((key, value) -> ranges.add(oneOf(key, List.of(value))));
      ranges.addAll(orderRanges());
      if (initial.name().equals("easy")) {
        ranges.add(oneOf(PolicyMapping.HEAD, List.of(PolicyMapping.ORDER)));
      }
      policies.add(new PolicyCapability(initial.name(), ranges));
    }
    return this;
  }

  /** Returns the declaration. */
  public Capabilities capabilities() {
    return new Capabilities(policies, false, false, false);
  }

  private static ParameterRange testTime() {
    return new ParameterRange(
        TestTime.PARAMETER, 0.0, (double) TestTime.MAX_MILLISECONDS, List.of());
  }

  private static ParameterRange range(PrioritySetting setting) {
    return setting.kind() == PrioritySetting.Kind.SWITCH
        ? oneOf(setting.policyName(), List.of("NO", "YES"))
        : new ParameterRange(setting.policyName(), setting.min(), setting.max(), List.of());
  }

  private static List<ParameterRange> orderRanges() {
    List<String> orders = new ArrayList<>(List.of(PolicyMapping.ARRIVAL));
    orders.addAll(JobOrder.names());
    return List.of(
        oneOf(PolicyMapping.ORDER, orders),
        new ParameterRange(PolicyMapping.WEIGHT, 0.0, JobOrder.MAX_WEIGHT, List.of()));
  }

  private static ParameterRange oneOf(String key, List<String> values) {
    return new ParameterRange(key, null, null, values);
  }
}
