package io.gnomon.controller.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EndedJobsTest {
  private static EndedJob endedAt(long second) {
    return new EndedJob(0, 1, second, 4, 60, false);
  }

  @Test
  void hasTheLatest4096Jobs() {
    EndedJobs jobs = new EndedJobs();
    for (int job = 0; job < 5_000; job++) {
      jobs.add("j" + job, endedAt(job));
    }

    assertThat(jobs.get("j4999")).isEqualTo(endedAt(4999));
    assertThat(jobs.get("j904")).isEqualTo(endedAt(904));
    assertThat(jobs.get("j903")).isNull();
    assertThat(jobs.get("other")).isNull();
  }

  @Test
  void hasTheLatestOfTheJobsWithOneId() {
    EndedJobs jobs = new EndedJobs();
    jobs.add("17", endedAt(100));
    jobs.add("18", endedAt(150));
    jobs.add("17", endedAt(200));

    assertThat(jobs.get("17")).isEqualTo(endedAt(200));
    assertThat(new EndedJobs().get("17")).isNull();
  }
}
