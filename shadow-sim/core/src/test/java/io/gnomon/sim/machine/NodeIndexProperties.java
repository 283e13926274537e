package io.gnomon.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The index compared with a search for each expanded name. */
class NodeIndexProperties {
  private static final List<String> LISTS =
      List.of(
          "n[1-30]",
          "n[01-30]",
          "n[098-103]",
          "n1[05-12]",
          "n[8-12]x",
          "r[1-3]c[09-11]",
          "x[99-101],x[0099-0101]",
          "7,[8-11]",
          "n12345678901234567[88-92]",
          "n123456789012345678[8-9],n1234567890123456789[0-2]",
          "login",
          "n[999999999999999998-999999999999999999]");

  @Property
  void findsTheNumbersOfTheExpandedNames(@ForAll long seed) {
    Random random = new Random(seed);
    List<String> names = new ArrayList<>();
    for (String list : LISTS) {
      if (random.nextBoolean()) {
        HostList.expand(list).stream()
            .filter(name -> random.nextInt(10) > 0 && !names.contains(name))
            .forEach(names::add);
      }
    }
    if (random.nextBoolean()) {
      Collections.shuffle(names, random);
    }
    NodeIndex index = index(names);
    assertThat(IntStream.range(0, index.size()).mapToObj(index::name)).isEqualTo(names);
    for (String list : LISTS) {
      List<String> wanted = HostList.expand(list);
      wanted.forEach(name -> assertThat(index.number(name)).isEqualTo(names.indexOf(name)));
      if (names.containsAll(wanted)) {
        int[] numbers = wanted.stream().mapToInt(names::indexOf).toArray();
        assertThat(index.numbers(list)).containsExactly(numbers);
        assertThat(index.set(list).stream()).containsExactlyInAnyOrder(boxed(numbers));
      } else {
        String missing =
            wanted.stream().filter(name -> !names.contains(name)).findFirst().orElseThrow();
        assertThatThrownBy(() -> index.numbers(list))
            .isInstanceOf(InvalidMachineException.class)
            .hasMessage("has node '" + missing + "', which the machine does not have");
      }
    }
  }

  private static Integer[] boxed(int[] numbers) {
    return Arrays.stream(numbers).distinct().boxed().toArray(Integer[]::new);
  }

  @Example
  void aListCanNameANodeTwice() {
    assertThat(index(List.of("a", "n1", "n2")).numbers("n[2,1-2],a")).containsExactly(2, 1, 2, 0);
  }

  /** The same nodes, by their lists and name by name. */
  @Property
  void anIndexOfListsEqualsOneOfTheirNames(@ForAll long seed) {
    List<String> lists = new ArrayList<>(LISTS);
    Collections.shuffle(lists, new Random(seed));
    List<String> chosen = lists.subList(0, 5);
    List<String> names = chosen.stream().flatMap(one -> HostList.expand(one).stream()).toList();
    Assume.that(new HashSet<>(names).size() == names.size()); // n[1-30] and n[01-30] have n10
    assertThat(index(chosen)).isEqualTo(index(names)).hasSameHashCodeAs(index(names));
  }

  @Example
  void aNodeThatIsInTwoListsIsNamed() {
    for (List<String> lists :
        List.of(
            List.of("n[1-10]", "n[10-12]"),
            List.of("n[10-12]", "n[1-10]"),
            List.of("n1[0-2]", "n[9-10]"),
            List.of("n10", "n[1-20]"))) {
      assertThatThrownBy(() -> index(lists))
          .isInstanceOf(InvalidMachineException.class)
          .hasMessage("node 'n10' is declared twice");
    }
  }

  @Example
  void namesOfASeriesTakeNoMemory() {
    NodeIndex.Builder nodes = new NodeIndex.Builder();
    assertThat(nodes.add("n[1-100000]")).isEqualTo(100_000);
    assertThat(nodes.add("n[100001-200000]")).isEqualTo(100_000);
    assertThat(nodes.runs()).as("of 1 to 6 digits").isEqualTo(6);
    assertThat(nodes.build().name(199_999)).isEqualTo("n200000");
  }

  private static NodeIndex index(List<String> lists) {
    NodeIndex.Builder nodes = new NodeIndex.Builder();
    lists.forEach(nodes::add);
    return nodes.build();
  }
}
