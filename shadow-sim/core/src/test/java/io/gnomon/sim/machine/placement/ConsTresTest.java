package io.gnomon.sim.machine.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Placements that can be checked by hand, on three small nodes, one large and one with GPUs. */
class ConsTresTest {
  private final Machine machine =
      new Machine.Builder()
          .node("n[1-3]", new NodeClass(8, 1, 64, Map.of(), Set.of("small"), 1))
          .node("b1", new NodeClass(16, 2, 256, Map.of(), Set.of("big"), 2))
          .node("g1", new NodeClass(8, 1, 64, Map.of("v100", 2, "a100", 1), Set.of("gpu"), 3))
          .build();
  private final Shapes shapes = new Shapes(machine);
  private final ConsTres rules = new ConsTres(machine);
  private final FreeResources free = new FreeResources(machine);

  private Placement place(Request.Builder request) {
    return rules.place(shapes.of(request.build(), 60), free);
  }

  private String start(Request.Builder request) {
    Placement placement = place(request);
    if (placement == null) {
      return "none";
    }
    free.take(placement);
    return machine.names(placement.nodes());
  }

  private static Request.Builder tasks(int count) {
    return new Request.Builder().tasks(count);
  }

  @Test
  void usesTheNodeOnWhichTheFewestFreeCpusSuffice() {
    assertThat(start(tasks(5))).isEqualTo("n1");
    assertThat(start(tasks(4))).isEqualTo("n2");
    assertThat(start(tasks(3))).isEqualTo("n1"); // 3 free, n2 has 4
    assertThat(start(tasks(3))).isEqualTo("n2");
    assertThat(start(tasks(8))).isEqualTo("n3");
  }

  @Test
  void usesNodesWithALargerWeightOnlyIfItMust() {
    assertThat(start(tasks(9))).isEqualTo("b1"); // no small node has 9 CPUs
    assertThat(start(tasks(8))).isEqualTo("n1");
  }

  @Test
  void spreadsOverNodesInTheOrderOfWeight() {
    Placement placement = place(tasks(28));
    assertThat(machine.names(placement.nodes())).isEqualTo("n[1-3],b1");
    assertThat(placement.cpus(3)).isEqualTo(4);
    assertThat(placement.totalCpus()).isEqualTo(28);
  }

  @Test
  void givesWholeCoresAndTheirMemory() {
    Placement placement = place(tasks(3).memoryPerCpu(10).features(Features.parse("big")));
    assertThat(placement.cpus(0)).isEqualTo(4); // two threads per core
    assertThat(placement.memory(0)).isEqualTo(40);
  }

  @Test
  void leavesEachFurtherNodeATask() {
    Placement placement = place(tasks(9).nodes(3, 3));
    assertThat(List.of(placement.cpus(0), placement.cpus(1), placement.cpus(2)))
        .containsExactly(7, 1, 1);
  }

  @Test
  void countsMemoryAndGpusOfEachNode() {
    assertThat(start(tasks(1).memoryPerNode(60).nodes(3, 3))).isEqualTo("n[1-3]");
    assertThat(start(tasks(1).memoryPerNode(5))).isEqualTo("b1");
    assertThat(start(tasks(1).gpusPerNode(Map.of("v100", 1)))).isEqualTo("g1");
    assertThat(start(tasks(1).gpusPerNode(Map.of("v100", 2)))).isEqualTo("none");
    assertThat(start(tasks(1).gpusPerNode(Map.of("any", 2)))).isEqualTo("g1");
    assertThat(start(tasks(1).gpusPerNode(Map.of("any", 1)))).isEqualTo("none");
  }

  @Test
  void givesAnExclusiveJobAnIdleNodeWithAllItsCpus() {
    assertThat(start(tasks(1))).isEqualTo("n1");
    Placement placement = place(tasks(1).exclusive(true));
    assertThat(machine.names(placement.nodes())).isEqualTo("n2");
    assertThat(placement.totalCpus()).isEqualTo(8);
  }

  @Test
  void reservesNodesThatAreBusyNowFirst() {
    FreeResources now = free.copy();
    now.take(place(tasks(8))); // n1 is busy now and free later
    Placement reserved = rules.reserve(shapes.of(tasks(8).nodes(1, 1).build(), 60), free, now);
    assertThat(reserved).isNotNull();
    assertThat(machine.names(reserved.nodes())).isEqualTo("n1");
    now.take(rules.place(shapes.of(tasks(8).build(), 60), now)); // and n2
    Placement two = rules.reserve(shapes.of(tasks(16).nodes(2, 2).build(), 60), free, now);
    assertThat(two).isNotNull();
    assertThat(machine.names(two.nodes())).isEqualTo("n[1-2]");
  }

  @Test
  void reservesAnIdleNodeWhereBusyOnesDoNotSuffice() {
    Machine unequal =
        new Machine.Builder()
            .node("a", NodeClass.of(5, 0))
            .node("b", NodeClass.of(4, 0))
            .node("c", NodeClass.of(2, 0))
            .build();
    Shapes own = new Shapes(unequal);
    ConsTres placer = new ConsTres(unequal);
    FreeResources later = new FreeResources(unequal);
    FreeResources now = later.copy();
    now.take(placer.place(own.of(tasks(4).build(), 60), now)); // b
    now.take(placer.place(own.of(tasks(2).build(), 60), now)); // c
    Placement two = placer.reserve(own.of(tasks(9).nodes(2, 2).build(), 60), later, now);
    assertThat(two).isNotNull(); // b and c have 6 CPUs in all
    assertThat(unequal.names(two.nodes())).isEqualTo("a,b");
  }
}
