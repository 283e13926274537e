package io.gnomon.sim.policy.nodes;

import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.limits.ResourceLimit;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.sim.limit.JobAmounts;
import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.limit.LimitRules;
import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NetworkSwitch;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.Topology;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.PriorityBasis.PartitionBasis;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import io.gnomon.sim.priority.fairshare.TresBilling;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Small random machines and workloads. */
public final class Sites {
  private Sites() {}

  /**
   * A machine with three kinds of nodes and two or three overlapping partitions; some have
   * switches.
   */
  public static Machine machine(Random random, boolean reservations) {
    Machine.Builder builder =
        new Machine.Builder()
            .node("n[1-4]", new NodeClass(8, 1, 64, Map.of(), Set.of("slow"), 1))
            .node("m[1-2]", new NodeClass(8, 2, 256, Map.of(), Set.of("fast", "big"), 2))
            .node("g1", new NodeClass(4, 1, 128, Map.of("a100", 2), Set.of("fast"), 3));
    List<String> all = HostList.expand("n[1-4],m[1-2],g1");
    builder.partition(Partition.of("all", all));
    builder.partition(
        new Partition("short", all.subList(2, 7), 40, 10, 1, 3, 2, false, 4, false, true));
    if (random.nextBoolean()) {
      builder.partition(
          new Partition("whole", all.subList(0, 3), 1000, 10, 1, 3, 1, true, 0, false, true));
    }
    if (reservations) {
      builder.reservation(new Reservation("maintenance", all.subList(1, 4), 100, 180));
    }
    if (random.nextInt(3) == 0) {
      builder.topology(switches(random, all));
    }
    return builder.build();
  }

  /** Adds nodes w1 to w3 that are only given whole, so that they are planned by number. */
  public static Machine withWholeNodes(Machine machine) {
    return machine.toBuilder()
        .node("w[1-3]", new NodeClass(6, 1, 96, Map.of(), Set.of("fast"), 2))
        .partition(
            new Partition("own", List.of("w1", "w2", "w3"), 500, 10, 1, 3, 1, true, 0, false, true))
        .build();
  }

  /** Three accounts with two users each, and recalculations every few seconds. */
  public static Accounts accounts(Random random, Machine machine) {
    AssociationTree.Builder tree = new AssociationTree.Builder();
    Map<String, String> defaults = new HashMap<>();
    for (int account = 0; account < 3; account++) {
      tree.account("a" + account, "root", 1 + random.nextInt(4), random.nextInt(3));
    }
    for (int user = 0; user < 6; user++) {
      defaults.put("u" + user, "a" + user % 3);
      if (user < 5) { // the last one has no association
        tree.user("a" + user % 3, "u" + user, 1 + random.nextInt(4), random.nextInt(3));
      }
    }
    PriorityWeights weights =
        new PriorityWeights(
            random.nextInt(1000),
            random.nextInt(100),
            random.nextInt(3000),
            random.nextInt(100),
            random.nextInt(100),
            random.nextInt(100),
            Map.of("mem", 0.5 * random.nextInt(20)));
    Map<String, PartitionBasis> partitions = new HashMap<>();
    for (Partition partition : machine.partitions()) {
      partitions.put(partition.name(), new PartitionBasis(random.nextInt(3), Map.of("mem", 500.0)));
    }
    int halfLife = random.nextInt(200);
    int calcPeriod = 5 + random.nextInt(40);
    int maxAge = 1 + random.nextInt(200);
    return new Accounts(
        tree.build(),
        defaults,
        new PrioritySettings(
            weights,
            maxAge,
            halfLife,
            calcPeriod,
            random.nextBoolean(),
            1,
            UsageReset.NONE,
            Set.of()),
        new PriorityBasis(
            machine.nodes(), machine.cpus(), partitions, Map.of("normal", 0L, "high", 2L), 2));
  }

  /** Three leaf switches, below one or two others. */
  private static Topology switches(Random random, List<String> all) {
    List<NetworkSwitch> switches = new ArrayList<>();
    switches.add(new NetworkSwitch("a", all.subList(0, 2), List.of()));
    switches.add(new NetworkSwitch("b", all.subList(2, 5), List.of()));
    switches.add(new NetworkSwitch("c", all.subList(5, 7), List.of()));
    List<String> below = random.nextBoolean() ? List.of("a", "b") : List.of("a", "b", "c");
    switches.add(new NetworkSwitch("top", List.of(), below));
    return new Topology(switches);
  }

  /** Limits of these accounts and their QOS, and a QOS of the first partition. */
  public static JobAmounts limits(Random random, Machine machine, Accounts accounts) {
    AssociationTree tree =
        accounts
            .tree()
            .with(
                one ->
                    one.withLimits(
                        limits(random, List.of(LimitKind.GROUP_JOBS, LimitKind.JOBS))));
    List<LimitKind> ofQos =
        List.of(LimitKind.GROUP_JOBS, LimitKind.JOBS_OF_USER, LimitKind.JOBS_OF_ACCOUNT);
    List<Optional<String>> partitionQos =
        new ArrayList<>(Collections.nCopies(machine.partitions().size(), Optional.empty()));
    partitionQos.set(0, random.nextBoolean() ? Optional.of("part") : Optional.empty());
    LimitDefinitions definitions =
        new LimitDefinitions(
            tree,
            Map.of(
                "normal", Qos.of("normal", 0),
                "high", Qos.of("high", 2).withLimits(limits(random, ofQos)),
                "part", Qos.of("part", 0).withLimits(limits(random, ofQos))),
            partitionQos,
            Map.of(),
            random.nextBoolean());
    return new JobAmounts(
        new LimitRules(definitions),
        machine,
        Collections.nCopies(machine.partitions().size(), TresBilling.CPUS));
  }

  private static Limits limits(Random random, List<LimitKind> ofJobs) {
    List<ResourceLimit> limits = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      limits.add(new ResourceLimit(LimitKind.GROUP_TRES, "cpu", 8 + random.nextInt(12)));
      limits.add(new ResourceLimit(LimitKind.GROUP_TRES, "node", 4));
    }
    if (random.nextInt(5) == 0) {
      limits.add(new ResourceLimit(LimitKind.GROUP_TRES_RUN_MINUTES, "cpu", 30 + random.nextInt(30)));
    }
    ofJobs.forEach(
        limit -> {
          if (random.nextInt(4) == 0) {
            limits.add(new ResourceLimit(limit, null, 1 + random.nextInt(4)));
          }
        });
    return new Limits(limits);
  }

  /**
   * A workload that fills such a machine and leaves jobs waiting. A third of the jobs are in a
   * reservation for jobs, if there is one.
   */
  public static JobLog jobs(Random random, Machine machine, int count) {
    JobLogBuilder log = JobLog.builder();
    int submit = 0;
    for (int job = 0; job < count; job++) {
      submit += random.nextInt(4) == 0 ? random.nextInt(30) : random.nextInt(4);
      int estimate = 1 + random.nextInt(random.nextInt(3) == 0 ? 200 : 30);
      int runtime = random.nextInt(3) == 0 ? estimate : 1 + random.nextInt(estimate);
      if (random.nextInt(10) == 0) {
        runtime += 10; // past its estimate
      }
      log.job(job, submit, runtime, estimate, 1).by(random.nextInt(4), 0, 0);
      log.request(request(random, machine));
      String user = "u" + random.nextInt(6);
      log.jobAccount(
          new JobAccount(user, "", random.nextBoolean() ? "" : "high", random.nextInt(3)));
    }
    return log.build();
  }

  private static Request request(Random random, Machine machine) {
    Request.Builder request = new Request.Builder().tasks(1 + random.nextInt(6));
    switch (random.nextInt(8)) {
      case 0 -> request.nodes(2, 2).tasks(2 + random.nextInt(8));
      case 1 -> request.memoryPerNode(random.nextInt(200));
      case 2 -> request.gpusPerNode(Map.of(random.nextBoolean() ? "a100" : "any", 1)).nodes(1, 1);
      case 3 -> request.exclusive(true);
      case 4 -> request.features(Features.parse("fast|(slow&big)"));
      case 5 -> request.memoryPerCpu(1 + random.nextInt(20)).cpusPerTask(1 + random.nextInt(2));
      case 6 -> request.tasksPerNode(2).tasks(1 + random.nextInt(8));
      default -> request.gpusPerJob(random.nextInt(4) == 0 ? Map.of("any", 2) : Map.of());
    }
    List<String> names = machine.partitions().stream().map(Partition::name).toList();
    int partition = random.nextInt(names.size() + 2);
    if (partition < names.size()) {
      request.partitions(List.of(names.get(partition)));
    } else if (partition == names.size()) {
      request.partitions(names);
    }
    for (Reservation reservation : machine.reservations()) {
      if (reservation.hasUsers() && random.nextInt(3) == 0) {
        request.reservation(reservation.name());
      }
    }
    return request.build();
  }

  /** A workload that requests processors only. */
  public static JobLog plainJobs(Random random, int processors, int count) {
    JobLogBuilder log = JobLog.builder();
    int submit = 0;
    for (int job = 0; job < count; job++) {
      submit += random.nextInt(3) == 0 ? random.nextInt(20) : 0;
      int estimate = 1 + random.nextInt(60);
      int runtime = random.nextBoolean() ? estimate : 1 + random.nextInt(estimate + 5);
      log.job(job, submit, runtime, estimate, 1 + random.nextInt(processors))
          .by(random.nextInt(4), 0, 0);
    }
    return log.build();
  }
}
