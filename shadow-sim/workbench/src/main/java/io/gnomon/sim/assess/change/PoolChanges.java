package io.gnomon.sim.assess.change;

import io.gnomon.sim.assess.change.SiteChange.Means;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.multiqueue.Criteria;
import io.gnomon.sim.policy.multiqueue.MultiQueueFamily;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The changes that are tried for a log without a Slurm configuration: other policies. */
public final class PoolChanges {
  private static final String POLICY = "policy";
  private static final int MOST_PARTITIONS = 4;

  private PoolChanges() {}

  /** The quick policies of the library, and partitions by requested time; without the incumbent. */
  public static List<SiteChange> of(SimulatedSite recorded) {
    List<Spec> specs = new ArrayList<>(PolicyLibrary.quick(PolicyLibrary.none()));
    specs.add(Spec.of("fcfs"));
    JobLog log = recorded.log();
    int[] sorted = IntStream.range(0, log.size()).map(log::estimate).toArray();
    Arrays.sort(sorted);
    for (int partitions = 2; partitions <= MOST_PARTITIONS; partitions++) {
      Criteria criteria = Criteria.quantiles(partitions, sorted);
      specs.add(
          Spec.of(MultiQueueFamily.NAME)
              .with(MultiQueueFamily.PARTITIONS.name(), criteria.partitions())
              .with(MultiQueueFamily.BOUNDARIES.name(), criteria));
    }
    List<SiteChange> changes = new ArrayList<>();
    for (Spec spec : specs) {
      if (!spec.equals(recorded.policy())) {
        changes.add(
            SiteChange.of(
                "policy." + changes.size(),
                POLICY,
                Policies.describe(spec),
                Means.POLICY,
                setup -> setup.with(spec)));
      }
    }
    return List.copyOf(changes);
  }
}
