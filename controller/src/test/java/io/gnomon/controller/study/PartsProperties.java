package io.gnomon.controller.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PartsProperties {
  private static final int SUBMIT = 0;
  private static final int END = 1;

  /** Whatever comes in whichever order, as many parts are executed as may be, each once. */
  @Property
  void asManyPartsAreExecutedAsMayBe(
      @ForAll @IntRange(min = 1, max = 4) int most,
      @ForAll List<@IntRange(min = SUBMIT, max = 3) Integer> steps) {
    Deque<Runnable> workers = new ArrayDeque<>();
    List<Integer> executed = new ArrayList<>();
    Parts parts = new Parts(workers::add, most, () -> {});
    int submitted = 0;
    int ended = 0;
    boolean paused = false;
    for (int step : steps) {
      if (step == SUBMIT) {
        int number = submitted++;
        parts.execute(() -> executed.add(number));
      } else if (step == END && !workers.isEmpty()) {
        workers.remove().run(); // executes what waits, too
        ended = paused ? ended + 1 : submitted - workers.size();
      } else if (step > END) {
        paused = !paused;
        parts.pause(paused);
      }
      assertThat(parts.open()).isEqualTo(submitted - ended);
      assertThat(workers).hasSizeLessThanOrEqualTo(Math.min(most, submitted - ended));
      if (!paused) {
        assertThat(workers).hasSize(Math.min(most, submitted - ended));
      }
    }
    assertThat(executed).hasSize(ended).doesNotHaveDuplicates();
  }

  @Example
  void thePartsAfterAFaultAreExecuted() {
    Deque<Runnable> workers = new ArrayDeque<>();
    List<String> executed = new ArrayList<>();
    Parts parts = new Parts(workers::add, 1, () -> {});
    parts.execute(
        () -> {
          throw new IllegalStateException("fault");
        });
    parts.execute(() -> executed.add("next"));

    assertThatIllegalStateException().isThrownBy(() -> workers.remove().run());
    workers.remove().run();

    assertThat(executed).containsExactly("next");
    assertThat(parts.open()).isZero();
  }
}
