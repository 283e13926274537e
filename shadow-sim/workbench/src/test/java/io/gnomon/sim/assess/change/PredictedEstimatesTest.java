package io.gnomon.sim.assess.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.workload.JobLog;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PredictedEstimatesTest {
  @Test
  void areTheMeanRuntimeOfTheUsersLastTwoCompletedJobs() {
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 1000, 1)
            .by(7, 1, 1)
            .job(2, 50, 10, 1000, 1) // job 1 runs until 100
            .by(7, 1, 1)
            .job(3, 100, 500, 1000, 1) // after jobs 2, with 10 s, and 1, with 100 s
            .by(7, 1, 1)
            .job(4, 200, 10, 1000, 1) // job 3 still runs
            .by(7, 1, 1)
            .job(5, 700, 10, 60, 1) // after jobs 4, with 10 s, and 3, with 500 s
            .by(7, 1, 1)
            .job(6, 700, 10, 1000, 1) // of another user
            .by(8, 1, 1)
            .build();

    JobLog predicted = PredictedEstimates.of(log);

    assertThat(IntStream.range(0, 6).map(predicted::estimate))
        .containsExactly(1000, 1000, 55, 55, 60, 1000);
  }
}
