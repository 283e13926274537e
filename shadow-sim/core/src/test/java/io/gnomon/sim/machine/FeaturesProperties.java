package io.gnomon.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class FeaturesProperties {
  private static final Set<String> NODE = Set.of("a", "c");

  /** {@code &} and {@code |} have the same precedence, as in Slurm. */
  @Property
  void aChainIsEvaluatedFromLeftToRight(
      @ForAll boolean first, @ForAll @Size(max = 40) List<Boolean> all, @ForAll List<Boolean> met) {
    StringBuilder text = new StringBuilder(first ? "a" : "b");
    boolean expected = first;
    for (int i = 0; i < all.size(); i++) {
      boolean next = i < met.size() && met.get(i);
      text.append(all.get(i) ? '&' : '|').append(next ? "c" : "d");
      expected = all.get(i) ? expected && next : expected || next;
    }
    Features parsed = Features.parse(text.toString());
    assertThat(parsed.metBy(NODE)).isEqualTo(expected);
    assertThat(parsed).hasToString(text.toString());
    assertThat(Features.parse(parsed.toString())).isEqualTo(parsed);
  }

  @Example
  void parenthesesGroup() {
    Features parsed = Features.parse("b&(a|c)|(a&(c|b))");
    assertThat(parsed.metBy(NODE)).isTrue();
    assertThat(parsed).hasToString("b&(a|c)|(a&(c|b))");
    assertThat(Features.parse("b&(a|c)").metBy(NODE)).isFalse();
    assertThat(Features.parse(" ").metBy(Set.of())).isTrue();
    assertThat(Features.ANY).hasToString("").isEqualTo(Features.parse(""));
  }

  @Example
  void anyNumberOfTermsIsEvaluatedWithoutRecursion() {
    for (String term : List.of("&a", "|b", "&a|b")) {
      Features parsed = Features.parse("a" + term.repeat(100_000));
      assertThat(parsed.metBy(NODE)).isTrue();
      assertThat(parsed.toString()).hasSize(1 + 100_000 * term.length());
      assertThat(parsed.hashCode()).isEqualTo(Features.parse(parsed.toString()).hashCode());
    }
  }

  @Example
  void deepParenthesesAreRefusedWithAShortMessage() {
    assertThatThrownBy(() -> Features.parse("(".repeat(100_000) + "a"))
        .isInstanceOf(InvalidMachineException.class)
        .message()
        .hasSizeLessThan(250);
  }
}
