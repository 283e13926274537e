package io.gnomon.sim.machine.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PermanentShortageTest {
  private static final Machine SITE =
      new Machine.Builder()
          .node("n[1-2]", new NodeClass(8, 1, 1000, Map.of(), Set.of("IB"), 1))
          .node("g1", new NodeClass(16, 1, 4000, Map.of("v100", 2), Set.of(), 2))
          .partition(
              new Partition(
                  "main", List.of("n1", "n2", "g1"), 3600, 60, 1, 2, 1, false, 100, true, true))
          .partition(new Partition("off", List.of("n1"), 3600, 60, 1, 2, 1, false, 0, false, false))
          .build();

  private static PermanentShortage unmet(Request.Builder request, int estimate) {
    return PermanentShortage.of(new Shapes(SITE).of(request.build(), estimate)).orElseThrow();
  }

  private static Request.Builder tasks(int tasks) {
    return new Request.Builder().tasks(tasks);
  }

  @Test
  void namesThePartOfTheRequestWithoutWhichTheJobCouldRun() {
    assertThat(unmet(tasks(1).gpusPerNode(Map.of("v100", 3)), 60))
        .isEqualTo(PermanentShortage.GPUS);
    assertThat(unmet(tasks(1).gpusPerNode(Map.of("a100", 1)), 60))
        .isEqualTo(PermanentShortage.GPUS);
    assertThat(unmet(tasks(1).memoryPerNode(5000), 60)).isEqualTo(PermanentShortage.MEMORY);
    assertThat(unmet(tasks(1).features(Features.parse("OPA")), 60))
        .isEqualTo(PermanentShortage.FEATURES);
    assertThat(unmet(tasks(33).memoryPerCpu(1), 60)).isEqualTo(PermanentShortage.CPUS); // of 32
    assertThat(unmet(tasks(4).nodes(4, 4), 60)).isEqualTo(PermanentShortage.NODES);
    assertThat(unmet(tasks(1).partitions(List.of("debug")), 60))
        .isEqualTo(PermanentShortage.PARTITION);
  }

  @Test
  void theDefaultMemoryOfAPartitionCounts() {
    NodeClass small = new NodeClass(8, 1, 500, Map.of(), Set.of(), 1);
    Machine machine =
        new Machine.Builder()
            .node("n1", small)
            .partition(
                new Partition("main", List.of("n1"), 3600, 60, 1, 1, 1, false, 100, true, true))
            .build();
    // 6 CPUs with 100 MiB each: 600 of 500 MiB
    assertThat(PermanentShortage.of(new Shapes(machine).of(Request.ofCpus(6), 60)))
        .contains(PermanentShortage.MEMORY);
    assertThat(PermanentShortage.of(new Shapes(machine).of(Request.ofCpus(5), 60))).isEmpty();
  }

  @Test
  void limitsAndStatesOfPartitionsCanChange() {
    for (PermanentShortage limit :
        List.of(
            unmet(tasks(1), 7200), // of 3600 s
            unmet(tasks(3).nodes(3, 3), 60), // of 2 nodes
            unmet(tasks(1).partitions(List.of("off")), 60))) {
      assertThat(limit).isEqualTo(PermanentShortage.LIMIT);
      assertThat(limit.canChange()).isTrue();
    }
  }

  @Test
  void aJobThatCanRunLacksNothingAndPartsThatNoNodeHasTogetherAreNamed() {
    assertThat(PermanentShortage.of(new Shapes(SITE).of(tasks(8).build(), 60))).isEmpty();
    // IB and GPUs are on different nodes: without either, the job could run; GPUs are named first
    assertThat(unmet(tasks(1).features(Features.parse("IB")).gpusPerNode(Map.of("v100", 1)), 60))
        .isEqualTo(PermanentShortage.GPUS);
    assertThat(unmet(tasks(1).features(Features.parse("OPA")).memoryPerNode(9000), 60))
        .isEqualTo(PermanentShortage.TOGETHER);
  }
}
