package io.gnomon.sim.predict.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.predict.Submission;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The hidden Markov model: what it learns of a workload that changes, and its arithmetic. */
class HmmPredictorTest {
  private static final int SLICE = 900;
  private static final int DAY = 96 * SLICE;
  private static final int SHORT = 20;
  private static final int LONG = 20_000;

  private final double[] row = new double[RuntimeBins.ROW];

  /** Jobs one after the other, each completed as soon as a later one is submitted. */
  private static final class Feed {
    private final RuntimePredictor predictor;
    private final Random random;
    private final Deque<Runnable> running = new ArrayDeque<>();

    Feed(RuntimePredictor predictor, long seed) {
      this.predictor = predictor;
      this.random = new Random(seed);
    }

    /** A job about every five minutes for a day; its runtime varies by a third. */
    void day(int day, int runtime) {
      double[] unused = new double[RuntimeBins.ROW];
      for (int time = day * DAY; time < (day + 1) * DAY; time += 100 + random.nextInt(400)) {
        Submission job = new Submission(time, random.nextInt(5), 1, 100_000);
        int seconds = (int) (runtime * (0.67 + 0.66 * random.nextDouble()));
        predictor.predict(job, unused, 0);
        running.add(() -> predictor.completed(job, seconds));
        if (running.size() > 3) {
          running.remove().run();
        }
      }
    }
  }

  @Test
  void predictsNothingInTheFirstWeek() {
    HmmPredictor predictor = new HmmPredictor();
    Feed feed = new Feed(predictor, 1);
    for (int day = 0; day < 7; day++) {
      assertThat(predictor.predict(new Submission(day * DAY, 1, 1, 100), row, 0)).isFalse();
      feed.day(day, SHORT);
    }

    assertThat(predictor.predict(new Submission(7 * DAY, 1, 1, 100), row, 0)).isTrue();
  }

  @Test
  void tracksTheStateThatTheWorkloadIsIn() {
    HmmPredictor predictor = new HmmPredictor();
    Feed feed = new Feed(predictor, 2);
    for (int day = 0; day < 20; day++) {
      feed.day(day, day % 2 == 0 ? SHORT : LONG);
      if (day > 10) {
        predictor.predict(new Submission((day + 1) * DAY - SLICE, 1, 1, 100_000), row, 0);
        double shorter = RuntimeBins.cumulative(row, 0, 600);
        assertThat(shorter)
            .as("day " + day)
            .isBetween(day % 2 == 0 ? 0.9 : 0, day % 2 == 0 ? 1 : 0.1);
      }
    }
  }

  @Property(tries = 15)
  void aForkAndARestoredPredictorPredictLikeTheirOrigin(@ForAll long seed) {
    HmmPredictor origin = new HmmPredictor();
    Feed feed = new Feed(origin, seed);
    for (int day = 0; day < 9; day++) {
      feed.day(day, new Random(seed + day).nextBoolean() ? SHORT : LONG);
    }
    HmmPredictor restored = new HmmPredictor();
    restored.restore(origin.snapshot());
    RuntimePredictor fork = origin.fork();

    Random random = new Random(seed);
    double[] rows = new double[3 * RuntimeBins.ROW];
    for (int time = 9 * DAY; time < 11 * DAY; time += 200) {
      Submission job = new Submission(time, 1, 1, 50_000);
      int runtime = 1 + random.nextInt(40_000);
      int at = 0;
      for (RuntimePredictor each : new RuntimePredictor[] {origin, fork, restored}) {
        each.predict(job, rows, at);
        each.completed(job, runtime);
        at += RuntimeBins.ROW;
      }
      double[] first = Arrays.copyOf(rows, RuntimeBins.ROW);
      assertThat(first[0]).isZero();
      assertThat(first[RuntimeBins.COUNT]).isEqualTo(1);
      for (int i = 1; i < RuntimeBins.ROW; i++) {
        assertThat(first[i]).isGreaterThanOrEqualTo(first[i - 1]);
        assertThat(rows[RuntimeBins.ROW + i]).isEqualTo(first[i]);
        assertThat(rows[2 * RuntimeBins.ROW + i]).isEqualTo(first[i]);
      }
    }
  }

  @Test
  void aJobSaysWhichStateItIsByBayesRule() {
    // state 0 has seen 96 jobs of bin 3, the other fifteen 96 of bin 9 each; to each are added 4 of
    // the whole, of which state 0 has a sixteenth and which counts one job spread over all bins
    double[] jobs = new double[HiddenStates.COUNT * RuntimeBins.COUNT];
    jobs[3] = 96;
    for (int state = 1; state < HiddenStates.COUNT; state++) {
      jobs[state * RuntimeBins.COUNT + 9] = 96;
    }
    double stay = 1e6; // so that a state remains
    double[] follows = new double[HiddenStates.COUNT * HiddenStates.COUNT];
    for (int state = 0; state < HiddenStates.COUNT; state++) {
      follows[state * HiddenStates.COUNT + state] = stay;
    }
    HiddenStates model = HiddenStates.counted(jobs, follows);
    double whole3 = (96 + 1 / 32.0) / (16 * 96 + 1);
    double ofFirst = (96 + 4 * whole3) / 100;
    double ofOther = 4 * whole3 / 100;

    StateTracker tracker = new StateTracker(model, 0);
    tracker.observe(1, 3);
    tracker.predict(1, row);

    double first = ofFirst / (ofFirst + 15 * ofOther);
    double expected = first * ofFirst + (1 - first) * ofOther;
    assertThat(row[4] - row[3]).isCloseTo(expected, within(1e-5));
  }

  @Test
  void aRoundOfLearningFitsTheJobsBetter() {
    Random random = new Random(5);
    SliceSamples all = new SliceSamples();
    for (int i = 0; i < 3000; i++) {
      int slice = i / 3;
      boolean wide = slice / 50 % 2 == 0;
      all.add(slice, (wide ? 4 : 12) + random.nextInt(5));
    }
    int[] sorted = all.sorted();

    HiddenStates model = HiddenStates.firstGuess(sorted);
    double score = score(model, all);
    for (int round = 0; round < 3; round++) {
      model = BaumWelch.improve(model, sorted);
      double better = score(model, all);
      assertThat(better).isLessThan(score + 0.01);
      score = better;
    }
    assertThat(score).isLessThan(2.6); // five equal bins are 2.3 bits; both kinds mixed are 3.2
  }

  /** Mean bits a job, each predicted from the slices before its own. */
  private double score(HiddenStates model, SliceSamples samples) {
    StateTracker tracker = new StateTracker(model, 0);
    double bits = 0;
    for (int i = 0; i < samples.size(); i++) {
      if (i % 3 == 0) {
        tracker.predict(samples.slice(i), row);
      }
      int bin = samples.bin(i);
      bits -= Math.log(row[bin + 1] - row[bin]) / Math.log(2);
      tracker.observe(samples.slice(i), bin);
    }
    return bits / samples.size();
  }
}
