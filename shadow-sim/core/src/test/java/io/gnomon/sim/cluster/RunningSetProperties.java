package io.gnomon.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RunningSetProperties {
  private record Job(int slot, int end, int processors) {}

  @Property(tries = 100)
  void isTheStableOrderByEndHoweverManyRun(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int most) {
    Random random = new Random(seed);
    RunningSet set = new RunningSet();
    int asking = 1 + random.nextInt(most);
    List<Job> plain = new ArrayList<>();
    for (int slot = 0; slot < 3 * most; slot++) {
      if (plain.size() == most) {
        Job gone = plain.remove(random.nextInt(most));
        set.remove(gone.slot());
      }
      Job job = new Job(slot, random.nextInt(100), 1 + random.nextInt(9));
      set.add(job.slot(), job.end(), job.processors());
      plain.add(job);
      if (random.nextInt(asking) == 0) {
        int time = random.nextInt(20);
        assertThat(set.endsBy(time)).isEqualTo(plain.stream().anyMatch(run -> run.end() <= time));
      }
      if (random.nextInt(asking) == 0) {
        plain.sort(Comparator.comparingInt(Job::end)); // stable: added last, last of equals
        assertThat(set.inOrder().slot(0)).isEqualTo(plain.get(0).slot());
      }
    }
    plain.sort(Comparator.comparingInt(Job::end));
    RunningSet copy = set.copy(3 * most).inOrder();
    set.inOrder();
    for (int i = 0; i < plain.size(); i++) {
      Job job = plain.get(i);
      assertThat(new Job(set.slot(i), set.end(i), set.processors(i))).isEqualTo(job);
      assertThat(copy.slot(i)).isEqualTo(job.slot());
    }
    assertThat(set.size()).isEqualTo(plain.size());
  }
}
