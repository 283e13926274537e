package io.gnomon.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JobLogTest {
  private static JobLog log() {
    return JobLog.builder(1000)
        .job(1, 0, 50, 100, 2)
        .by(1, 2, 3)
        .job(2, 40, 70, 60, 4)
        .job(3, 90, 0, -1, 9)
        .to(5, 6)
        .memoryKb(7)
        .build();
  }

  @Test
  void keepsTheInputOrderOfJobsSubmittedTogether() {
    JobLog log =
        JobLog.builder()
            .job(1, 5, 1, 1, 1)
            .job(2, 3, 1, 1, 1)
            .by(8, 8, 8)
            .job(3, 5, 1, 1, 1)
            .job(4, 3, 1, 1, 1)
            .build();

    assertThat(new long[] {log.jobId(0), log.jobId(1), log.jobId(2), log.jobId(3)})
        .containsExactly(2, 4, 1, 3);
    assertThat(log.user(0)).isEqualTo(8);
    assertThat(log.user(1)).isEqualTo(JobLog.UNKNOWN);
  }

  @Test
  void dividesSubmitsByTheLoadFactor() {
    JobLog loaded = log().scaledLoad(1.5);

    assertThat(loaded.submit(1)).isEqualTo(26); // 40 / 1.5 = 26.67
    assertThat(loaded.submit(2)).isEqualTo(60);
    assertThat(loaded.runtime(1)).isEqualTo(70);
    assertThat(log().scaledLoad(1)).isEqualTo(log());
  }

  @Test
  void rejectsInvalidLoadFactors() {
    assertThatThrownBy(() -> log().scaledLoad(0)).hasMessageContaining("load factor 0.0");
    assertThatThrownBy(() -> log().scaledLoad(Double.NaN)).hasMessageContaining("positive");
    assertThatThrownBy(() -> log().scaledLoad(1e-9)).hasMessageContaining("larger factor");
  }

  @Test
  void makesEstimatesExact() {
    assertThat(log().withExactEstimates().estimate(1)).isEqualTo(70);
    assertThat(log().estimate(1)).isEqualTo(60);
  }

  @Test
  void slicesByIndexAndFindsTheFirstJobOfATime() {
    JobLog slice = log().slice(1, 3);

    assertThat(slice.size()).isEqualTo(2);
    assertThat(slice.submit(0)).isEqualTo(40);
    assertThat(slice.queue(1)).isEqualTo(5);
    assertThat(slice.originEpochSecond()).isEqualTo(1000);
    assertThat(log().firstSubmittedAtOrAfter(40)).isEqualTo(1);
    assertThat(log().firstSubmittedAtOrAfter(41)).isEqualTo(2);
    assertThat(log().firstSubmittedAtOrAfter(91)).isEqualTo(3);
    assertThatThrownBy(() -> log().slice(2, 4)).hasMessageContaining("0..3");
  }

  @Test
  void refusesTimesThatWouldOverflow() {
    assertThatThrownBy(() -> JobLog.builder().job(1, 1 << 30, 1, 1, 1))
        .hasMessageContainingAll("job 1", "submit 1073741824", "0..1073741823");
    assertThatThrownBy(() -> JobLog.builder().job(1, 0, -2, 1, 1))
        .hasMessageContaining("runtime -2");
    assertThatThrownBy(() -> JobLog.builder().by(1, 1, 1)).hasMessageContaining("no job");
  }
}
