package io.gnomon.sim.fidelity;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class FidelityProperties {
  private static final int SINCE = 1000;
  private static final int UNTIL = 5000;

  /** A job: its submission, its actual and predicted start, and whether it was disturbed. */
  record Job(int submit, int start, int predicted, boolean disturbed, int partition) {}

  @Provide
  Arbitrary<Job> jobs() {
    return Combinators.combine(
            Arbitraries.integers().between(0, UNTIL - 1),
            Arbitraries.integers().between(0, 2 * UNTIL),
            Arbitraries.integers().between(0, 2 * UNTIL),
            Arbitraries.of(false, false, false, true),
            Arbitraries.integers().between(0, 2))
        .as(
            (submit, waits, predicted, disturbed, partition) ->
                new Job(
                    submit,
                    Math.max(SINCE, submit) + waits / 2,
                    Math.max(SINCE, submit) + predicted / 2,
                    disturbed,
                    partition));
  }

  private static FidelityResult compared(List<Job> jobs, List<Runnable> events) {
    ObservedStarts starts = new ObservedStarts();
    Map<Integer, Integer> predicted = new HashMap<>();
    for (int i = 0; i < jobs.size(); i++) {
      int number = i;
      Job job = jobs.get(i);
      String partition = job.partition() == 0 ? null : "p" + job.partition();
      if (job.start() < UNTIL) {
        events.add(() -> starts.started(number, job.submit(), job.start(), partition));
        events.add(() -> starts.started(number, job.submit(), job.start() + 9, partition));
      } else {
        events.add(() -> starts.waits(number, job.submit(), partition));
      }
      if (job.disturbed()) {
        events.add(() -> starts.exclude(number));
      }
      if (job.predicted() < UNTIL) {
        predicted.put(number, job.predicted());
      }
    }
    events.forEach(Runnable::run);
    return starts.compare(SINCE, UNTIL, predicted);
  }

  @Property
  void theOrderOfEventsDoesNotChangeTheSums(
      @ForAll @Size(max = 40) List<@net.jqwik.api.From("jobs") Job> jobs, @ForAll Random random) {
    List<Runnable> shuffled =
        new ArrayList<>() {
          @Override
          public void forEach(java.util.function.Consumer<? super Runnable> action) {
            Collections.shuffle(this, random);
            super.forEach(action);
          }
        };
    FidelityResult one = compared(jobs, new ArrayList<>());
    assertThat(compared(jobs, shuffled)).isEqualTo(one).isEqualTo(plain(jobs));
  }

  /** The definition, job by job. */
  private static FidelityResult plain(List<Job> jobs) {
    long waits = 0;
    long predictions = 0;
    long differences = 0;
    int count = 0;
    int earlier = 0;
    int later = 0;
    Map<String, FidelityTotals> partitions = new java.util.TreeMap<>();
    for (Job job : jobs) {
      if (job.disturbed() || (job.start() >= UNTIL && job.predicted() >= UNTIL)) {
        continue;
      }
      int from = Math.max(SINCE, job.submit());
      int wait = Math.min(UNTIL, job.start()) - from;
      int prediction = Math.min(UNTIL, job.predicted()) - from;
      if (wait < 60 && prediction < 60) {
        continue;
      }
      count++;
      waits += wait;
      predictions += prediction;
      differences += Math.abs(wait - prediction);
      earlier += wait + 60 < prediction ? 1 : 0;
      later += wait > prediction + 60 ? 1 : 0;
      if (job.partition() > 0) {
        partitions.merge(
            "p" + job.partition(), FidelityTotals.of(wait, prediction), FidelityTotals::plus);
      }
    }
    return new FidelityResult(
        SINCE,
        UNTIL,
        new FidelityTotals(count, waits, predictions, differences, earlier, later),
        new java.util.TreeMap<>(partitions));
  }

  @Property
  void whatIsKeptComesBackFromASnapshot(
      @ForAll @Size(max = 40) List<@net.jqwik.api.From("jobs") Job> jobs) {
    ObservedStarts starts = new ObservedStarts();
    for (int i = 0; i < jobs.size(); i++) {
      Job job = jobs.get(i);
      starts.started(i, job.submit(), job.start(), job.partition() == 0 ? null : "p");
      if (job.disturbed()) {
        starts.exclude(i);
      }
    }
    ObservedStarts restored = new ObservedStarts();
    restored.restore(starts.snapshot());
    assertThat(restored.snapshot()).isEqualTo(starts.snapshot());
    assertThat(restored.size()).isEqualTo(starts.size());
    FidelityResult result = starts.compare(SINCE, UNTIL, Map.of());
    assertThat(restored.compare(SINCE, UNTIL, Map.of())).isEqualTo(result);
    assertThat(FidelityResult.restored(result.snapshot())).isEqualTo(result);
  }

  @Property(tries = 200)
  void theLatestResultsWithEnoughJobsDecideAndNoMoreThan256AreKept(
      @ForAll @Size(max = 600) List<@IntRange(max = 3) Integer> jobs) {
    Fidelity fidelity = new Fidelity(new FidelitySettings(3600, 100, 0.4));
    int all = 0;
    for (int count : jobs) {
      fidelity.checked(FidelityTest.resultOf(count, 0.2, 0.1));
      all += count;
      assertThat(fidelity.trusted()).isEqualTo(all >= 100);
      assertThat(fidelity.total().jobs()).isGreaterThanOrEqualTo(Math.min(all, 100));
      assertThat(fidelity.snapshot().getSections("results")).hasSizeLessThanOrEqualTo(256);
    }
    assertThat(fidelity.comparisons()).isEqualTo(jobs.size());
    if (!jobs.isEmpty()) {
      assertThat(requireNonNull(fidelity.latest()).all()).isEqualTo(fidelity.total());
    }
  }

  @Example
  void aSpanWithVeryManyJobsEnds() {
    ClusterState state = new ClusterState(10);
    SchedulingPolicy policy = Policies.create("fcfs", state);
    policy.adopt(state);
    JobHistory history = new JobHistory(100_000, 100_000);
    Fidelity fidelity = new Fidelity(new FidelitySettings(3600, 100, 0.4));
    fidelity.begin(state, policy, 0);
    for (int job = 0; job < 30_000; job++) {
      int slot = state.submit(job, 0, 1, 1);
      state.start(slot);
      fidelity.started(state, slot, any -> null);
      state.finish(slot);
    }
    assertThat(
            fidelity.spanSnapshot().getSection("span").getSection("starts").getInts("job").length)
        .isEqualTo(20_000);
    assertThat(fidelity.check(state, history, () -> RuntimeModel.ESTIMATES)).isNotNull();
  }
}
