package io.gnomon.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.Selection;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shapes;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Placements on six leaf switches with two to four nodes of eight CPUs, below {@code east} and
 * {@code west}:
 *
 * <pre>
 * east: a a[1-4]  b b[1-3]  c c[1-2]      west: d d[1-4]  e e[1-2]  f f[1-2]
 * </pre>
 */
class TopologyTest {
  private static final NodeClass NODE = NodeClass.of(8, 64);

  private final List<NetworkSwitch> switches =
      new ArrayList<>(
          List.of(
              leaf("a", "a[1-4]"),
              leaf("b", "b[1-3]"),
              leaf("c", "c[1-2]"),
              leaf("d", "d[1-4]"),
              leaf("e", "e[1-2]"),
              leaf("f", "f[1-2]"),
              above("east", "a", "b", "c"),
              above("west", "d", "e", "f"),
              above("top", "east", "west")));
  private Machine machine = machine();
  private FreeResources free = new FreeResources(machine);

  private static NetworkSwitch leaf(String name, String nodes) {
    return new NetworkSwitch(name, HostList.expand(nodes), List.of());
  }

  private static NetworkSwitch above(String name, String... below) {
    return new NetworkSwitch(name, List.of(), List.of(below));
  }

  private Machine machine() {
    return new Machine.Builder()
        .node("a[1-4],b[1-3],c[1-2],d[1-4],e[1-2],f[1-2]", NODE)
        .topology(new Topology(switches))
        .build();
  }

  private String start(Request.Builder request) {
    Placement placement =
        new ConsTres(machine).place(new Shapes(machine).of(request.build(), 60), free);
    if (placement == null) {
      return "none";
    }
    free.take(placement);
    return machine.names(placement.nodes());
  }

  private static Request.Builder nodes(int count) {
    return new Request.Builder().nodes(count, count).tasks(8 * count);
  }

  @Test
  void usesTheLeafSwitchWithTheFewestNodesThatSuffice() {
    assertThat(start(nodes(3))).isEqualTo("b[1-3]"); // a and d have 4, c, e and f only 2
    assertThat(start(nodes(3))).isEqualTo("a[1-3]"); // before d
    assertThat(start(nodes(1))).isEqualTo("a4"); // the only one left there
    assertThat(start(nodes(2))).isEqualTo("c[1-2]");
  }

  @Test
  void usesTheLowestSwitchThatSufficesAndFewLeafSwitchesBelowIt() {
    assertThat(start(nodes(1))).isEqualTo("c1"); // of c, e and f with two nodes
    // 8 nodes below east and below west: in east, a and then b as a whole
    assertThat(start(nodes(7))).isEqualTo("a[1-4],b[1-3]");
    assertThat(start(nodes(6))).isEqualTo("d[1-4],e[1-2]"); // only west has 6
    assertThat(start(nodes(3))).isEqualTo("f[1-2],c2"); // only top has 3
  }

  @Test
  void theNodesOfALeafSwitchComeInTheirOrderRegardlessOfWhatIsFree() {
    start(new Request.Builder().tasks(5)); // c1, of which 3 CPUs are left
    assertThat(start(new Request.Builder().tasks(1))).isEqualTo("c1");
    assertThat(start(new Request.Builder().tasks(9))).isEqualTo("c[1-2]"); // 2 and 7 CPUs
    assertThat(start(nodes(1).tasks(6))).isEqualTo("e1");
    assertThat(start(nodes(1).tasks(2))).isEqualTo("e1"); // two nodes of e and f, one of c
  }

  @Test
  void nodesOfAHigherWeightAreUsedOnlyIfTheOthersDoNotSuffice() {
    NodeClass heavy = new NodeClass(8, 1, 64, Map.of(), Set.of(), 9);
    switches.subList(2, switches.size()).clear();
    switches.add(above("top", "a", "b"));
    machine =
        new Machine.Builder()
            .node("a[1-2],b[1-2]", NODE)
            .node("a[3-4],b3", heavy)
            .topology(new Topology(switches))
            .build();
    free = new FreeResources(machine);
    assertThat(start(nodes(1))).isEqualTo("a1"); // two nodes each
    assertThat(start(nodes(4))).isEqualTo("a2,b[1-2],a3"); // a3 is beside a2, b3 beside b1
    assertThat(start(nodes(2))).isEqualTo("a4,b3");
  }

  @Test
  void aJobDoesNotSpanTrees() {
    switches.remove(8);
    machine = machine();
    free = new FreeResources(machine);
    assertThat(start(nodes(10))).isEqualTo("none");
    assertThat(start(nodes(9))).isEqualTo("a[1-4],b[1-3],c[1-2]");
    assertThat(start(nodes(8))).isEqualTo("d[1-4],e[1-2],f[1-2]");
  }

  @Test
  void nodesOnNoSwitchAreNotUsed() {
    switches.set(0, leaf("a", "a[1-3]"));
    machine = machine();
    assertThat(new Shapes(machine).of(nodes(17).build(), 60).isPossible()).isFalse();
    assertThat(new Shapes(machine).of(nodes(16).build(), 60).isPossible()).isTrue();
  }

  @Test
  void jobsThatAreSpreadAreNotPlacedBySwitch() {
    machine =
        machine().toBuilder().selection(new Selection(AllocationUnit.CORE, true, true)).build();
    assertThat(start(nodes(1))).isEqualTo("a1");
  }

  @Test
  void errorsNameTheSwitch() {
    isRefused(leaf("a", "a1"), "switch 'a' is declared twice");
    isRefused(leaf("g", "a1"), "node 'a1' is on the switches 'a' and 'g'; allowed is one");
    isRefused(leaf("g", "x1"), "switch 'g' has node 'x1', which the machine does not have");
    isRefused(above("g", "x"), "switch 'g' has the switch 'x'; declared are a, b, c,");
    isRefused(above("g", "a"), "switch 'a' is below the switches 'east' and 'g'; allowed is one");
    isRefused(above("g", "g"), "switch 'g' is below itself; allowed is a tree");
    switches.set(8, above("top", "east", "west", "h"));
    isRefused(above("h", "top"), "switch 'top' is below itself; allowed is a tree");
    assertThatThrownBy(() -> new NetworkSwitch("g", List.of("a1"), List.of("a")))
        .hasMessage("switch 'g' has nodes and switches; allowed is one of the two");
  }

  private void isRefused(NetworkSwitch added, String message) {
    switches.add(added);
    assertThatThrownBy(this::machine)
        .isInstanceOf(InvalidMachineException.class)
        .hasMessageContaining(message);
    switches.remove(added);
  }
}
