package io.gnomon.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HostListTest {
  @Test
  void expandsRangesWithTheirLeadingZeros() {
    assertThat(HostList.expand("n[08-10,2],gn1, r[1-2]c[3-4]"))
        .containsExactly("n08", "n09", "n10", "n2", "gn1", "r1c3", "r1c4", "r2c3", "r2c4");
  }

  @Test
  void compressesConsecutiveNames() {
    assertThat(HostList.compress(List.of("n08", "n09", "n10", "n12", "login", "m1")))
        .isEqualTo("n[08-10,12],login,m1");
  }

  @Property
  void compressedListsExpandToTheSameNames(@ForAll List<@IntRange(max = 300) Integer> numbers) {
    List<String> names = numbers.stream().map(number -> "node" + number).toList();
    assertThat(HostList.expand(HostList.compress(names))).isEqualTo(names);
  }

  @Test
  void refusesMoreCharactersThanItsLimit() {
    assertThat(HostList.expand("n".repeat(249) + "[000001-032896]")).hasSize(32_896);
    assertThatThrownBy(() -> HostList.expand("n".repeat(249) + "[000001-032897]"))
        .isInstanceOf(InvalidMachineException.class)
        .hasMessageContaining("its names have more than 8388608 characters in all");
  }

  @Test
  void refusesWhatIsNotAList() {
    for (String list : List.of("n[1-", "n[a-b]", "n[5-2]", "n[1-999999]", "n]1[")) {
      assertThatThrownBy(() -> HostList.expand(list)).isInstanceOf(InvalidMachineException.class);
    }
  }
}
