package io.gnomon.sim.policy.slurm.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import org.junit.jupiter.api.Test;

class TestedJobsTest {
  private static final int ANN = 1;
  private static final int BOB = 2;
  private static final int BATCH = 0;
  private static final int DEBUG = 1;

  @Test
  void aUsersJobsAreLimitedInAllAndInEachPartition() {
    TestedJobs tested = new TestedJobs(new TestLimits(500, 0, 3, 2, 0));

    assertThat(tested.add(ANN, BATCH, 7)).isTrue();
    assertThat(tested.add(ANN, BATCH, 7)).isTrue();
    assertThat(tested.add(ANN, BATCH, 7)).as("the third in the partition").isFalse();
    assertThat(tested.add(ANN, DEBUG, 7)).as("the fourth in all").isFalse();
    assertThat(tested.add(BOB, BATCH, 8)).isTrue();
    tested.clear();
    assertThat(tested.add(ANN, DEBUG, 7)).isTrue();
  }

  @Test
  void aJobBeyondThePartitionsLimitDoesNotCountForItsUser() {
    TestedJobs tested = new TestedJobs(new TestLimits(500, 1, 1, 0, 0));

    assertThat(tested.add(ANN, BATCH, 7)).isTrue();
    assertThat(tested.add(BOB, BATCH, 8)).isFalse();
    assertThat(tested.add(BOB, DEBUG, 8)).isTrue();
  }

  @Test
  void associationsAreLimitedIfTheyAreKnown() {
    TestedJobs tested = new TestedJobs(new TestLimits(500, 0, 0, 0, 1));

    assertThat(tested.add(ANN, BATCH, 7)).isTrue();
    assertThat(tested.add(ANN, BATCH, 7)).isFalse();
    assertThat(tested.add(ANN, BATCH, 8)).isTrue();
    assertThat(tested.add(ANN, BATCH, ClusterState.NONE)).isTrue();
  }
}
