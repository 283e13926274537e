package io.gnomon.sim.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.effect.MadeChange.Author;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.forecast.Counterfactual.Sample;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ClusterEffectProperties {
  private static final int PROCESSORS = 64;
  private static final int ALL = Integer.MAX_VALUE;
  private static final int AFTER = 40_000_000;

  private static JobLog workload(int seed) {
    JobLog raw = WorkloadGenerator.generate(400, PROCESSORS, 0.8, seed);
    return new Preparation(PROCESSORS, OverrunRule.KNOWN).prepare(raw).log().withExactEstimates();
  }

  private static int middle(JobLog log) {
    return log.submit(log.size() / 2);
  }

  @Property(tries = 20)
  void withoutAChangeAllFiguresAreThoseOfTheSchedule(
      @ForAll @IntRange(min = 1, max = 1000) int seed) {
    JobLog log = workload(seed);
    WatchedCluster live = new WatchedCluster(log, PROCESSORS, "easy");
    live.runTo(AFTER);
    Waits expected = new Waits();
    ClusterState state = new ClusterState(PROCESSORS);
    new Simulation(state, Policies.create("easy", state), new LogArrivals(log), expected).run();

    Totals all = live.effect().summary(0, ALL).all();

    assertThat(all.jobs()).isEqualTo(log.size());
    for (Variant variant : Variant.values()) {
      assertThat(all.waitSeconds(variant)).isEqualTo(expected.seconds);
      assertThat(all.meanSlowdown(variant))
          .isCloseTo(expected.slowdowns / log.size(), within(1e-9));
    }
    assertThat(live.effect().points(0, ALL, 2000))
        .isNotEmpty()
        .allSatisfy(point -> assertThat(point.untuned()).isEqualTo(point.actual()));
  }

  /** Sums of the waits and of the bounded slowdowns of a schedule. */
  private static final class Waits implements SimulationListener {
    private long seconds;
    private double slowdowns;

    @Override
    public void finished(ClusterState state, int slot) {
      int wait = state.startTime(slot) - state.submitTime(slot);
      int runtime = state.now() - state.startTime(slot);
      seconds += wait;
      slowdowns += 1 + wait / Math.max(10.0, runtime);
    }
  }

  /** The shadow is simulated, and the change changes nothing. */
  @Property(tries = 20)
  void aShadowOfTheSamePolicyEqualsTheClusterIfEstimatesAreExact(
      @ForAll @IntRange(min = 1, max = 1000) int seed) {
    JobLog log = workload(seed);
    WatchedCluster live = new WatchedCluster(log, PROCESSORS, "easy");
    live.runTo(middle(log));
    live.change(new MadeChange.Facts(Author.GNOMON, null, null, "easy", "easy(head=arrival)", 0.1));
    live.runTo(AFTER);
    Totals all = live.effect().summary(0, ALL).all();
    assertThat(all.jobs()).isEqualTo(log.size());
    assertThat(all.waitSeconds(Variant.UNTUNED)).isEqualTo(all.waitSeconds(Variant.ACTUAL));
    assertThat(live.effect().changes().get(0).realisedGain()).isCloseTo(0, within(1e-9));
  }

  @Property(tries = 20)
  void countsEveryJobOnceUnderAnotherPolicy(@ForAll @IntRange(min = 1, max = 1000) int seed) {
    JobLog log = workload(seed);
    WatchedCluster live = new WatchedCluster(log, PROCESSORS, "easy");
    live.runTo(middle(log));
    live.change(
        new MadeChange.Facts(
            Author.GNOMON, null, null, "easy", "easy(head=order, order=shortest)", 0.1));
    live.runTo(AFTER);
    WatchedCluster untuned = new WatchedCluster(log, PROCESSORS, "easy");
    untuned.runTo(AFTER);
    Totals all = live.effect().summary(0, ALL).all();
    assertThat(all.jobs()).isEqualTo(log.size());
    // with exact estimates, the estimate is the truth
    assertThat(all.waitSeconds(Variant.UNTUNED))
        .isEqualTo(untuned.effect().summary(0, ALL).all().waitSeconds(Variant.ACTUAL));
    EffectSummary half = live.effect().summary(0, middle(log));
    EffectSummary rest = live.effect().summary(middle(log), ALL);
    assertThat(half.all().jobs() + rest.all().jobs()).isEqualTo(log.size());
  }

  @Property(tries = 50)
  void coarserBucketsKeepTheSums(
      @ForAll @Size(min = 1, max = 400)
          List<@IntRange(min = 0, max = 300_000_000) Integer> seconds) {
    BucketHistory history = new BucketHistory();
    for (int second : seconds) {
      history.at(second).add(Variant.ACTUAL, new Sample(second, 2, 1, 0.5));
      assertThat(history.at(second).holds(second)).isTrue();
    }
    List<Bucket> buckets = history.buckets();
    assertThat(buckets.stream().mapToInt(bucket -> bucket.samples(Variant.ACTUAL)).sum())
        .isEqualTo(seconds.size());
    for (int i = 0; i < buckets.size(); i++) {
      Bucket bucket = buckets.get(i);
      assertThat(bucket.start() % bucket.width()).isZero();
      if (i > 0) {
        assertThat(bucket.start()).isGreaterThanOrEqualTo(buckets.get(i - 1).end());
      }
    }
    BucketHistory restored = new BucketHistory();
    restored.restore(history.snapshot());
    assertThat(restored.snapshot()).isEqualTo(history.snapshot());
  }

  @Property(tries = 5)
  void aYearNeedsSomeHundredBuckets(@ForAll @IntRange(min = 0, max = 1000) int start) {
    BucketHistory history = new BucketHistory();
    for (int hour = 0; hour < 10 * 365 * 24; hour++) {
      int second = start + hour * BucketHistory.HOUR;
      history.at(second).add(Variant.ACTUAL, new Sample(second, 2, 1, 0.5));
    }
    assertThat(history.buckets()).hasSizeLessThan(450);
  }
}
