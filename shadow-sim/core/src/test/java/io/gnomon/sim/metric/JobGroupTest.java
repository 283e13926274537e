package io.gnomon.sim.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.workload.CategoryScheme;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobGroupTest {
  private static final int WEEK = 7 * 24 * 3600;

  @ParameterizedTest
  @CsvSource({
    "600, 1, VS Seq",
    "601, 2, S N",
    "3600, 8, S N",
    "3601, 9, L W",
    "28800, 32, L W",
    "28801, 33, VL VW",
    "1, 400, VS VW",
    "99999, 1, VL Seq",
  })
  void placesJobsInTheSixteenCategoriesOfTableOne(int runtime, int width, String name) {
    CategoryScheme scheme = CategoryScheme.SIXTEEN;

    assertThat(scheme.size()).isEqualTo(16);
    assertThat(scheme.name(scheme.category(runtime, width))).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({"3600, 8, SN", "3600, 9, SW", "3601, 8, LN", "3601, 9, LW"})
  void placesJobsInTheFourCategoriesOfTableSix(int runtime, int width, String name) {
    CategoryScheme scheme = CategoryScheme.FOUR;

    assertThat(scheme.size()).isEqualTo(4);
    assertThat(scheme.name(scheme.category(runtime, width))).isEqualTo(name);
  }

  @Test
  void namesEveryCategoryOnce() {
    assertThat(IntStream.range(0, 16).mapToObj(CategoryScheme.SIXTEEN::name))
        .doesNotHaveDuplicates();
  }

  @Test
  void sumsUpEachCategory() {
    List<JobGroup> groups = JobGroup.byCategory(MetricsTest.worked(), CategoryScheme.FOUR);

    assertThat(groups.get(0).name()).isEqualTo("SN");
    assertThat(groups.get(0).statistics())
        .isEqualTo(new JobStatistics(4, 110, 3.25, 173.75, 300, 5, 400));
    assertThat(groups.subList(1, 4)).allMatch(group -> group.statistics().jobs() == 0);
  }

  @Test
  void countsWeeksFromTheFirstSubmit() {
    JobLog log =
        JobLog.builder()
            .job(1, 1000, 10, 10, 1)
            .job(2, 1000 + WEEK - 1, 10, 10, 1)
            .job(3, 1000 + 2 * WEEK, 10, 10, 1)
            .build();
    Schedule.Recorder recorder = Schedule.recorder(3);
    for (int job = 0; job < 3; job++) {
      recorder.started(job, log.submit(job) + 10 * job, 1);
      recorder.finished(job, log.submit(job) + 10 * job + 10);
    }

    List<JobGroup> weeks = JobGroup.byWeek(new Outcome(log, recorder.schedule()));

    assertThat(weeks).extracting(week -> week.statistics().jobs()).containsExactly(2, 0, 1);
    assertThat(weeks).extracting(JobGroup::name).containsExactly("0", "1", "2");
    assertThat(weeks.get(0).statistics().meanBoundedSlowdown()).isEqualTo(1.5);
    assertThat(weeks.get(2).statistics().meanBoundedSlowdown()).isEqualTo(3);
  }

  @Test
  void measuresAnyGroupOfJobs() {
    JobStatistics odd = JobStatistics.of(MetricsTest.worked(), job -> job % 2 == 1);

    assertThat(odd.jobs()).isEqualTo(2);
    assertThat(odd.meanWait()).isEqualTo(200);
  }
}
