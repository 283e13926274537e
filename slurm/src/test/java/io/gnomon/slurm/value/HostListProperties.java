package io.gnomon.slurm.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class HostListProperties {
  @Property
  void namesThatWereWrittenAreReadBack(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 120) Integer> numbers,
      @ForAll @IntRange(max = 3) int digits) {
    List<String> names =
        numbers.stream().sorted().map(n -> ("n%0" + (digits + 1) + "d").formatted(n)).toList();
    HostList list = HostList.of(names);
    assertThat(list.names()).isEqualTo(names);
    assertThat(list.size()).isEqualTo(names.size());
    assertThat(HostList.of(list.toString())).isEqualTo(list);
  }

  @Property
  void compressedListsExpandToTheSameNames(@ForAll List<@IntRange(max = 300) Integer> numbers) {
    List<String> names = numbers.stream().map(number -> "node" + number).toList();
    assertThat(HostList.expand(HostList.compress(names))).isEqualTo(names);
  }

  @Property(tries = 10_000)
  void acceptsWhatItsPatternMatchesUnlessARangeOrACountIsTooLarge(
      @ForAll
          @StringLength(min = 1, max = 12)
          @CharRange(from = '1', to = '3')
          @Chars({'n', '[', ']', ',', '-', ' '})
          String text) {
    try {
      HostList list = HostList.of(text);
      assertThat(text).matches(HostList.PATTERN);
      assertThat(list.names()).hasSize(list.size());
    } catch (InvalidHostListException rejection) {
      // a reversed range may stand before the first wrong character
      if (!rejection.isOutOfRange()) {
        assertThat(text).doesNotMatch(HostList.PATTERN);
      }
    }
  }
}
