package io.gnomon.events.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
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
    } catch (InvalidEventException rejection) {
      // a reversed range may stand before the first wrong character
      if (rejection.reason() != Reason.OUT_OF_RANGE) {
        assertThat(text).doesNotMatch(HostList.PATTERN);
      }
    }
  }
}
