package io.gnomon.sim.machine.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two nodes of 8 CPUs and 64 MiB, and one with 2 GPUs beside them. */
class ShortageTest {
  private final Machine machine =
      new Machine.Builder()
          .node("n[1-2]", NodeClass.of(8, 64))
          .node("g1", new NodeClass(8, 1, 64, Map.of("v100", 2), Set.of("gpu"), 3))
          .build();
  private final Shapes shapes = new Shapes(machine);
  private final ConsTres rules = new ConsTres(machine);
  private final FreeResources free = new FreeResources(machine);

  private static Request.Builder tasks(int count) {
    return new Request.Builder().tasks(count).nodes(1, 1);
  }

  private void start(Request.Builder request) {
    Placement placement = rules.place(shapes.of(request.build(), 60), free);
    assertThat(placement).isNotNull();
    free.take(placement);
  }

  private Shortage shortage(Request.Builder request) {
    return Shortage.of(shapes.of(request.build(), 60), free, rules);
  }

  private void occupyEachNode(int cpus, int memory) {
    for (int node = 0; node < 3; node++) {
      int[] one = {node};
      free.take(new Placement(0, one, new int[] {cpus}, new int[] {memory}, new int[] {}));
    }
  }

  @Test
  void aJobThatFitsLacksNothing() {
    assertThat(shortage(tasks(8))).isEqualTo(Shortage.NONE);
  }

  @Test
  void aJobLacksCpusWhereMemoryIsFree() {
    occupyEachNode(6, 8);
    assertThat(shortage(tasks(4).memoryPerNode(32))).isEqualTo(Shortage.CPUS);
  }

  @Test
  void aJobLacksMemoryWhereCpusAreFree() {
    occupyEachNode(2, 60);
    assertThat(shortage(tasks(4).memoryPerNode(32))).isEqualTo(Shortage.MEMORY);
  }

  @Test
  void theResourceOfWhichTheLargestPartIsMissingCounts() {
    occupyEachNode(6, 40); // 2 CPUs of 4 are free, 24 MiB of 32
    assertThat(shortage(tasks(4).memoryPerNode(32))).isEqualTo(Shortage.CPUS);
  }

  @Test
  void aJobLacksGpusWhereOthersHoldThem() {
    start(tasks(1).gpusPerNode(Map.of("v100", 2)));
    assertThat(shortage(tasks(1).gpusPerNode(Map.of("v100", 1)))).isEqualTo(Shortage.GPUS);
    assertThat(shortage(tasks(1).gpusPerNode(Map.of("any", 1)))).isEqualTo(Shortage.GPUS);
  }

  @Test
  void anExclusiveJobLacksNodesWhereAnyJobRuns() {
    occupyEachNode(1, 1);
    assertThat(shortage(tasks(1).exclusive(true))).isEqualTo(Shortage.NODES);
  }

  @Test
  void aJobLacksNodesWhenTooFewHaveRoom() {
    start(tasks(8).features(Features.parse("gpu")));
    start(tasks(8));
    Request.Builder onTwo = new Request.Builder().tasks(2).nodes(2, 2);
    assertThat(shortage(onTwo)).isEqualTo(Shortage.CPUS); // two of three nodes have no CPU
    free.setUsable(0, false);
    free.setUsable(2, false);
    assertThat(shortage(onTwo)).isEqualTo(Shortage.NODES); // the third has room
  }

  @Test
  void nodesThatCouldNeverHostTheJobDoNotCount() {
    start(tasks(8).features(Features.parse("gpu")));
    Request.Builder withGpu = tasks(4).gpusPerNode(Map.of("v100", 1));
    assertThat(shortage(withGpu)).isEqualTo(Shortage.CPUS);
  }
}
