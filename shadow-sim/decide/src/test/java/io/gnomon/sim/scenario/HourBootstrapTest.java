package io.gnomon.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.predict.RuntimeModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HourBootstrapTest {
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;
  private static final int WEEK = 7 * DAY;

  @Test
  void theSecondWeekRepeatsTheFirst() {
    // one past week: Monday 3:10 four processors, Tuesday 5:00 two; nothing else can be sampled
    JobHistory history = new JobHistory(4 * WEEK, 100);
    history.submitted(0, 3 * HOUR + 600, 4, 100, 7);
    history.submitted(1, DAY + 5 * HOUR, 2, 50, 8);
    history.finished(0, 60);
    RecordedJobs past = history.recent(0, WEEK, false);

    Arrivals again =
        Scenario.bootstrap(past, 0, RuntimeModel.ESTIMATES, 0, 0)
            .arrivals(WEEK, WEEK + 2 * DAY, 90, new ClusterState(100));

    assertThat(again.nextTime()).isEqualTo(WEEK + 3 * HOUR + 600);
    Arrival job = new Arrival();
    again.take(job);
    assertThat(List.of(job.job, job.width, job.estimate, job.runtime, job.user))
        .containsExactly(90, 4, 100, 60, 7);
    assertThat(again.nextTime()).isEqualTo(WEEK + DAY + 5 * HOUR);
    again.take(job);
    assertThat(job.runtime).as("of a job that has not ended").isEqualTo(50);
    assertThat(again.nextTime()).isEqualTo(Simulation.NEVER);
  }

  /** Recorded from 1000 to 1900: jobs after 100 s, 300 s and 800 s. They recur within 900 s. */
  @Test
  void onTheFirstDayWhatHasBeenRecordedRepeatsOnceFromSomewhereWithinIt() {
    JobHistory history = new JobHistory(WEEK, 100);
    history.submitted(0, 1_100, 1, 60, 7);
    history.submitted(1, 1_300, 2, 60, 7);
    history.submitted(2, 1_800, 3, 60, 8);
    RecordedJobs past = history.recent(1_000, 1_900, false);
    for (int sample = 0; sample < 40; sample++) {
      RecordedJobs again =
          new HourBootstrap(past, 1_000, KeyedRandom.FIRST, sample)
              .again(1_900, DAY, RuntimeModel.ESTIMATES);
      assertThat(again.size()).isEqualTo(3);
      assertThat(again.submit(0)).isBetween(1_900, again.submit(1));
      assertThat(again.submit(2)).isBetween(again.submit(1), 2_799);
      // the distances around the circle of 900 s
      assertThat(
              List.of(
                  again.submit(1) - again.submit(0),
                  again.submit(2) - again.submit(1),
                  again.submit(0) + 900 - again.submit(2)))
          .containsExactlyInAnyOrder(200, 500, 200);
    }
  }

  @Test
  void theCurrentHourIsNotSampled() {
    JobHistory history = new JobHistory(4 * WEEK, 100);
    history.submitted(0, 10 * HOUR, 1, 1, -1);
    history.submitted(1, WEEK + 10 * HOUR, 1, 1, -1);
    int now = WEEK + 10 * HOUR + 60;
    HourBootstrap hours = new HourBootstrap(history.recent(0, now, false), 0, KeyedRandom.FIRST, 3);

    // at 10:01 the rest of this hour is that of the week before, without its job at 10:00
    assertThat(hours.jobs(now, now + HOUR - 60, RuntimeModel.ESTIMATES).size()).isZero();
    // and 10 o'clock next week can only be that of the week before: this one has not ended
    assertThat(hours.source(WEEK + WEEK + 10 * HOUR, now)).isEqualTo(10 * HOUR);
  }

  @Test
  void daysReplaceWeeksInTheFirstWeekAndNoJobsArriveOnTheFirstDay() {
    JobHistory history = new JobHistory(4 * WEEK, 100);
    history.submitted(0, 4 * HOUR + 5, 1, 1, -1);
    RecordedJobs past = history.recent(0, DAY, false);

    RecordedJobs tomorrow =
        new HourBootstrap(past, 0, KeyedRandom.FIRST, 0).jobs(DAY, 2 * DAY, RuntimeModel.ESTIMATES);

    assertThat(tomorrow.size()).isEqualTo(1);
    assertThat(tomorrow.submit(0)).isEqualTo(DAY + 4 * HOUR + 5);
    assertThat(
            new HourBootstrap(past, 0, KeyedRandom.FIRST, 0)
                .jobs(DAY - 1, 2 * DAY, RuntimeModel.ESTIMATES)
                .size())
        .isZero();
  }

  /** One job of width h in hour h of each of 13 weeks, w seconds after the full hour in week w. */
  @Property(tries = 100)
  void eachHourOfTheWeekKeepsItsJobsAndMostHoursContinueTheirWeek(
      @ForAll @IntRange(max = 1000) int sample, @ForAll @IntRange(max = 167) int hour) {
    int now = 13 * WEEK + hour * HOUR;
    RecordedJobs past = weeks().recent(now - 13 * WEEK, now, false);

    RecordedJobs jobs =
        new HourBootstrap(past, now - 13 * WEEK, KeyedRandom.FIRST, sample)
            .jobs(now, now + WEEK, RuntimeModel.ESTIMATES);

    assertThat(jobs.size()).isEqualTo(168);
    int broken = 0;
    for (int i = 0; i < 168; i++) {
      assertThat(jobs.submit(i) / HOUR).isEqualTo(now / HOUR + i);
      assertThat(jobs.rows().width(i)).isEqualTo(1 + (hour + i) % 168);
      if (i > 0 && (jobs.submit(i) - jobs.submit(i - 1)) != HOUR) {
        broken++;
      }
    }
    assertThat(broken).as("of 167, a sixth on average").isBetween(5, 60);
  }

  @Property(tries = 50)
  void theNextStudyHasTheSameJobs(@ForAll @IntRange(max = 1000) int sample) {
    int now = 13 * WEEK + 5 * HOUR;
    RecordedJobs jobs = jobsFrom(now, sample);
    RecordedJobs later = jobsFrom(now + HOUR, sample);

    assertThat(submits(jobs)).filteredOn(submit -> submit >= now + HOUR).isSubsetOf(submits(later));
    assertThat(submits(jobs)).isEqualTo(submits(jobsFrom(now, sample)));
  }

  @Test
  void samplesDifferAndCoverAllWeeks() {
    int now = 13 * WEEK;
    Set<Integer> weeks = new HashSet<>();
    for (int sample = 0; sample < 200; sample++) {
      weeks.add(jobsFrom(now, sample).submit(0) % HOUR);
    }

    assertThat(weeks).hasSize(13);
  }

  private static RecordedJobs jobsFrom(int now, int sample) {
    RecordedJobs past = weeks().recent(now - 13 * WEEK, now, false);
    return new HourBootstrap(past, now - 13 * WEEK, KeyedRandom.FIRST, sample)
        .jobs(now, now + DAY, RuntimeModel.ESTIMATES);
  }

  private static List<Integer> submits(RecordedJobs jobs) {
    List<Integer> submits = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      submits.add(jobs.submit(i));
    }
    return submits;
  }

  private static JobHistory weeks() {
    JobHistory history = new JobHistory(20 * WEEK, 10_000);
    for (int hour = 0; hour < 14 * 168; hour++) {
      history.submitted(hour, hour * HOUR + hour / 168, 1 + hour % 168, 60, -1);
    }
    return history;
  }
}
