package io.gnomon.controller.cluster.tracked;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.cluster.output.ClusterCounters;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.effect.EffectSummary;
import io.gnomon.sim.effect.MadeChange;
import io.gnomon.sim.effect.ShadowStep;
import io.gnomon.sim.effect.Totals;
import io.gnomon.sim.effect.Variant;
import io.gnomon.sim.metric.IdleResources;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a controller reports of a cluster to the effect of its changes. */
class EffectRecorderTest {
  private static final int LATER = 40_000;
  private static final String ONE = "multi-queue(partitions=1)";

  private static ControllerTestDriver decided(Mode mode) {
    return new ControllerTestDriver(mode, 2, 500_000).crowd().send(clock(1000));
  }

  private static EventData clock(int second) {
    return new ClockAdvanced(ControllerTestDriver.ORIGIN + second);
  }

  private static EffectSummary summary(ControllerTestDriver driver) {
    return driver.tracked().effect().summary(0, Integer.MAX_VALUE);
  }

  private static MadeChange onlyChange(ControllerTestDriver driver) {
    List<MadeChange> changes = driver.tracked().effect().changes();
    assertThat(changes).hasSize(1);
    return changes.get(0);
  }

  @Test
  void aChangeInModeApplyIsByGnomonAndNamesItsDecision() {
    ControllerTestDriver driver = decided(Mode.APPLY).applyLastCommand(1001);
    MadeChange change = onlyChange(driver);
    assertThat(change.second()).isEqualTo(1001);
    assertThat(change.facts().by()).isEqualTo(MadeChange.Author.GNOMON);
    assertThat(change.facts().decision()).isEqualTo(driver.decisions().get(0).decision());
    assertThat(change.facts().command()).isEqualTo(driver.commands().get(0).command());
    assertThat(change.facts().from()).isEqualTo(ONE);
    assertThat(change.facts().to()).isEqualTo(driver.decisions().get(0).chosen());
    assertThat(change.facts().predictedGain()).isBetween(0.0, 1.0);
    assertThat(summary(driver).changes()).isEqualTo(1);
    assertThat(summary(driver).recommendations()).isEqualTo(1);
    assertThat(driver.controller().counters().of(Count.RECOMMENDATIONS)).isEqualTo(1);
  }

  @Test
  void anApprovedChangeIsByAnOperator() throws Exception {
    ControllerTestDriver driver = decided(Mode.APPROVE);
    assertThat(driver.tracked().effect().changes()).isEmpty();
    String proposal = String.valueOf(driver.decisions().get(0).proposal());
    driver.operate(new Operation.Approve(proposal, null));
    driver.applyLastCommand(1001);
    assertThat(onlyChange(driver).facts().by()).isEqualTo(MadeChange.Author.OPERATOR);
    assertThat(onlyChange(driver).facts().decision())
        .isEqualTo(driver.decisions().get(0).decision());
  }

  @Test
  void aChangeElsewhereIsByTheScheduler() {
    ControllerTestDriver driver =
        new ControllerTestDriver(Mode.APPLY, 1000)
            .crowd()
            .send(
                new ConfigApplied(
                    ControllerTestDriver.ORIGIN + 20, new Configuration("easy", 2), null, null));
    assertThat(onlyChange(driver).facts().by()).isEqualTo(MadeChange.Author.SCHEDULER);
    assertThat(onlyChange(driver).facts().to()).isEqualTo("easy");
    assertThat(summary(driver).changes()).isZero();
  }

  @Test
  void aRecommendationBeginsTheAdvisedCluster() {
    ControllerTestDriver driver = new ControllerTestDriver(Mode.RECOMMEND, 2, 500_000).crowd();
    driver.tracked().effect().simulate();
    driver.send(clock(1000));
    assertThat(summary(driver).recommendations()).isEqualTo(1);
    ShadowStep step = requireNonNull(driver.tracked().effect().nextStep());
    driver.tracked().effect().completed(step, step.step().run(Runnable::run).join());
    // the live cluster starts the narrow job, the advised one starts the short job at once
    driver
        .send(new JobStarted("narrow", driver.at(1010)))
        .send(new JobFinished("narrow", driver.at(1020), JobOutcome.COMPLETED))
        .send(new JobStarted("short", driver.at(1020)))
        .send(new JobFinished("short", driver.at(1120), JobOutcome.COMPLETED))
        .send(clock(LATER));
    for (ShadowStep next = driver.tracked().effect().nextStep();
        next != null;
        next = driver.tracked().effect().nextStep()) {
      driver.tracked().effect().completed(next, next.step().run(Runnable::run).join());
    }
    // the short job waits from 13 to 1020, and to 1000 if the advice is followed
    Totals narrow = requireNonNull(summary(driver).byCategory().get("short, narrow"));
    assertThat(narrow.waitSeconds(Variant.ACTUAL)).isGreaterThanOrEqualTo(1007);
    assertThat(narrow.waitSeconds(Variant.ADVISED))
        .isNotEqualTo(narrow.waitSeconds(Variant.ACTUAL));
  }

  /** Slot -1 is none. Of ten processors 4 are idle while jobs wait from 10 to 2000. */
  @Test
  void aFaultInWhatWasIdleBeginsThatAgainAndKeepsTheSimulations() {
    ControllerTestDriver driver = new ControllerTestDriver(Mode.RECOMMEND, 2, 500_000).crowd();
    driver.tracked().effect().simulate();
    driver.send(clock(1000));
    driver.tracked().effects().changed(driver.tracked().mirror(), -1, null);

    assertThat(driver.tracked().effects().takeFault())
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(driver.tracked().effect().nextStep()).isNotNull();
    driver.send(clock(2000));
    IdleResources.Row row =
        driver.tracked().effects().idle().rows(IdleResources.Resource.PROCESSORS).get(0);
    assertThat(row.hours()).isCloseTo(1990 * 4 / 3_600.0, within(1e-9));
    assertThat(row.all()).isCloseTo(1990 * 10 / 3_600.0, within(1e-9));
  }

  @Test
  void groupsByQueueAndByGroupOrUserAlsoAfterARestart() {
    ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 1000).declare(10);
    driver
        .send(job(driver, "a", "ann", "physics", "night"))
        .send(job(driver, "b", "bob", null, "night"))
        .send(new JobStarted("a", driver.at(10)));
    driver.restart();
    driver
        .send(new JobFinished("a", driver.at(110), JobOutcome.COMPLETED))
        .send(new JobStarted("b", driver.at(110)))
        .send(new JobFinished("b", driver.at(120), JobOutcome.COMPLETED));
    EffectSummary summary = summary(driver);
    assertThat(summary.all().jobs()).isEqualTo(2);
    Totals night = requireNonNull(summary.byPartition().get("night"));
    assertThat(night.waitSeconds(Variant.ACTUAL)).isEqualTo(8 + 108);
    assertThat(summary.byAccount()).containsOnlyKeys("physics", "bob");
  }

  private static JobSubmitted job(
      ControllerTestDriver driver, String id, String user, @Nullable String group, String queue) {
    return new JobSubmitted(
        id,
        driver.at(2),
        new JobDescription(
            1, 500, user, group, null, queue, EventData.NONE, EventData.NONE, List.of(), null));
  }

  @Test
  void countersAndResultsSurviveARestart() {
    ControllerTestDriver driver = decided(Mode.APPLY).applyLastCommand(1001).send(clock(LATER));
    ClusterCounters before = driver.controller().counters();
    Snapshot effect = driver.tracked().effect().snapshot();
    driver.restart();
    ClusterCounters after = driver.controller().counters();
    assertThat(after.snapshot()).isEqualTo(before.snapshot());
    assertThat(after.since()).isEqualTo(ControllerTestDriver.ORIGIN);
    assertThat(after.decisions()).isEqualTo(before.decisions()).isNotEmpty();
    assertThat(after.events()).isEqualTo(before.events());
    assertThat(driver.tracked().effect().snapshot()).isEqualTo(effect);
  }
}
