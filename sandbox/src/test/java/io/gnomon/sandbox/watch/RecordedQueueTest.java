package io.gnomon.sandbox.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.slurm.client.SqueueReader;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Job 11 has run on 24 processors since second 100, job 12 has ended on 8 at second 250, job 13
 * waits for 16 since second 200, and job 14 is held by its user.
 */
class RecordedQueueTest {
  private static final String QUEUE =
      """
      {"jobs": [
        {"job_id": 11, "job_state": "RUNNING", "cpus": 24, "submit_time": 50, "start_time": 100,
         "end_time": 700, "time_limit": 10, "nodes": "n[1-2]", "partition": "batch"},
        {"job_id": 12, "job_state": "COMPLETED", "cpus": 8, "submit_time": 60, "start_time": 110,
         "end_time": 250, "time_limit": 10, "nodes": "n3", "partition": "batch"},
        {"job_id": 13, "job_state": "PENDING", "state_reason": "Resources", "cpus": 16,
         "submit_time": 200, "start_time": 700, "time_limit": 5, "priority": 9, "partition": "batch"},
        {"job_id": 14, "job_state": "PENDING", "state_reason": "JobHeldUser", "cpus": 4,
         "submit_time": 210, "time_limit": 5, "priority": 0, "partition": "batch"}
      ], "errors": []}
      """;

  @TempDir private Path folder;

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("queue.json"), content);
  }

  private RecordedPort port(int processors) throws Exception {
    try (var in = Files.newInputStream(file(QUEUE))) {
      return RecordedPort.of(SqueueReader.read(in), processors);
    }
  }

  private static JobState state(QueueObservation queue, String job) {
    return queue.active().get(job).job().state();
  }

  @Test
  void theClockIsThatOfTheLatestEventAndTheCapacityThatOfTheRunningJobs() throws Exception {
    RecordedPort port = port(0);
    assertThat(port.now()).isEqualTo(250);
    assertThat(port.queue().capacity()).isEqualTo(24);
    assertThat(state(port.queue(), "11")).isEqualTo(JobState.RUNNING);
    assertThat(state(port.queue(), "13")).isEqualTo(JobState.WAITING);
    assertThat(state(port.queue(), "14")).isEqualTo(JobState.HELD);
    assertThat(port.declare())
        .extracting(ClusterDeclared::at, ClusterDeclared::processors, ClusterDeclared::timeOrigin)
        .containsExactly(250L, 24, 50L);
  }

  @Test
  void aGivenCapacityIsUsedUnlessMoreProcessorsAreBusy() throws Exception {
    assertThat(port(64).queue().capacity()).isEqualTo(64);
    assertThat(port(8).queue().capacity()).isEqualTo(24);
  }

  @Test
  void theCapacityIsAtLeastThatOfTheWidestJob() throws Exception {
    Path wide = file(QUEUE.replace("\"cpus\": 16", "\"cpus\": 48"));
    try (var in = Files.newInputStream(wide)) {
      QueueObservation queue = RecordedPort.of(SqueueReader.read(in), 0).queue();
      assertThat(queue.capacity()).isEqualTo(48);
      assertThat(state(queue, "13")).isEqualTo(JobState.WAITING);
    }
  }

  @Test
  void theQueueIsPublishedOnceAsASnapshot() throws Exception {
    RecordedPort port = port(0);
    List<EventData> events = new ArrayList<>();
    port.changes(1, events::add);
    port.changes(2, events::add);
    assertThat(events).hasSize(1);
    assertThat((ClusterSnapshot) events.get(0))
        .satisfies(
            snapshot -> {
              assertThat(snapshot.at()).isEqualTo(250);
              assertThat(snapshot.jobs())
                  .extracting(job -> job.job())
                  .containsExactly("11", "13", "14");
            });
  }

  @Test
  void describesWhatItHasReadAndWhatItLacks() throws Exception {
    RecordedQueue queue = RecordedQueue.read(file(QUEUE), 0);
    assertThat(queue.description())
        .containsExactly(
            folder.resolve("queue.json") + ", recorded at about 1970-01-01T00:04:10Z",
            "24 processors; jobs: 1 running, 1 waiting, 1 not eligible");
    assertThat(queue.limits()).anyMatch(limit -> limit.contains("Set --processors"));
    assertThat(RecordedQueue.read(file(QUEUE), 64).limits())
        .noneMatch(limit -> limit.contains("--processors"));
  }

  @Test
  void aBrokenFileIsReportedWithThePlaceTheValueAndWhatIsExpected() throws Exception {
    Path broken = file(QUEUE.replace("\"cpus\": 16", "\"cpus\": \"many\""));
    assertThatThrownBy(() -> RecordedQueue.read(broken, 0))
        .isInstanceOf(IOException.class)
        .hasMessage(
            broken
                + ": cannot parse the output of squeue --json at '/jobs/2/cpus': found a string"
                + " 'many' instead of a number. Record a queue with 'squeue --json --states=all"
                + " >FILE'");
    Path table = file("JOBID PARTITION NAME\n11 batch job\n");
    assertThatThrownBy(() -> RecordedQueue.read(table, 0))
        .hasMessageContaining("'JOBID'")
        .hasMessageEndingWith("Record a queue with 'squeue --json --states=all >FILE'");
    Path absent = folder.resolve("absent.json");
    assertThatThrownBy(() -> RecordedQueue.read(absent, 0))
        .hasMessage("cannot read " + absent + ": no such file or folder");
  }

  @Test
  void aQueueWithoutActiveJobsIsRefused() throws Exception {
    Path empty = file("{\"jobs\": [], \"errors\": []}");
    assertThatThrownBy(() -> RecordedQueue.read(empty, 0))
        .hasMessage(
            empty
                + " has 0 jobs, and none of them waits or runs; record a queue with 'squeue --json"
                + " --states=all >FILE'");
  }

  @Test
  void onlyRegularFilesAreRead() {
    Path device = Path.of("/dev/zero");
    assumeTrue(Files.exists(device));
    assertThatThrownBy(() -> RecordedQueue.read(device, 0))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot read /dev/zero: it is a device or pipe, not a regular file");
  }
}
