package io.gnomon.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.machine.placement.Shapes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Placements on random trees of switches compared with a plain search. */
class TopologyProperties {
  private static final NodeClass NODE = NodeClass.of(4, 64);

  /** A machine with one to three levels of switches, and a part of its nodes busy. */
  private static final class Site {
    final Machine machine;
    final FreeResources free;
    final List<List<String>> below = new ArrayList<>(); // by switch, its nodes
    final List<Integer> levels = new ArrayList<>();

    Site(Random random, int height) {
      Machine.Builder builder = new Machine.Builder();
      List<NetworkSwitch> switches = new ArrayList<>();
      build(random, height, builder, switches);
      machine = builder.topology(new Topology(switches)).build();
      free = new FreeResources(machine);
      for (int node = 0; node < machine.nodes(); node++) {
        if (random.nextInt(3) == 0) {
          free.take(new Placement(0, new int[] {node}, new int[] {4}, new int[1], new int[0]));
        }
      }
    }

    private NetworkSwitch build(
        Random random, int height, Machine.Builder builder, List<NetworkSwitch> switches) {
      List<String> nodes = new ArrayList<>();
      List<String> children = new ArrayList<>();
      int count = 1 + random.nextInt(4);
      if (height == 0) {
        String name = "n" + switches.size();
        for (int i = 0; i < count; i++) {
          builder.node(name + "x" + i, NODE);
          nodes.add(name + "x" + i);
        }
      }
      List<String> all = new ArrayList<>(nodes);
      for (int i = 0; i < count && height > 0; i++) {
        children.add(build(random, height - 1, builder, switches).name());
        all.addAll(below.get(below.size() - 1));
      }
      NetworkSwitch one = new NetworkSwitch("s" + switches.size(), nodes, children);
      switches.add(one);
      below.add(all);
      levels.add(height);
      return one;
    }

    int idle(int number) {
      return (int)
          below.get(number).stream().filter(node -> free.cpus(machine.node(node)) == 4).count();
    }
  }

  private static int[] placed(Site site, int nodes) {
    Shape shape =
        new Shapes(site.machine)
            .of(new Request.Builder().nodes(nodes, nodes).tasks(4 * nodes).build(), 60);
    Placement placement = new ConsTres(site.machine).place(shape, site.free);
    return placement == null ? new int[0] : placement.nodes();
  }

  /** Of the lowest switches with enough idle nodes, the one with the fewest is used. */
  @Property(tries = 300, seed = "1")
  void aJobStaysWithinTheLowestSwitchThatSuffices(@ForAll Random random) {
    Site site = new Site(random, random.nextInt(4));
    int wanted = 1 + random.nextInt(6);
    List<String> used = Arrays.stream(placed(site, wanted)).mapToObj(site.machine::name).toList();
    List<Integer> best =
        IntStream.range(0, site.below.size())
            .filter(number -> site.idle(number) >= wanted)
            .boxed()
            .sorted(
                Comparator.comparing((Integer number) -> site.levels.get(number))
                    .thenComparing(site::idle))
            .toList();
    assertThat(used).hasSize(best.isEmpty() ? 0 : wanted).doesNotHaveDuplicates();
    if (!best.isEmpty()) {
      assertThat(best)
          .anySatisfy(
              number -> {
                assertThat(site.levels.get(number)).isEqualTo(site.levels.get(best.get(0)));
                assertThat(site.idle(number)).isEqualTo(site.idle(best.get(0)));
                assertThat(site.below.get(number)).containsAll(used);
              });
    }
  }

  /** Below one switch, the largest leaf switches hold a number of nodes with the fewest of them. */
  @Property(tries = 300, seed = "1")
  void aJobBelowOneSwitchUsesTheFewestLeafSwitches(@ForAll Random random) {
    Site site = new Site(random, 1);
    int wanted = 1 + random.nextInt(9);
    int[] used = placed(site, wanted);
    long leafSwitches = Arrays.stream(used).map(site.machine::leafOf).distinct().count();
    int[] idle =
        IntStream.range(0, site.below.size() - 1)
            .map(number -> -site.idle(number))
            .sorted()
            .toArray();
    int fewest = 0;
    for (int left = wanted; left > 0 && fewest < idle.length; left += idle[fewest++]) {}
    if (used.length > 0) {
      assertThat(leafSwitches).isEqualTo(fewest);
    }
  }

  /**
   * A job that fits keeps fitting when more becomes free, and {@code fits} agrees with a search.
   */
  @Property(tries = 300, seed = "1")
  void whatFitsIsPlacedAndKeepsFitting(@ForAll Random random) {
    Site site = new Site(random, random.nextInt(3));
    ConsTres rules = new ConsTres(site.machine);
    Request.Builder request = new Request.Builder().tasks(1 + random.nextInt(20));
    if (random.nextBoolean()) {
      int least = 1 + random.nextInt(3);
      request.nodes(least, least + random.nextInt(2));
    }
    Shape shape = new Shapes(site.machine).of(request.build(), 60);
    boolean fitted = false;
    for (int node = 0; node < site.machine.nodes(); node++) {
      Placement placement = rules.place(shape, site.free);
      assertThat(rules.fits(shape, site.free)).isEqualTo(placement != null);
      assertThat(placement != null || !fitted).isTrue();
      assertThat(placement == null || site.free.fits(placement)).isTrue();
      fitted = placement != null;
      site.free.give(
          new Placement(
              0,
              new int[] {node},
              new int[] {(4 - site.free.cpus(node)) / 2},
              new int[1],
              new int[0]));
    }
  }
}
