package io.gnomon.sim.assess.change;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.sim.assess.change.SiteChange.Means;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Changes of partitions: nodes of an idle one for a busy one, a partition for short jobs, and
 * shared nodes.
 */
final class PartitionChanges {
  private static final int HOUR = 3600;
  private static final int SHORT = 4 * HOUR;
  private static final double IDLE = 0.4;
  private static final double BUSY = 0.5;
  private static final int MOST_IDLE = 2;

  private final SimulatedSite recorded;
  private final SlurmDefinitions site;
  private final Machine machine;
  private final int[] partitionOf; // of each job; -1 for several partitions
  private final double[] demand; // CPU seconds by partition

  PartitionChanges(SimulatedSite recorded, SlurmDefinitions site) {
    this.recorded = recorded;
    this.site = site;
    machine = site.machine();
    JobLog log = recorded.log();
    partitionOf = IntStream.range(0, log.size()).map(job -> partition(log.request(job))).toArray();
    demand = new double[machine.partitions().size()];
    for (int job = 0; job < partitionOf.length; job++) {
      if (partitionOf[job] >= 0) {
        demand[partitionOf[job]] += (double) log.runtime(job) * log.width(job);
      }
    }
  }

  private int partition(@Nullable Request request) {
    return partition(machine, request);
  }

  /** The only partition of a job; -1 if it has several. */
  static int partition(Machine machine, @Nullable Request request) {
    if (request == null || request.partitions().isEmpty()) {
      return machine.defaultPartition();
    }
    return request.partitions().size() == 1 ? machine.partition(request.partitions().get(0)) : -1;
  }

  List<SiteChange> all() {
    List<SiteChange> changes = new ArrayList<>();
    changes.addAll(idleNodes());
    changes.addAll(new TimeChanges(recorded, machine).all());
    changes.addAll(shortJobs());
    changes.addAll(sharedNodes());
    return changes;
  }

  private double load(int partition) {
    JobLog log = recorded.log();
    double span = Math.max(1, log.submit(log.size() - 1) - log.submit(0));
    double cpus =
        Arrays.stream(machine.nodesOf(partition))
            .mapToDouble(node -> machine.nodeClass(node).cpus())
            .sum();
    return demand[partition] / (cpus * span);
  }

  private int busiest() {
    return IntStream.range(0, demand.length)
        .boxed()
        .max(Comparator.comparingDouble(number -> demand[number]))
        .orElse(-1);
  }

  // --- nodes of an idle partition

  private List<SiteChange> idleNodes() {
    List<SiteChange> changes = new ArrayList<>();
    int busy = busiest();
    if (busy < 0 || load(busy) < BUSY) {
      return changes;
    }
    Partition to = machine.partitions().get(busy);
    for (int idle = 0; idle < demand.length && changes.size() < MOST_IDLE; idle++) {
      Partition from = machine.partitions().get(idle);
      Set<String> nodes = new LinkedHashSet<>(names(busy));
      if (idle == busy || load(idle) > IDLE || !nodes.addAll(names(idle))) {
        continue;
      }
      List<String> all = List.copyOf(nodes);
      changes.add(
          new SiteChange(
              "nodes." + from.name(),
              "nodes." + to.name(),
              "partition %s may use the nodes of %s, whose jobs need %.0f %% of them"
                  .formatted(to.name(), from.name(), 100 * load(idle)),
              Means.CONFIGURATION,
              "jobs of %s run as well and as fast on the nodes of %s"
                  .formatted(to.name(), from.name()),
              inSite(to, one -> one.withNodes(all))));
    }
    return changes;
  }

  private List<String> names(int partition) {
    return Arrays.stream(machine.nodesOf(partition)).mapToObj(machine::name).toList();
  }

  /** The setup with a changed partition. */
  static UnaryOperator<SimulatedSite> inSite(Partition old, UnaryOperator<Partition> change) {
    return setup -> {
      SlurmDefinitions before = setup.slurm();
      return before == null
          ? setup
          : setup.with(
              before.withPartitions(
                  one -> one.name().equals(old.name()) ? change.apply(one) : one));
    };
  }

  // --- a partition for short jobs

  private List<SiteChange> shortJobs() {
    int busy = busiest();
    if (busy < 0 || recorded.policy().parameters().containsKey("PreemptType")) {
      return List.of(); // a higher tier would remove running jobs
    }
    Partition old = machine.partitions().get(busy);
    String name = old.name() + "-short";
    if (old.maxSeconds() <= SHORT || machine.partition(name) >= 0) {
      return List.of();
    }
    Partition added =
        new Partition(
            name,
            old.nodes(),
            SHORT,
            Math.min(old.defaultSeconds(), SHORT),
            old.minNodes(),
            old.maxNodes(),
            old.tier() + 1,
            old.exclusive(),
            old.defaultMemoryPerCpu(),
            old.defaultMemoryPerNode(),
            false,
            true,
            old.preemption());
    return List.of(
        new SiteChange(
            "short." + old.name(),
            "short." + old.name(),
            "a partition on the nodes of %s for jobs of up to %s, considered first"
                .formatted(old.name(), TimeChanges.words(SHORT)),
            Means.PREFERENCE,
            "all jobs of %s that request at most %s use it"
                .formatted(old.name(), TimeChanges.words(SHORT)),
            setup -> {
              SlurmDefinitions before = setup.slurm();
              return before == null
                  ? setup
                  : setup
                      .with(moved(setup.log(), busy, name))
                      .with(before.withPartition(added, old.name()));
            }));
  }

  /** The jobs, those of a partition with a short time moved to another one. */
  private JobLog moved(JobLog log, int from, String to) {
    return log.withRequests(
        job -> {
          Request request = log.request(job);
          return request != null && log.estimate(job) <= SHORT && partition(request) == from
              ? request.toBuilder().partitions(List.of(to)).build()
              : request;
        });
  }

  // --- shared nodes

  private List<SiteChange> sharedNodes() {
    List<SiteChange> changes = new ArrayList<>();
    if (machine.selection().unit() == AllocationUnit.NODE) {
      changes.add(
          new SiteChange(
              SharedNodes.ID,
              SharedNodes.ID,
              "jobs share nodes: SelectType select/linear → select/cons_tres with CR_Core_Memory",
              Means.CONFIGURATION,
              "jobs need no more of a node than they request",
              setup -> SharedNodes.everywhere(setup).orElse(setup)));
      return changes;
    }
    for (int number = 0; number < demand.length; number++) {
      Partition partition = machine.partitions().get(number);
      if (partition.exclusive() && demand[number] > 0) {
        changes.add(
            new SiteChange(
                SharedNodes.ID + "." + partition.name(),
                SharedNodes.ID + "." + partition.name(),
                "jobs of partition %s share nodes: OverSubscribe EXCLUSIVE → NO"
                    .formatted(partition.name()),
                Means.CONFIGURATION,
                "jobs of %s need no more of a node than they request".formatted(partition.name()),
                inSite(partition, Partition::withSharedNodes)));
      }
    }
    return changes;
  }
}
