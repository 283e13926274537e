package io.gnomon.controller.cluster.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.tune.NoChangeReason;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DecisionRecordBuilderTest {
  private static final Spec EASY = Spec.of("easy");
  private static final Spec LONG =
      Spec.parse(
          "conservative(order=random/length, guarantee=false, speculation=0.5, test-runs=5m,"
              + " mold=half, widen=true)");

  private static ReviewResult review(boolean made, double cost) {
    return new ReviewResult(new Change(0, 60, made, EASY, LONG), 21_660, 10, cost);
  }

  @Test
  void aReviewStatesWhetherTheChangeWasMadeAndWhetherItIsRetried() {
    assertThat(DecisionRecordBuilder.describe(List.of(review(true, 8))))
        .startsWith("reviewed over 21600 s: conservative(")
        .endsWith(" in place of easy saved 20.0 % of the cost");
    assertThat(DecisionRecordBuilder.describe(List.of(review(false, 12))))
        .endsWith(
            "was not carried out and would have saved -20.0 % of the cost, so it is not tried again"
                + " within a week");
    assertThat(DecisionRecordBuilder.describe(List.of())).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void eachReasonForNoChangeIsRecordedByItsName(NoChangeReason reason) {
    assertThat(DecisionRecordBuilder.reason(reason).name()).isEqualTo(reason.name());
  }

  @Test
  void onlyTheFirstReviewsAreListedAndTheOthersCounted() {
    String detail = DecisionRecordBuilder.describe(Collections.nCopies(64, review(false, 12)));

    assertThat(detail).endsWith("; and 58 more reviews").hasSizeLessThan(4096);
  }
}
