package io.gnomon.sim.search;

import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Capability;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.multiqueue.Criteria;
import io.gnomon.sim.policy.multiqueue.MultiQueue;
import io.gnomon.sim.policy.multiqueue.MultiQueueFamily;
import io.gnomon.sim.scenario.RecordedJobs;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The alternatives that a study simulates. */
@FunctionalInterface
public interface SearchSpace {
  /**
   * The alternatives to {@code incumbent}, without the incumbent.
   *
   * @param incumbent policy that runs on the live state, or follows it
   * @param past recently submitted jobs, from which the criteria of partitions are computed
   */
  List<Spec> alternatives(SchedulingPolicy incumbent, RecordedJobs past);

  /** The alternatives that the scheduler can be set to. */
  default List<Spec> alternatives(
      SchedulingPolicy incumbent, RecordedJobs past, Predicate<Spec> possible) {
    return alternatives(incumbent, past).stream().filter(possible).toList();
  }

  /**
   * The alternatives where the site ranks jobs by priority: none that would set its priorities
   * aside, unless it was named. Without names, the {@link SlurmVariants} that change what an
   * administrator would change.
   *
   * @param inForce the parameters of priorities
   */
  default List<Spec> byPriority(SchedulingPolicy incumbent, PrioritySettings inForce) {
    return SlurmVariants.byPriority(incumbent.spec(), inForce);
  }

  /**
   * The alternatives with another value of one declared limit of a QOS or partition, where the site
   * ranks jobs by priority; without names, those of {@link LimitVariants}.
   *
   * @param declared the limits that may be changed
   */
  default List<Spec> withLimits(
      SchedulingPolicy incumbent, ClusterState state, List<LimitRange> declared) {
    return LimitVariants.of(incumbent.spec(), state, declared);
  }

  /** Fixed alternatives, without the incumbent; they are named, so priorities change nothing. */
  static SearchSpace of(List<Spec> specs) {
    return new NamedPolicies(specs);
  }

  /**
   * 1 to {@code maxPartitions} partitions with the criteria of {@link MultiQueue#criteriaFor}. If
   * the incumbent is not a multi-queue policy, the criteria are even ranges up to the longest past
   * estimate.
   */
  static SearchSpace partitions(int maxPartitions) {
    requirePartitions(maxPartitions);
    return (incumbent, past) -> {
      List<Spec> specs = new ArrayList<>();
      for (int partitions = 1; partitions <= maxPartitions; partitions++) {
        if (partitions != partitionsOf(incumbent)) {
          specs.add(spec(criteria(partitions, incumbent, past)));
        }
      }
      return specs;
    };
  }

  /**
   * 1 to {@code maxPartitions} partitions, each with even criteria and with the quantiles of past
   * estimates, the policies of the {@link PolicyLibrary}, and the {@link SlurmVariants}.
   *
   * @param capabilities of the scheduler
   */
  static SearchSpace full(int maxPartitions, Set<Capability> capabilities) {
    requirePartitions(maxPartitions);
    SearchSpace even = partitions(maxPartitions);
    List<Spec> library = PolicyLibrary.policies(capabilities);
    return (incumbent, past) -> {
      List<Spec> specs = new ArrayList<>(even.alternatives(incumbent, past));
      int[] sorted = past.estimates();
      Arrays.sort(sorted);
      for (int partitions = 2; partitions <= maxPartitions && sorted.length > 0; partitions++) {
        specs.add(spec(Criteria.quantiles(partitions, sorted)));
      }
      specs.addAll(library);
      specs.addAll(SlurmVariants.of(incumbent.spec()));
      specs.removeIf(spec -> spec.equals(incumbent.spec()));
      return specs.stream().distinct().toList();
    };
  }

  /**
   * The quick policies of the {@link PolicyLibrary} and the {@link SlurmVariants}, for frequent
   * evaluations.
   *
   * @param capabilities of the scheduler
   */
  static SearchSpace quick(Set<Capability> capabilities) {
    SearchSpace library = of(PolicyLibrary.quick(capabilities));
    return (incumbent, past) -> {
      List<Spec> specs = new ArrayList<>(library.alternatives(incumbent, past));
      specs.addAll(SlurmVariants.of(incumbent.spec()));
      return List.copyOf(specs);
    };
  }

  /**
   * This search, and where the site ranks jobs by priority also these orders in the place of its
   * priorities.
   *
   * @param orders names of orders that the policy {@code slurm} has
   */
  default SearchSpace withOrders(List<String> orders) {
    return orders.isEmpty() ? this : new NamedOrders(this, orders);
  }

  private static void requirePartitions(int maxPartitions) {
    if (maxPartitions < 1 || maxPartitions > Criteria.MOST_PARTITIONS) {
      throw new IllegalArgumentException(
          maxPartitions + " partitions are not allowed: 1 to " + Criteria.MOST_PARTITIONS);
    }
  }

  private static Spec spec(Criteria criteria) {
    return Spec.of(MultiQueueFamily.NAME)
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
