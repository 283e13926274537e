package io.gnomon.sim.metric.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.spec.InvalidSpecException;
import org.junit.jupiter.api.Test;

class ObjectivesTest {
  private static final int DAY = 86_400;

  @Test
  void slowdownAloneIsTheBoundedSlowdown() {
    assertThat(Objectives.create("slowdown").cost(job(90, 5, 1))).isEqualTo(10);
    assertThat(Objectives.create("slowdown").cost(job(100, 50, 1))).isEqualTo(3);
  }

  @Test
  void slowdownAddsPenaltiesForWorkWidthAndTheSquareOfAWait() {
    // Waited 2 days for 1 day of 25 of 100 processors: slowdown 3; work 2 x 0.25 x 1 at 10, width
    // 2 x 0.25 at 100, square 4 at 7.
    assertThat(
            Objectives.create("slowdown(square=7, width=100, work=10)").cost(job(2 * DAY, DAY, 25)))
        .isCloseTo(3 + 5 + 50 + 28, within(1e-9));
  }

  @Test
  void waitIsWeightedByWidthWorkOrPriority() {
    ServedJob job = job(3600, 7200, 3);
    job.priority = 5;

    assertThat(Objectives.create("wait").cost(job)).isEqualTo(1);
    assertThat(Objectives.create("wait(by=width)").cost(job)).isEqualTo(3);
    assertThat(Objectives.create("wait(by=work)").cost(job)).isEqualTo(6);
    assertThat(Objectives.create("wait(by=priority)").cost(job)).isEqualTo(5);
  }

  @Test
  void theTailIsThe95thPercentile() {
    StudyObjective objective = Objectives.create("tail");
    BatchCost tally = objective.newBatchCost();
    assertThat(tally.total()).isZero();
    for (int wait = 1; wait <= 20; wait++) {
      ServedJob job = job(1000 * wait, 1000, 1); // slowdowns 2 to 21
      tally.add(job, objective.cost(job));
    }
    assertThat(tally.total()).as("20 jobs, of which the 19th has 20").isEqualTo(20 * 20);
  }

  @Test
  void everyUserHasTheSameWeight() {
    StudyObjective objective = Objectives.create("users");
    BatchCost tally = objective.newBatchCost();
    for (int wait : new int[] {1000, 3000, 9000}) { // slowdowns 2 and 4 of one user, 10 of another
      ServedJob job = job(wait, 1000, 1);
      job.user = wait / 9000;
      tally.add(job, objective.cost(job));
    }
    assertThat(tally.total()).as("three jobs, means 3 and 10").isCloseTo(3 * 6.5, within(1e-9));
  }

  @Test
  void utilizationCostsTheWorkLeftAtTheHorizon() {
    ServedJob job = job(0, 9000, 25);
    job.left = 7200;
    assertThat(Objectives.create("utilization").cost(job))
        .as("two hours of a quarter of the machine")
        .isEqualTo(0.5);
  }

  @Test
  void aGuardAssignsJobsToGroups() {
    Guard category = Guards.create("category(factor=1.5)");
    assertThat(category.factor()).isEqualTo(1.5);
    assertThat(category.group(job(50, 60, 1))).as("very short, sequential").isZero();
    assertThat(category.group(job(50, 9 * 3600, 40))).as("very long, very wide").isEqualTo(15);
    assertThat(category.value(job(50, 60, 1))).isEqualTo(50);

    Guard widest = Guards.create("widest");
    assertThat(widest.group(job(50, 60, 24))).isEqualTo(-1);
    assertThat(widest.group(job(50, 60, 25))).isZero();
    assertThat(Guards.create("oldest").measure()).isEqualTo(Guard.Measure.GREATEST);
    ServedJob unknown = job(1, 1, 1);
    unknown.user = -1;
    assertThat(Guards.create("user").group(unknown)).isNotNegative();
  }

  @Test
  void rejectsUnknownNamesAndListsTheAllowedOnes() {
    assertThatThrownBy(() -> Objectives.create("speed"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage(
            "unknown objective 'speed'; allowed are slowdown, tail, users, utilization, wait");
    assertThatThrownBy(() -> Objectives.create("slowdown(wokr=3)"))
        .hasMessage("slowdown has no parameter 'wokr'; did you mean 'work'?");
    assertThatThrownBy(() -> Guards.create("nobody"))
        .hasMessage(
            "unknown guard 'nobody'; allowed are account-share, category, oldest, user, user-share, widest");
    assertThatThrownBy(() -> Guards.create("oldest(factor=0.5)"))
        .hasMessageContaining("factor is '0.5'; it must be a number from 1 to 1000");
  }

  private static ServedJob job(int wait, int runtime, int width) {
    ServedJob job = new ServedJob();
    job.wait = wait;
    job.runtime = runtime;
    job.width = width;
    job.processors = 100;
    return job;
  }
}
