package io.gnomon.controller.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PartsProperties {
  private static final int SUBMIT = 0;
  private static final int END = 1;

  /** Whatever comes in whichever order, as many parts are executed as may be, the first first. */
  @Property
  void asManyPartsAreExecutedAsMayBe(
      @ForAll @IntRange(min = 1, max = 4) int most,
      @ForAll List<@IntRange(min = SUBMIT, max = 3) Integer> steps) {
    Deque<Runnable> workers = new ArrayDeque<>();
    List<Integer> executed = new ArrayList<>();
    int[] changes = {0};
    Parts parts = new Parts(workers::add, most, () -> changes[0]++);
    int submitted = 0;
    int ended = 0;
    int begun = 0;
    boolean paused = false;
    for (int step : steps) {
      if (step == SUBMIT) {
        int number = submitted++;
        parts.execute(() -> executed.add(number));
      } else if (step == END) {
        Runnable first = workers.poll();
        if (first != null) {
          first.run();
          ended++;
        }
      } else {
        paused = !paused;
        parts.pause(paused);
      }
      begun = paused ? begun : Math.min(submitted, ended + most);

      assertThat(workers).hasSize(begun - ended);
      assertThat(parts.open()).isEqualTo(submitted - ended);
      assertThat(changes[0]).isEqualTo(submitted + ended);
    }
    for (int i = 0; i < ended; i++) {
      assertThat(executed.get(i)).isEqualTo(i);
    }
  }
}
