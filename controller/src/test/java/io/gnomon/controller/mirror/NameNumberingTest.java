package io.gnomon.controller.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A numbering of four names; number 0 is needed. */
class NameNumberingTest {
  private final BitSet needed = BitSet.valueOf(new long[] {1});
  private final BitSet forgotten = new BitSet();
  private final NameNumbering numbering = numbering();

  private NameNumbering numbering() {
    return new NameNumbering(
        4,
        new NameNumbering.Uses() {
          @Override
          public BitSet needed() {
            return needed;
          }

          @Override
          public void forgotten(BitSet numbers) {
            forgotten.or(numbers);
          }
        });
  }

  @Test
  void theNamesNotUsedForTheLongestTimeGiveUpTheirNumbers() {
    assertThat(List.of("a", "b", "c", "d")).map(numbering::of).containsExactly(0, 1, 2, 3);
    numbering.of("b");
    assertThat(forgotten.isEmpty()).isTrue();

    // by last use: a, c, d, b; the first two may go, but a is needed
    assertThat(numbering.of("e")).isEqualTo(2);

    assertThat(forgotten.stream()).containsExactly(2);
    assertThat(numbering.find("c")).isEqualTo(ClusterState.NONE);
    assertThat(numbering.name(2)).isEqualTo("e");
    assertThat(List.of("a", "b", "d")).map(numbering::find).containsExactly(0, 1, 3);
  }

  @Test
  void namesThatAreKeptMayExceedTheCapacity() {
    numbering.of("old");
    numbering.keepUsed(true);
    List<Integer> many = IntStream.range(0, 100).mapToObj(i -> numbering.of("n" + i)).toList();
    numbering.keepUsed(false);

    assertThat(many).doesNotHaveDuplicates();
    assertThat(many.get(99)).isEqualTo(numbering.find("n99"));
    assertThat(numbering.find("n0")).isEqualTo(many.get(0));
    IntStream.range(0, 500).forEach(i -> numbering.of("m" + i));
    assertThat(numbering.snapshot().getStrings("name")).hasSizeLessThan(210);
  }

  @Test
  void aRestoredNumberingGoesOnAlike() {
    IntStream.range(0, 9).forEach(i -> numbering.of("n" + i % 7));
    NameNumbering restored = numbering();
    restored.restore(numbering.snapshot());

    assertThat(restored.snapshot()).isEqualTo(numbering.snapshot());
    for (int i = 0; i < 50; i++) {
      assertThat(restored.of("x" + i * i % 11)).isEqualTo(numbering.of("x" + i * i % 11));
    }
    assertThat(restored.snapshot()).isEqualTo(numbering.snapshot());
  }
}
