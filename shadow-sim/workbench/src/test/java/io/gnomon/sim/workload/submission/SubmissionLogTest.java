package io.gnomon.sim.workload.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.machine.Request;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.slurm.SlurmFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubmissionLogTest {
  @TempDir private Path folder;

  private JobLog read(String options) throws IOException {
    Path file = folder.resolve("jobs.events");
    Files.writeString(
        file, "-dt 5 -e submit_batch_job | -sim-walltime 60 -J job_1 -t 10 " + options + " job.sh");
    return SubmissionLog.read(file);
  }

  @Test
  void readsValuesThatAreAttachedToShortOptions() throws IOException {
    JobLog log = read("-N2 -n40 -c2 -pgpu");

    assertThat(log.submit(0)).isEqualTo(5);
    assertThat(log.request(0))
        .isEqualTo(
            new Request.Builder()
                .nodes(2, 2)
                .tasks(40)
                .cpusPerTask(2)
                .partitions(List.of("gpu"))
                .build());
  }

  @Test
  void readsGpusByNodeAndByJob() throws IOException {
    assertThat(read("-n 8 --gpus-per-node=a100:2,v100:1").request(0))
        .isEqualTo(
            new Request.Builder().tasks(8).gpusPerNode(Map.of("a100", 2, "v100", 1)).build());
    assertThat(read("-n 8 -G 3").request(0))
        .isEqualTo(new Request.Builder().tasks(8).gpusPerJob(Map.of(Request.ANY_GPU, 3)).build());
  }

  @Test
  void readsTheReservation() throws IOException {
    assertThat(read("-n 8 --reservation=course").request(0))
        .isEqualTo(new Request.Builder().tasks(8).reservation("course").build());
    assertThatThrownBy(() -> read("--reservation=a,b"))
        .hasMessageContaining("allowed is the name of one reservation");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-d expand:3", "-w n[1-4]", "--gpus-per-task=1"})
  void refusesOptionsThatWouldChangeTheSchedule(String option) {
    assertThatThrownBy(() -> read(option))
        .isInstanceOf(SlurmFormatException.class)
        .hasMessageContaining("jobs.events, line 1")
        .hasMessageContaining("is not simulated");
  }
}
