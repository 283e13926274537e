package io.gnomon.bridge.slurm.policy;

import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.slurm.parameter.ChangeMethod;
import io.gnomon.slurm.parameter.Place;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.text.SpecText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
    SpecText initial = mapping.initial();
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
   * Adds the policy {@code slurm} with what of it can be set, unless nothing can.
   *
   * @param parameters whether SchedulerParameters can be set
   * @param ordered whether jobs can be ordered
   * @param prioritized whether settings of priority/multifactor can be set
   * @param settable which of the declared limits of QOS and partitions can be set
   */
  public CapabilityDeclaration addSlurm(
      boolean parameters, boolean ordered, boolean prioritized, Predicate<SiteLimit> settable) {
    List<ParameterRange> ranges = new ArrayList<>();
    if (parameters) {
      SlurmParameter.in(Place.SCHEDULER_PARAMETERS, ChangeMethod.RECONFIGURE)
          .map(CapabilityDeclaration::range)
          .forEach(ranges::add);
    }
    if (prioritized) {
      SlurmParameter.in(Place.SLURM_CONF, ChangeMethod.RECONFIGURE)
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
    SpecText initial = mapping.initial();
    boolean ofSlurm = initial.name().equals(PolicyMapping.SLURM);
    if (ordered && (ofSlurm || parameters)) {
      ranges.addAll(orderRanges());
    }
    if (ranges.isEmpty()) {
      return this;
    }
    Set<String> settableNames =
        ranges.stream().map(ParameterRange::name).collect(Collectors.toSet());
    if (ofSlurm) {
      initial.parameters().entrySet().stream()
          .filter(own -> !settableNames.contains(own.getKey()))
          .filter(own -> !own.getKey().equals(TestTime.PARAMETER))
          .forEach(own -> ranges.add(oneOf(own.getKey(), List.of(own.getValue()))));
    }
    ranges.add(testTime());
    policies.add(new PolicyCapability(PolicyMapping.SLURM, ranges));
    return this;
  }

  /** Adds job orders of the initial policy, if it is {@code easy} or {@code conservative}. */
  public CapabilityDeclaration addOrders() {
    SpecText initial = mapping.initial();
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

  private static ParameterRange range(SlurmParameter row) {
    List<String> words = row.allowed().words();
    return words.isEmpty()
        ? new ParameterRange(
            row.parameter(), (double) row.leastSet(), (double) row.allowed().most(), List.of())
        : oneOf(row.parameter(), words);
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
