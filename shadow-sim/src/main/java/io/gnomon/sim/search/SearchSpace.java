package io.gnomon.sim.search;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.multiqueue.Criteria;
import io.gnomon.sim.policy.multiqueue.MultiQueue;
import io.gnomon.sim.policy.multiqueue.MultiQueueFamily;
import io.gnomon.sim.scenario.RecordedJobs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What a study may try in place of what is in force. */
@FunctionalInterface
public interface SearchSpace {
  /**
   * The alternatives to {@code incumbent}, without itself.
   *
   * @param incumbent at work on the live state, or following it
   * @param past the jobs submitted in the time before, for criteria
   */
  List<PolicySpec> alternatives(SchedulingPolicy incumbent, RecordedJobs past);

  /** Those of the alternatives that the scheduler can be set to. */
  default List<PolicySpec> alternatives(
      SchedulingPolicy incumbent, RecordedJobs past, Predicate<PolicySpec> possible) {
    return alternatives(incumbent, past).stream().filter(possible).toList();
  }

  /** These alternatives, whatever is in force. */
  static SearchSpace of(List<PolicySpec> specs) {
    List<PolicySpec> fixed = List.copyOf(specs);
    return (incumbent, past) ->
        fixed.stream().filter(spec -> !spec.equals(incumbent.spec())).toList();
  }

  /**
   * One to {@code most} partitions, with the criteria that the incumbent would have then, as {@link
   * MultiQueue#criteriaFor} says; where it has none, even ranges up to the longest estimate of the
   * past.
   */
  static SearchSpace partitions(int most) {
    requirePartitions(most);
    return (incumbent, past) -> {
      List<PolicySpec> specs = new ArrayList<>();
      for (int partitions = 1; partitions <= most; partitions++) {
        if (partitions != partitionsOf(incumbent)) {
          specs.add(spec(criteria(partitions, incumbent, past)));
        }
      }
      return specs;
    };
  }

  /**
   * One to {@code most} partitions, each with even criteria and with the quantiles of the past's
   * estimates, the policies of the {@link PolicyLibrary}, and a Slurm's own parameters.
   *
   * @param abilities of the scheduler
   */
  static SearchSpace full(int most, Set<PolicyLibrary.Need> abilities) {
    requirePartitions(most);
    SearchSpace even = partitions(most);
    List<PolicySpec> library = PolicyLibrary.policies(abilities);
    return (incumbent, past) -> {
      List<PolicySpec> specs = new ArrayList<>(even.alternatives(incumbent, past));
      int[] sorted = past.estimates();
      Arrays.sort(sorted);
      for (int partitions = 2; partitions <= most && sorted.length > 0; partitions++) {
        specs.add(spec(Criteria.quantiles(partitions, sorted)));
      }
      specs.addAll(library);
      specs.addAll(SlurmVariants.of(incumbent.spec()));
      specs.removeIf(spec -> spec.equals(incumbent.spec()));
      return specs.stream().distinct().toList();
    };
  }

  /**
   * The library's policies that are quick to simulate, and a Slurm's own parameters, for looks that
   * are frequent.
   *
   * @param abilities of the scheduler
   */
  static SearchSpace quick(Set<PolicyLibrary.Need> abilities) {
    SearchSpace library = of(PolicyLibrary.quick(abilities));
    return (incumbent, past) -> {
      List<PolicySpec> specs = new ArrayList<>(library.alternatives(incumbent, past));
      specs.addAll(SlurmVariants.of(incumbent.spec()));
      return List.copyOf(specs);
    };
  }

  private static void requirePartitions(int most) {
    if (most < 1 || most > Criteria.MOST_PARTITIONS) {
      throw new IllegalArgumentException(
          most + " partitions are not allowed: 1 to " + Criteria.MOST_PARTITIONS);
    }
  }

  private static PolicySpec spec(Criteria criteria) {
    return PolicySpec.of(MultiQueueFamily.NAME)
        .with(MultiQueueFamily.PARTITIONS.name(), criteria.partitions())
        .with(MultiQueueFamily.BOUNDARIES.name(), criteria);
  }

  private static int partitionsOf(SchedulingPolicy policy) {
    return policy instanceof MultiQueue queues ? queues.criteria().partitions() : 0;
  }

  private static Criteria criteria(int partitions, SchedulingPolicy incumbent, RecordedJobs past) {
    if (incumbent instanceof MultiQueue queues) {
      return queues.criteriaFor(partitions);
    }
    int longest = Arrays.stream(past.estimates()).max().orElse(Criteria.initial(1).top());
    return Criteria.uniform(partitions, longest);
  }
}
