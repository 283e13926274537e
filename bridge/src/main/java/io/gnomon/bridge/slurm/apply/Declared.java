package io.gnomon.bridge.slurm.apply;

import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tells what a Slurm can be set to, no more and no less than {@link Targets} maps. Durations are in
 * seconds.
 */
final class Declared {
  private final Targets targets;
  private final List<PolicyCapability> policies = new ArrayList<>();

  Declared(Targets targets) {
    this.targets = targets;
  }

  /** What it is taken for, to which it can always be set back. */
  Declared initial() {
    PolicyText initial = targets.initial();
    List<ParameterRange> fixed = new ArrayList<>();
    initial.parameters().forEach((key, value) -> fixed.add(words(key, List.of(value))));
    policies.add(new PolicyCapability(initial.name(), fixed));
    return this;
  }

  /**
   * Partitions by time limit. One alone is the undivided partition; where that is taken for {@code
   * slurm(…)}, a study would take the difference of two models for a gain, so it takes two.
   */
  Declared partitions(int most) {
    double least = targets.initial().name().equals(Targets.SLURM) ? 2 : 1;
    policies.add(
        new PolicyCapability(
            Targets.MULTI_QUEUE,
            List.of(new ParameterRange("partitions", least, (double) most, List.of()))));
    return this;
  }

  /** The schedulers' parameters, and with them orders if {@code ordered}. */
  Declared parameters(boolean ordered) {
    List<ParameterRange> ranges = new ArrayList<>();
    Arrays.stream(SchedulerOption.values())
        .map(option -> new ParameterRange(option.word(), option.least(), option.most(), List.of()))
        .forEach(ranges::add);
    PolicyText initial = targets.initial();
    if (initial.name().equals(Targets.SLURM)) {
      initial.parameters().entrySet().stream()
          .filter(fact -> Targets.FACTS.contains(fact.getKey()))
          .forEach(fact -> ranges.add(words(fact.getKey(), List.of(fact.getValue()))));
    }
    if (ordered) {
      ranges.addAll(order());
    }
    policies.add(new PolicyCapability(Targets.SLURM, ranges));
    return this;
  }

  /** Orders of what it is taken for. */
  Declared orders() {
    PolicyText initial = targets.initial();
    boolean orders = initial.name().equals("easy") || initial.name().equals("conservative");
    if (orders) {
      List<ParameterRange> ranges = new ArrayList<>();
      initial.parameters().forEach((key, value) -> ranges.add(words(key, List.of(value))));
      ranges.addAll(order());
      if (initial.name().equals("easy")) {
        ranges.add(words(Targets.HEAD, List.of(Targets.ORDER)));
      }
      policies.add(new PolicyCapability(initial.name(), ranges));
    }
    return this;
  }

  /** All of it. */
  Capabilities capabilities() {
    return new Capabilities(policies, false, false, false);
  }

  private static List<ParameterRange> order() {
    List<String> words = new ArrayList<>(List.of(Targets.ARRIVAL));
    words.addAll(JobOrder.words());
    return List.of(
        words(Targets.ORDER, words),
        new ParameterRange(Targets.WEIGHT, 0.0, JobOrder.largestWeight(), List.of()));
  }

  private static ParameterRange words(String key, List<String> values) {
    return new ParameterRange(key, null, null, values);
  }
}
