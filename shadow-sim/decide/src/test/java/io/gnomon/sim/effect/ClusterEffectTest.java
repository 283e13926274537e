package io.gnomon.sim.effect;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.effect.MadeChange.Author;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * One processor and three jobs; all times are in minutes. Job 0 runs from 0 to 100. Job 1 (1000
 * min) arrives at 10, job 2 (50 min) at 20. First come, first served starts job 1 at 100 and job 2
 * at 1100: they wait 90 and 1080. The shortest first, from minute 30 on, starts job 2 at 100 and
 * job 1 at 150: they wait 80 and 140.
 */
class ClusterEffectTest {
  private static final String ARRIVAL = "easy";
  private static final String SHORTEST = "easy(head=none, order=shortest)";
  private static final int ALL = Integer.MAX_VALUE;
  private static final int MINUTE = 60;
  private static final int END = 20 * 60 * MINUTE;

  static final JobLog THREE =
      JobLog.builder()
          .job(1, 0, 100 * MINUTE, 100 * MINUTE, 1)
          .job(2, 10 * MINUTE, 1000 * MINUTE, 1000 * MINUTE, 1)
          .job(3, 20 * MINUTE, 50 * MINUTE, 50 * MINUTE, 1)
          .build();

  private final WatchedCluster live = new WatchedCluster(THREE, 1, ARRIVAL);

  private void change(Author by, String to) {
    live.change(new MadeChange.Facts(by, "d1", "c1", live.policy().toString(), to, 0.5));
  }

  @Test
  void comparesTheJobsWithThoseOfTheClusterWithoutTheChange() {
    live.runTo(30 * MINUTE);
    change(Author.GNOMON, SHORTEST);
    live.runTo(END);

    EffectSummary effect = live.effect().summary(0, ALL);
    assertThat(effect.all().jobs()).isEqualTo(3);
    assertThat(effect.all().waitSeconds(Variant.ACTUAL)).isEqualTo((80 + 140) * MINUTE);
    assertThat(effect.all().waitSeconds(Variant.UNTUNED)).isEqualTo((90 + 1080) * MINUTE);
    // 1, 1 + 140 / 1000 and 1 + 80 / 50; without the change 1, 1 + 90 / 1000 and 1 + 1080 / 50
    assertThat(effect.all().meanSlowdown(Variant.ACTUAL))
        .isCloseTo((1 + 1.14 + 2.6) / 3, within(1e-9));
    assertThat(effect.all().meanSlowdown(Variant.UNTUNED))
        .isCloseTo((1 + 1.09 + 22.6) / 3, within(1e-9));
    assertThat(effect.changes()).isEqualTo(1);
    assertThat(effect.byCategory()).containsOnlyKeys("short, narrow", "long, narrow");
    assertThat(effect.since()).isZero();
    assertThat(effect.until()).isEqualTo(END);
  }

  @Test
  void comparesAClusterOfNodesLikeAPool() {
    ClusterState node = new ClusterState(Machine.of(1, NodeClass.of(1, 0)));
    WatchedCluster nodes = new WatchedCluster(THREE, node, ARRIVAL);
    nodes.runTo(30 * MINUTE);
    nodes.change(new MadeChange.Facts(Author.GNOMON, "d1", "c1", ARRIVAL, SHORTEST, 0.5));
    nodes.runTo(40 * MINUTE);
    nodes.change(new MadeChange.Facts(Author.SCHEDULER, "d2", "c2", SHORTEST, "fcfs", 0.5));
    nodes.change(new MadeChange.Facts(Author.GNOMON, "d3", "c3", "fcfs", SHORTEST, 0.5));
    nodes.runTo(END);

    EffectSummary effect = nodes.effect().summary(0, ALL);
    assertThat(effect.all().waitSeconds(Variant.ACTUAL)).isEqualTo((80 + 140) * MINUTE);
    assertThat(effect.all().waitSeconds(Variant.UNTUNED)).isEqualTo((90 + 1080) * MINUTE);
  }

  @Test
  void theAdvisedClusterFollowsARecommendationAtOnce() {
    live.runTo(30 * MINUTE);
    live.recommend(Spec.parse(SHORTEST));
    live.runTo(END);

    EffectSummary effect = live.effect().summary(0, ALL);
    assertThat(effect.all().waitSeconds(Variant.ACTUAL)).isEqualTo((90 + 1080) * MINUTE);
    assertThat(effect.all().waitSeconds(Variant.UNTUNED)).isEqualTo((90 + 1080) * MINUTE);
    assertThat(effect.all().waitSeconds(Variant.ADVISED)).isEqualTo((80 + 140) * MINUTE);
    assertThat(effect.recommendations()).isEqualTo(1);
    assertThat(effect.changes()).isZero();
  }

  @Test
  void aJobThatHasNotCompletedWithoutTheChangeDoesNotCountYet() {
    live.runTo(30 * MINUTE);
    change(Author.GNOMON, SHORTEST);
    live.runTo(200 * MINUTE);
    // job 2 has completed, but would complete at 1150 without the change
    assertThat(live.effect().summary(0, ALL).all().jobs()).isEqualTo(1);
  }

  @Test
  void aChangeByTheSchedulerWouldHaveBeenMadeAnyway() {
    live.runTo(30 * MINUTE);
    change(Author.SCHEDULER, SHORTEST);
    live.runTo(END);

    Totals all = live.effect().summary(0, ALL).all();
    assertThat(all.waitSeconds(Variant.ACTUAL)).isEqualTo((80 + 140) * MINUTE);
    assertThat(all.waitSeconds(Variant.UNTUNED)).isEqualTo((80 + 140) * MINUTE);
    assertThat(live.effect().changes()).hasSize(1);
    assertThat(live.effect().changes().get(0).realisedGain()).isNaN();
    assertThat(live.effect().summary(0, ALL).changes()).isZero();
  }

  @Test
  void theSeriesAndTheRealisedGainAreOfTheSameSamples() {
    live.runTo(30 * MINUTE);
    change(Author.GNOMON, SHORTEST);
    live.runTo(END);

    List<HistoryPoint> points = live.effect().points(0, ALL, 500);
    assertThat(points).hasSize(20);
    HistoryPoint second = points.get(1);
    assertThat(second.second()).isEqualTo(120 * MINUTE);
    // job 0 has completed, job 1 waits; without the change it is job 2 that waits
    assertThat(second.actual().slowdown()).isCloseTo((1 + 1 + 110 / 1000.0) / 2, within(1e-9));
    assertThat(requireNonNull(second.untuned()).slowdown())
        .isCloseTo((1 + 1 + 100 / 50.0) / 2, within(1e-9));
    assertThat(second.actual().queueLength()).isEqualTo(1);
    assertThat(second.actual().utilization()).isEqualTo(1);
    HistoryPoint last = points.get(19);
    assertThat(last.actual().slowdown()).isCloseTo((1 + 1.14 + 2.6) / 3, within(1e-9));
    assertThat(requireNonNull(last.untuned()).slowdown())
        .isCloseTo((1 + 1.09 + 22.6) / 3, within(1e-9));
    assertThat(last.advised()).isEqualTo(last.actual());

    MadeChange change = live.effect().changes().get(0);
    assertThat(change.number()).isEqualTo(1);
    assertThat(change.second()).isEqualTo(30 * MINUTE);
    double actual = points.stream().mapToDouble(point -> point.actual().slowdown()).sum();
    double untuned =
        points.stream().mapToDouble(point -> requireNonNull(point.untuned()).slowdown()).sum();
    assertThat(change.realisedGain()).isCloseTo(1 - actual / untuned, within(1e-9)).isPositive();
    assertThat(live.effect().points(0, ALL, 5)).hasSize(5);
  }

  @Test
  void keepsItsResultsInACheckpointAndBeginsTheShadowAgain() {
    live.runTo(30 * MINUTE);
    change(Author.GNOMON, SHORTEST);
    live.runTo(120 * MINUTE);
    ClusterEffect restored = new ClusterEffect();
    restored.restore(live.effect().snapshot());

    assertThat(restored.snapshot()).isEqualTo(live.effect().snapshot());
    assertThat(restored.summary(0, ALL).all().jobs()).isEqualTo(1);
    // from 120 on, job 2 runs in both; job 1 starts at 150 in both
    live.continueWith(restored);
    live.runTo(END);
    Totals all = restored.summary(0, ALL).all();
    assertThat(all.jobs()).isEqualTo(3);
    assertThat(all.waitSeconds(Variant.ACTUAL)).isEqualTo((80 + 140) * MINUTE);
    assertThat(all.waitSeconds(Variant.UNTUNED)).isEqualTo((80 + 140) * MINUTE);
  }

  @Test
  void aShadowWhoseStepFailedBeginsAgainAfterAPauseThatDoubles() {
    live.runTo(30 * MINUTE);
    change(Author.GNOMON, SHORTEST);
    live.advance(130 * MINUTE); // samples at 60 and 120
    ShadowStep step = requireNonNull(live.effect().nextStep());

    assertThat(live.effect().failed(step)).as("hours").isEqualTo(1);
    assertThat(live.effect().failed(step)).as("has ended").isZero();
    live.advance(185 * MINUTE);
    assertThat(live.effect().nextStep()).as("55 minutes later").isNull();
    live.advance(245 * MINUTE);
    step = requireNonNull(live.effect().nextStep());
    assertThat(live.effect().failed(step)).as("hours").isEqualTo(2);
  }

  @Test
  void jobsAreGroupedByPartitionAndAccount() {
    live.label(2, "night", "physics");
    live.runTo(END);
    EffectSummary effect = live.effect().summary(0, ALL);
    assertThat(effect.byPartition()).containsOnlyKeys("night");
    assertThat(requireNonNull(effect.byAccount().get("physics")).waitSeconds(Variant.ACTUAL))
        .isEqualTo(1080 * MINUTE);
  }
}
