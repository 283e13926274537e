package io.gnomon.sim.tune;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.tune.objective.ServedJob;
import io.gnomon.sim.tune.objective.StudyObjective;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Twenty jobs of nine hours on 40 processors of 64, each of which has waited for two hours. */
class OwedWaitsTest {
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;
  private static final int VERY_LONG = 9 * HOUR;
  // the last of sixteen categories, and the one before it, whose jobs are less wide
  private static final int VERY_WIDE_AND_LONG = 15;
  private static final int WIDE_AND_LONG = 14;
  // in the memory: two numbers before the columns
  private static final int WAITS = 2 + VERY_WIDE_AND_LONG;
  // hours: with ten that have waited so long, twenty that have waited two have waited 1.05 times it
  private static final double MAY = 40 / 21.5;
  private static final String SHORTEST = "easy(head=order, order=shortest, weight=1e-9)";
  private static final PolicySpec EASY = PolicySpec.of("easy");
  private static final PolicySpec FIRST =
      PolicySpec.parse(SHORTEST).with("wide", 33).with("patience", "365d");
  private static final PolicySpec RESERVED = FIRST.with("patience", "0s");

  private final ClusterState state = new ClusterState(64);
  private final Tuner tuner =
      new Tuner(
          new TuneSettings(
              1,
              HOUR,
              DAY,
              SearchSpace.of(List.of(PolicySpec.parse(SHORTEST), EASY)).with(WideJobs.OWED),
              GuardRails.NONE,
              StudyDesign.OF_THE_QUEUE));
  private int submitted;

  OwedWaitsTest() {
    for (int job = 0; job < 20; job++) {
      run(submit(40, 10 * HOUR), 2 * HOUR, VERY_LONG);
    }
  }

  private void run(int slot, int waits, int runs) {
    state.advanceTo(state.now() + waits);
    state.start(slot);
    state.advanceTo(state.now() + runs);
    tuner.finished(state, slot);
    state.finish(slot);
  }

  private int submit(int width, int estimate) {
    int slot = state.submit(submitted++, state.now(), width, estimate);
    tuner.submitted(state, slot);
    return slot;
  }

  /** What is known of EASY: so long would it have let twenty such jobs wait. */
  private void easyWouldHaveLetThemWait(double hours) {
    double[] means = new double[16];
    int[] jobs = new int[16];
    means[VERY_WIDE_AND_LONG] = hours * HOUR;
    jobs[VERY_WIDE_AND_LONG] = 20;
    tuner.owed().tried(state.now(), means, jobs);
  }

  /** What a day's wait of one of them costs. */
  private double price() {
    return price(VERY_WIDE_AND_LONG);
  }

  private double price(int category) {
    return tuner.owed().charge(state).aSecond(category) * DAY;
  }

  @Test
  void nothingIsChargedBeforeItIsKnownWhatEasyWouldHaveDone() {
    assertThat(price()).isZero();
  }

  /**
   * With ten made-up jobs they have waited 1.05 times as long as they may, which is two steps above
   * the two below with which it begins.
   */
  @Test
  void theNearerTheyAreToWhatTheyMayWaitTheMoreItCosts() {
    easyWouldHaveLetThemWait(MAY);
    assertThat(tuner.owed().allowed()).isCloseTo(MAY * HOUR, within(1e-6));
    assertThat(price()).isCloseTo(1000, within(1e-6));
    assertThat(price(WIDE_AND_LONG)).as("where nobody is known of").isZero();
  }

  @Test
  void itCostsNothingBelowAndNoMoreThanSoMuchFarAbove() {
    easyWouldHaveLetThemWait(4); // (40 + 40) h of 120 h
    assertThat(price()).isZero();
    for (int times = 0; times < 40; times++) {
      easyWouldHaveLetThemWait(0.1);
    }
    assertThat(price()).isCloseTo(1000 * Math.exp(5), within(1e-6));
  }

  @Test
  void itCostsMoreEachWeekThatTheyHaveWaitedForTooLong() {
    easyWouldHaveLetThemWait(MAY);

    state.advanceTo(state.now() + TuneSettings.WEEK);
    easyWouldHaveLetThemWait(MAY);

    double kept = Math.exp(-7.0 / 365);
    double over = (40 * kept + 10 * MAY) / ((20 * kept + 10) * MAY) - 1;
    assertThat(price()).isCloseTo(1000 * Math.exp(-2 + (4 + 40) * over), within(1e-6));
  }

  @Test
  void whoHasWaitedForTooLongAlreadyCountsAndWhoIsWiderThanTheMachineDoesNot() {
    easyWouldHaveLetThemWait(MAY);

    int slot = submit(40, 10 * HOUR);
    submit(65, 10 * HOUR); // wider than the machine
    state.advanceTo(state.now() + HOUR);
    assertThat(price()).isCloseTo(1000, within(1e-6));
    state.advanceTo(state.now() + 3 * HOUR);
    double more = 1000 * Math.exp(40 * (4 - MAY) / (30 * MAY));
    assertThat(price()).isCloseTo(more, within(1e-6));
    state.start(slot);
    state.advanceTo(state.now() + HOUR);
    assertThat(price()).as("while it runs, too").isCloseTo(more, within(1e-6));
  }

  @Test
  void theOthersAreChargedForAsLongAsTheVeryWideAre() {
    for (int job = 0; job < 20; job++) {
      run(submit(32, 10 * HOUR), 2 * HOUR, VERY_LONG);
    }
    easyWouldHaveLetThemWait(MAY);
    assertThat(study("easy", spec -> true).charges().ofOwed()).isEqualTo("VL W 1000, VL VW 1000");

    for (int job = 0; job < 20; job++) {
      run(submit(40, 10 * HOUR), 0, VERY_LONG);
    }
    assertThat(price(WIDE_AND_LONG)).isCloseTo(1000, within(1e-6));
    assertThat(study("easy", spec -> true).charges().ofOwed()).isEmpty();
    assertThat(tried("easy")).as("plain").containsExactly(EASY, PolicySpec.parse(SHORTEST));
  }

  @Test
  void whatAJobWasHeldForIsNoWaitAndWhoWasNotSeenToComeDoesNotCount() {
    easyWouldHaveLetThemWait(MAY);
    int held = submit(40, 10 * HOUR);
    state.advanceTo(state.now() + 30 * HOUR);
    tuner.owed().released(state, held);
    assertThat(price()).as("it may start from now on").isCloseTo(1000, within(1e-6));
    double[] before = tuner.owed().memory();

    OwedWaits again = new OwedWaits();
    again.recall(before);
    run(held, 2 * HOUR, VERY_LONG);
    int unseen = state.submit(submitted++, 0, 40, 10 * HOUR);
    run(unseen, 0, VERY_LONG);

    double[] after = tuner.owed().memory();
    assertThat(after[WAITS]).isEqualTo(before[WAITS] + 2 * HOUR);
    assertThat(after[WAITS + 16]).as("jobs").isEqualTo(before[WAITS + 16] + 1);
    assertThat(after).as("it has left").hasSize(before.length - 2);
    assertThat(again.memory()).isEqualTo(before);
    again.tried(state.now() + 100 * DAY, new double[16], new int[16]);
    assertThat(again.memory()).as("long ago").hasSize(before.length - 2);
  }

  @Test
  void whatIsOldFades() {
    easyWouldHaveLetThemWait(MAY);

    state.advanceTo(state.now() + 365 * DAY);
    tuner.owed().tried(state.now(), new double[16], new int[16]);

    assertThat(tuner.owed().allowed()).as("7 of 20 jobs count: too few").isZero();
    assertThat(price()).isZero();
  }

  @Test
  void knowsAgainWhatACheckpointKept() {
    easyWouldHaveLetThemWait(MAY);
    state.advanceTo(state.now() + TuneSettings.WEEK);
    easyWouldHaveLetThemWait(1); // what is owed has risen for a week
    OwedWaits again = new OwedWaits();

    again.recall(tuner.owed().memory());

    assertThat(again.memory()).isEqualTo(tuner.owed().memory());
    assertThat(again.charge(state).aSecond(VERY_WIDE_AND_LONG) * DAY).isEqualTo(price());
  }

  /**
   * Twenty jobs at once wait for 0, 9, 18 and so on up to 171 hours under EASY, for 85.5 in the
   * mean.
   */
  @Test
  void easyIsSimulatedOverTheJobsThatCameAndCountsEachOnceAfterAWeek() {
    OwedWaits owed = new OwedWaits();
    History history = new History(100 * DAY, 100);
    for (int job = 0; job < 21; job++) {
      history.submitted(job, 0, 40, 10 * HOUR, 0);
      history.finished(job, VERY_LONG);
    }
    ClusterState live = new ClusterState(64);
    live.advanceTo(7 * DAY);
    assertThat(owed.easy(0, live, history)).as("none is a week old").isNull();

    live.advanceTo(9 * DAY);
    owed.tried(requireNonNull(owed.easy(0, live, history)).run());
    assertThat(owed.allowed()).isEqualTo(10 * VERY_LONG);
    double[] counted = owed.memory();

    live.advanceTo(10 * DAY);
    owed.tried(requireNonNull(owed.easy(0, live, history)).run());
    assertThat(owed.allowed()).as("counted once").isCloseTo(10 * VERY_LONG, within(1e-9));
    assertThat(owed.memory()[0]).isEqualTo(counted[0] + DAY);

    live.advanceTo(11 * DAY);
    live.setProcessors(40);
    assertThat(owed.easy(0, live, history)).as("while a part is out of service").isNull();
    history.submitted(21, 50 * DAY, 40, 10 * HOUR, 0);
    live.advanceTo((3 + 13 * 7) * DAY);
    assertThat(owed.easy(0, live, history)).as("for as long as is remembered").isNotNull();
  }

  /** Sixty-one jobs at once: the trial of the policies, and EASY's beside it, tell the tuner. */
  @Test
  void theTrialBesideAStudyTellsWhatEasyWouldHaveDone() {
    for (int job = 0; job < 61; job++) {
      int slot = submit(40, 10 * HOUR);
      tuner.history().finished(state.job(slot), VERY_LONG);
    }
    state.advanceTo(state.now() + 30 * DAY);

    StudyResult study = study("easy", spec -> true);
    assertThat(tuner.owed().allowed()).isZero();
    tuner.decide(study, 5);

    // sixty-one wait for 30 times nine hours in the mean; twenty before them find the machine idle
    assertThat(tuner.owed().allowed()).isCloseTo(30.0 * VERY_LONG * 61 / 81, within(1e-6));
    assertThat(tuner.charges().ofOwed()).as("of that study").isEmpty();
    assertThat(tuner.standings().costs()).isNotEmpty();
  }

  @Test
  void chargesBesideAnObjectiveByCategory() {
    double[] aSecond = new double[16];
    aSecond[VERY_WIDE_AND_LONG] = 2;
    StudyObjective charged = new OwedCharge(aSecond).beside(StudyObjective.SLOWDOWN);
    ServedJob job = new ServedJob();
    job.wait = VERY_LONG;
    job.runtime = VERY_LONG;
    job.width = 33;
    job.processors = 64;

    assertThat(charged.cost(job)).isEqualTo(2 + 2 * VERY_LONG);
    assertThat(charged.charging(8).cost(job)).isEqualTo(2 + 16 * VERY_LONG);
    job.width = 32;
    assertThat(charged.cost(job)).isEqualTo(2);
  }

  @Test
  void policiesAreTriedWithVeryWideJobsFirstAsWellWhereTheseAreOwedSomething() {
    PolicySpec plain = PolicySpec.parse(SHORTEST);
    assertThat(tried("easy")).containsExactly(EASY, plain);

    easyWouldHaveLetThemWait(MAY);

    assertThat(study("easy", spec -> true).charges().ofOwed()).isEqualTo("VL VW 1000");
    assertThat(study("easy", plain::equals).charges().ofOwed())
        .as("nobody is charged for where no policy starts wide jobs first")
        .isEmpty();
    assertThat(tried("easy")).containsExactly(EASY, plain, FIRST, RESERVED);
    assertThat(tried(SHORTEST)).containsExactlyInAnyOrder(EASY, plain, FIRST, RESERVED);
    assertThat(tried(FIRST.toString())).containsExactlyInAnyOrder(EASY, plain, FIRST, RESERVED);
    assertThat(specs(study("easy", spec -> !spec.equals(RESERVED))))
        .as("where the scheduler cannot")
        .containsExactly(EASY, plain, FIRST);
  }

  /**
   * One job of 40 processors and ten hours, and six of an hour on all 64, which have not had to
   * wait so far, in an empty machine.
   */
  @Test
  void theMoreItIsOwedTheMoreItPaysThatAVeryWideJobGoesFirst() {
    for (int job = 0; job < 40; job++) {
      run(submit(64, HOUR), 0, HOUR);
    }
    submit(40, 10 * HOUR);
    for (int job = 0; job < 6; job++) {
      submit(64, HOUR);
    }
    easyWouldHaveLetThemWait(MAY);
    assertThat(score(SHORTEST)).isLessThan(score(FIRST.toString()));

    easyWouldHaveLetThemWait(0.1);
    assertThat(score(SHORTEST)).isGreaterThan(score(FIRST.toString()));
  }

  private double score(String policy) {
    return study("fcfs", spec -> true).alternatives().stream()
        .filter(alternative -> alternative.spec().toString().equals(policy))
        .findFirst()
        .orElseThrow()
        .score();
  }

  private List<PolicySpec> tried(String incumbent) {
    return specs(study(incumbent, spec -> true));
  }

  private static List<PolicySpec> specs(StudyResult study) {
    return study.alternatives().stream().map(AlternativeResult::spec).toList();
  }

  private StudyResult study(String policy, Predicate<PolicySpec> possible) {
    SchedulingPolicy incumbent = Policies.create(policy);
    incumbent.adopt(state);
    return tuner.study(state, incumbent, List.of(tuner.replay(state.now(), HOUR)), possible).run();
  }
}
