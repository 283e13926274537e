package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.controller.checkpoint.CheckpointFormat;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reviews of recommended changes that were not carried out. */
class RecommendationReviewTest {
  private static final int JOBS = 3000;
  private static final long WEEK = 7 * 86_400;

  @ParameterizedTest
  @EnumSource(names = {"OBSERVE", "RECOMMEND"})
  void reviewsOfRecommendationsCalibrateTheIntervals(Mode mode) {
    ControllerTestDriver driver = ObedientScheduler.looking(mode);
    ObedientScheduler.run(7, JOBS, driver);

    GainForecasts forecasts = driver.tracked().tuner().forecasts();
    assertThat(forecasts.checked()).as("recommendations that were reviewed").isGreaterThan(30);
    assertThat(forecasts.coverage()).isEqualTo(GainCalibration.COVERAGE, within(0.15));
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
    ControllerTestDriver driver = ObedientScheduler.looking(Mode.RECOMMEND);
    ObedientScheduler.run(1, JOBS, driver);

    List<DecisionRecorded> decisions = driver.decisions();
    int mistakes = 0;
    for (DecisionRecorded found : decisions) {
      for (RecordedReview review : found.reviews()) {
        if (review.made() || review.result() != ReviewVerdict.WORSE) {
          continue;
        }
        mistakes++;
        String recommended = review.to();
        String incumbent = review.from();
        assertThat(decisions)
            .filteredOn(later -> later.at() > found.at() && later.at() < found.at() + WEEK)
            .filteredOn(later -> later.incumbent().policy().equals(incumbent))
            .noneMatch(later -> recommended.equals(later.chosen()));
      }
    }
    assertThat(mistakes).isPositive();
    assertThat(decisions)
        .filteredOn(decision -> decision.reason() == DecisionReason.WOULD_HAVE_MADE_THINGS_WORSE)
        .isNotEmpty()
        .allMatch(decision -> decision.outcome() == DecisionOutcome.KEPT)
        .allMatch(decision -> decision.chosen() == null);
  }

  @Test
  void aRestartAfterEachEventChangesNothing() {
    ControllerTestDriver live = ObedientScheduler.looking(Mode.RECOMMEND);
    List<EventData> story = ObedientScheduler.run(4, 700, live);

    ControllerTestDriver restarted = ObedientScheduler.looking(Mode.RECOMMEND);
    for (EventData event : story) {
      restarted.send(event).restart();
    }

    assertThat(live.tracked().tuner().forecasts().checked()).isPositive();
    assertThat(restarted.said).isEqualTo(live.said);
    assertThat(CheckpointFormat.write(restarted.controller(), 0))
        .isEqualTo(CheckpointFormat.write(live.controller(), 0));
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
    ControllerTestDriver driver = ObedientScheduler.looking(Mode.APPROVE);
    for (EventData event : ObedientScheduler.run(7, 700, ObedientScheduler.looking(Mode.OBSERVE))) {
      if (driver.send(event).controller().proposal() != null) {
        return driver;
      }
    }
    throw new AssertionError("700 jobs led to no proposal");
  }
}
