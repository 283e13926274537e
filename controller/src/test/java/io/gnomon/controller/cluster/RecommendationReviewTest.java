package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.controller.cluster.change.Proposal;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.RecordedReview;
import io.gnomon.events.audit.ReviewVerdict;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.feedback.ChangeReview;
import io.gnomon.sim.feedback.GainCalibration;
import io.gnomon.sim.feedback.GainForecasts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reviews of recommended changes that were not carried out. */
class RecommendationReviewTest {
  private static final int JOBS = 3000;
  private static final int FEW_JOBS = 400;
  private static final int REVIEWED = 60;
  private static final long WEEK = 7 * 86_400;

  @Test
  void reviewsOfRecommendationsCalibrateTheIntervals() {
    int[] checked = new int[1];
    int[] held = new int[1];
    List<ControllerTestDriver> drivers =
        ObedientScheduler.runUntil(
            JOBS,
            () -> ObedientScheduler.looking(Mode.RECOMMEND),
            driver -> {
              GainForecasts forecasts = driver.tracked().tuner().forecasts();
              checked[0] += forecasts.checked();
              held[0] += forecasts.held();
              return checked[0] >= REVIEWED;
            });

    assertThat((double) held[0] / checked[0]).isEqualTo(GainCalibration.COVERAGE, within(0.15));
    assertThat(drivers).allSatisfy(RecommendationReviewTest::reviewsWithoutChanges);
  }

  @Test
  void whatIsOnlyObservedIsReviewed() {
    List<ControllerTestDriver> drivers =
        ObedientScheduler.runUntil(
            FEW_JOBS,
            () -> ObedientScheduler.looking(Mode.OBSERVE),
            driver -> driver.tracked().tuner().forecasts().checked() > 0);

    reviewsWithoutChanges(drivers.get(drivers.size() - 1));
  }

  private static void reviewsWithoutChanges(ControllerTestDriver driver) {
    assertThat(driver.tracked().tuner().reviews().open()).hasSizeLessThanOrEqualTo(4);
    assertThat(driver.commands()).isEmpty();
    assertThat(driver.decisions())
        .anyMatch(decision -> decision.reviews().stream().anyMatch(review -> !review.made()))
        .noneMatch(decision -> decision.outcome() == DecisionOutcome.ROLLED_BACK)
        .noneMatch(decision -> decision.reason() == DecisionReason.RECENTLY_MADE_THINGS_WORSE)
        .noneMatch(decision -> decision.reason() == DecisionReason.GAIN_NOT_REALISED);
  }

  @Test
  void aHarmfulRecommendationIsNotRepeatedWithinAWeekAndTheRecordHasTheReason() {
    List<ControllerTestDriver> drivers =
        ObedientScheduler.runUntil(
            JOBS,
            () -> ObedientScheduler.looking(Mode.RECOMMEND),
            driver ->
                driver.decisions().stream()
                    .anyMatch(RecommendationReviewTest::wouldHaveMadeThingsWorse));
    ControllerTestDriver last = drivers.get(drivers.size() - 1);

    drivers.forEach(driver -> assertNotRepeated(driver.decisions()));
    assertThat(last.decisions())
        .flatExtracting(DecisionRecorded::reviews)
        .anyMatch(review -> !review.made() && review.result() == ReviewVerdict.WORSE);
    assertThat(last.decisions())
        .filteredOn(RecommendationReviewTest::wouldHaveMadeThingsWorse)
        .isNotEmpty()
        .allMatch(decision -> decision.outcome() == DecisionOutcome.KEPT)
        .allMatch(decision -> decision.chosen() == null);
  }

  private static boolean wouldHaveMadeThingsWorse(DecisionRecorded decision) {
    return decision.reason() == DecisionReason.WOULD_HAVE_MADE_THINGS_WORSE;
  }

  private static void assertNotRepeated(List<DecisionRecorded> decisions) {
    for (DecisionRecorded found : decisions) {
      for (RecordedReview review : found.reviews()) {
        if (review.made() || review.result() != ReviewVerdict.WORSE) {
          continue;
        }
        String recommended = review.to();
        String incumbent = review.from();
        assertThat(decisions)
            .filteredOn(later -> later.at() > found.at() && later.at() < found.at() + WEEK)
            .filteredOn(later -> later.incumbent().policy().equals(incumbent))
            .noneMatch(later -> recommended.equals(later.chosen()));
      }
    }
  }

  @Test
  void aRestartAfterEachEventChangesNothing() {
    List<ControllerTestDriver> drivers =
        ObedientScheduler.runUntil(
            FEW_JOBS,
            () -> ObedientScheduler.looking(Mode.RECOMMEND),
            driver -> driver.tracked().tuner().forecasts().checked() > 0);
    ControllerTestDriver live = drivers.get(drivers.size() - 1);
    List<EventData> story =
        ObedientScheduler.run(drivers.size(), FEW_JOBS, ObedientScheduler.looking(Mode.RECOMMEND));

    ObedientScheduler.assertRestartsChangeNothing(
        live, story, ObedientScheduler.looking(Mode.RECOMMEND));
  }

  @Test
  void anApprovedProposalIsReviewedAsAChange() throws Exception {
    ControllerTestDriver driver = proposing();
    Proposal proposal = driver.controller().proposal();
    driver.operate(new Operation.Approve(proposal.id(), null));
    ConfigRequested command = driver.commands().get(0);
    long at = driver.tracked().mirror().now() + 60;
    driver.send(
        new ConfigApplied(at, command.configuration(), command.command(), command.contentHash()));

    List<ChangeReview> open = driver.tracked().tuner().reviews().open();
    assertThat(open).hasSize(1);
    assertThat(open.get(0).change().made()).isTrue();
    int decided = (int) (command.at() - ControllerTestDriver.ORIGIN);
    assertThat(open.get(0).change().decided()).isEqualTo(decided);
    assertThat(open.get(0).change().since()).isEqualTo(decided + 60);
    assertThat(open.get(0).state().now()).isEqualTo(decided + 60);
  }

  @Test
  void aRejectedProposalIsReviewed() throws Exception {
    ControllerTestDriver driver = proposing();
    driver.operate(new Operation.Reject(driver.controller().proposal().id()));

    assertThat(driver.tracked().tuner().reviews().open())
        .hasSize(1)
        .noneMatch(review -> review.change().made());
  }

  /** A controller with a proposal that waits for approval. */
  private static ControllerTestDriver proposing() {
    for (int seed = 1; seed <= 20; seed++) {
      ControllerTestDriver driver = ObedientScheduler.looking(Mode.APPROVE);
      ControllerTestDriver observing = ObedientScheduler.looking(Mode.OBSERVE);
      for (EventData event : ObedientScheduler.run(seed, FEW_JOBS, observing)) {
        if (driver.send(event).controller().proposal() != null) {
          return driver;
        }
      }
    }
    throw new AssertionError(FEW_JOBS + " jobs led to no proposal with any seed");
  }
}
