package io.gnomon.sim.workload.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.Selection;
import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Shapes;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class NodeApplicationsTest {
  private static final int DRAWS = 20_000;
  private static final NodeClass CPUS =
      new NodeClass(32, 1, 128_000, Map.of(), Set.of("ib", "new"), 1);
  private static final NodeClass LARGE = new NodeClass(32, 1, 1_000_000, Map.of(), Set.of(), 2);
  private static final NodeClass GPUS =
      new NodeClass(64, 1, 512_000, Map.of("a100", 8), Set.of(), 3);

  /** Eight CPU nodes, two with much memory and two with GPUs; a partition for each, one for all. */
  private static Machine site() {
    return new Machine.Builder()
        .node("c[1-8]", CPUS)
        .node("m[1-2]", LARGE)
        .node("g[1-2]", GPUS)
        .partition(Partition.of("batch", HostList.expand("c[1-8],m[1-2]")))
        .partition(limited("gpu", "g[1-2]", 200_000))
        .partition(limited("short", "c[1-8],m[1-2],g[1-2]", 3_600))
        .build();
  }

  private static Partition limited(String name, String nodes, int seconds) {
    return new Partition(
        name,
        HostList.expand(nodes),
        seconds,
        Partition.UNLIMITED,
        1,
        Partition.UNLIMITED,
        1,
        false,
        0,
        false,
        true);
  }

  private static Machine of(int nodes, NodeClass kind) {
    return Machine.of(nodes, kind);
  }

  private static List<Application> draws(Machine machine) {
    NodeApplications model = new NodeApplications(machine);
    SplittableRandom random = new SplittableRandom(7);
    List<Application> drawn = new ArrayList<>();
    for (int i = 0; i < DRAWS; i++) {
      drawn.add(model.draw(i + 1, 1, random));
    }
    return drawn;
  }

  private static double share(List<Application> of, Predicate<Request> wanted) {
    return (double) of.stream().filter(one -> wanted.test(one.request())).count() / of.size();
  }

  @Test
  void everyRequestFitsTheMachine() {
    Random random = new Random(1);
    for (int seed = 0; seed < 40; seed++) {
      Machine machine = randomMachine(random);
      JobLog log = WorkloadGenerator.generate(300, machine, 0.7, seed);
      Shapes shapes = new Shapes(machine);
      for (int job = 0; job < log.size(); job++) {
        assertThat(shapes.of(log.request(job), log.estimate(job)).isPossible())
            .as("seed %d, %s for %d s on %s", seed, log.request(job), log.estimate(job), machine)
            .isTrue();
        assertThat(log.runtime(job)).isBetween(1, log.estimate(job));
        assertThat(log.width(job)).isEqualTo(log.request(job).cpus());
      }
    }
  }

  private static Machine randomMachine(Random random) {
    Machine.Builder machine =
        new Machine.Builder()
            .selection(
                new Selection(
                    AllocationUnit.values()[random.nextInt(3)],
                    random.nextBoolean(),
                    random.nextBoolean()));
    StringBuilder all = new StringBuilder();
    for (int kind = 0; kind < 1 + random.nextInt(3); kind++) {
      int threads = 1 + random.nextInt(2);
      Map<String, Integer> gpus =
          switch (random.nextInt(4)) {
            case 0 -> Map.of("v100", 1 + random.nextInt(4));
            case 1 -> Map.of("v100", 1, "a100", 3);
            default -> Map.of();
          };
      String names = (char) ('a' + kind) + "[1-" + (1 + random.nextInt(5)) + "]";
      int memory =
          List.of(0, 1_000, 64_000, 500_000, NodeClass.UNKNOWN_MEMORY).get(random.nextInt(5));
      machine.node(
          names,
          new NodeClass(
              threads * (1 + random.nextInt(24)),
              threads,
              memory,
              gpus,
              random.nextBoolean() ? Set.of("ib") : Set.of(),
              1));
      all.append(all.isEmpty() ? "" : ",").append(names);
    }
    List<String> nodes = HostList.expand(all.toString());
    machine.partition(limited("all", all.toString(), random.nextBoolean() ? 7_200 : 400_000));
    int least = 1 + random.nextInt(2);
    machine.partition(
        new Partition(
            "some",
            nodes.subList(0, 1 + random.nextInt(nodes.size())),
            1 + random.nextInt(100_000),
            Partition.UNLIMITED,
            least,
            least + random.nextInt(3),
            1,
            random.nextBoolean(),
            random.nextInt(2) * 500,
            random.nextBoolean(),
            random.nextInt(3) > 0));
    return machine.build();
  }

  /** On nodes of one class, a job fills its CPUs, or more if their memory is a larger share. */
  @Test
  void offersTheRequestedLoad() {
    JobLog log = WorkloadGenerator.generate(3_000, of(8, CPUS), 0.7, 3);
    double work = 0;
    for (int job = 0; job < log.size(); job++) {
      Request request = log.request(job);
      double ofCpu = Math.max(1 / 32.0, request.memoryPerCpu() / 128_000.0);
      work += request.cpus() * ofCpu * log.runtime(job);
    }
    assertThat(work / (8.0 * log.submit(log.size() - 1))).isCloseTo(0.7, within(0.001));
  }

  @Test
  void allClassesOfNodesHaveTheSameLoad() {
    double[] work = new double[3];
    for (Application one : draws(site())) {
      Request request = one.request();
      int kind = !request.gpusPerNode().isEmpty() ? 2 : request.memoryPerNode() > 0 ? 1 : 0;
      work[kind] += one.held() * one.typicalRuntime();
    }
    assertThat(work[1] / 2).isCloseTo(work[0] / 8, within(0.1 * work[0] / 8));
    assertThat(work[2] / 2).isCloseTo(work[0] / 8, within(0.1 * work[0] / 8));
  }

  @Test
  void gpusPerJobAreAsDocumented() {
    List<Application> drawn = draws(of(4, GPUS));

    for (int i = 0; i < RequestModel.GPU_SHARES.length; i++) {
      int gpus = 1 << i; // 16 are two nodes with 8
      int nodes = gpus == 16 ? 2 : 1;
      assertThat(
              share(
                  drawn,
                  one ->
                      one.minNodes() == nodes
                          && one.gpusPerNode().containsValue(gpus / nodes)
                          && one.maxNodes() == nodes))
          .as("jobs with %d GPUs", gpus)
          .isCloseTo(RequestModel.GPU_SHARES[i], within(0.015));
    }
    assertThat(share(drawn, one -> one.gpusPerNode().containsKey("a100")))
        .isCloseTo(0.5, within(0.02));
    // a job with one GPU has 1, 2, 4, 8 or 16 CPUs; 8 are its part of the node
    List<Application> single =
        drawn.stream().filter(one -> one.request().gpusPerNode().containsValue(1)).toList();
    for (int cpus = 1; cpus <= 16; cpus *= 2) {
      int wanted = cpus;
      assertThat(share(single, one -> one.cpus() == wanted)).isCloseTo(0.2, within(0.02));
    }
  }

  /** A CPU's part of the memory is 4,000 MiB, so requests are from 500 MiB, rounded down, up. */
  @Test
  void memoryPerCpuIsAsDocumented() {
    List<Application> drawn = draws(of(8, CPUS));

    assertThat(drawn).allMatch(one -> one.request().memoryPerCpu() >= 384);
    // log-uniform over three octaves for 92 %: log2(1,024 / 500) / 3 = 0.34 are below 1,024; over
    // five octaves for 8 %, 10 % of the jobs on one node: log2(1,024 / 500) / 5 = 0.21
    assertThat(share(drawn, one -> one.memoryPerCpu() < 1_024)).isCloseTo(0.33, within(0.02));
    assertThat(share(drawn, one -> one.memoryPerCpu() < 2_048)).isCloseTo(0.66, within(0.02));
    assertThat(share(drawn, one -> one.memoryPerCpu() > 4_000)).isBetween(0.01, 0.1);
    assertThat(share(drawn, one -> !one.features().equals(Features.ANY)))
        .isCloseTo(0.1, within(0.02));
  }

  /** Other nodes have 128,000 MiB, so these jobs need a node with 1,000,000. */
  @Test
  void memoryPerNodeIsMoreThanOtherNodesHave() {
    List<Application> large =
        draws(site()).stream().filter(one -> one.request().memoryPerNode() > 0).toList();

    assertThat(large)
        .isNotEmpty()
        .allMatch(one -> one.request().memoryPerNode() > 128_000 && one.request().maxNodes() == 1);
    // between a quarter of the node's memory and all of it; rounded down to 1 or 1.5 times 2^n
    assertThat(large.stream().mapToInt(one -> one.request().memoryPerNode()).distinct())
        .containsExactlyInAnyOrder(1_000_000, 262_144, 393_216, 524_288, 786_432);
  }

  @Test
  void jobsNameThePartitionsThatPermitThem() {
    List<Application> drawn = draws(site());
    List<Application> longer = drawn.stream().filter(one -> one.typicalRuntime() > 3_600).toList();

    assertThat(longer).isNotEmpty().noneMatch(one -> one.request().partitions().contains("short"));
    assertThat(share(drawn, one -> one.partitions().size() == 2)).isBetween(0.05, 0.15);
    assertThat(share(longer, one -> one.gpusPerNode().isEmpty() && one.partitions().isEmpty()))
        .isCloseTo(
            0.5 * share(longer, one -> one.gpusPerNode().isEmpty()), within(0.03)); // in batch
  }

  @Test
  void isTheSameForASeedEverywhere() {
    JobLog log = WorkloadGenerator.generate(500, site(), 0.7, 42);
    assertThat(log)
        .isEqualTo(WorkloadGenerator.generate(500, site(), 0.7, 42))
        .isNotEqualTo(WorkloadGenerator.generate(500, site(), 0.7, 43));
  }

  @Test
  void aMachineOnWhichNothingRunsIsRefused() {
    Partition down = new Partition("p", List.of("n1"), 60, 60, 1, 1, 1, false, 0, true, false);
    Machine machine = new Machine.Builder().node("n1", CPUS).partition(down).build();

    assertThatThrownBy(() -> WorkloadGenerator.generate(5, machine, 0.7, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 nodes, 32 CPUs", "no partition is up");
    assertThatThrownBy(() -> WorkloadGenerator.generate(5, site(), 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be positive");
  }
}
