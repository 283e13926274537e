package io.gnomon.sim.workload.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.commandline.OutputFile;
import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.machinefile.MachineSource;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmissionWriterTest {
  @TempDir private Path folder;

  private static JobLog one(Request request) {
    return JobLog.builder()
        .job(7, 90, 300, 93_784, request.cpus())
        .by(2, 5, 9)
        .request(request)
        .build();
  }

  private static String written(JobLog log) throws IOException {
    StringWriter text = new StringWriter();
    SubmissionWriter.write(text, "made", List.of(log));
    return text.toString();
  }

  /** 93,784 s are 26 h, 3 min and 4 s. */
  @Test
  void writesAJobAsALineOfSbatchOptions() throws IOException {
    Request request =
        new Request.Builder()
            .nodes(1, 2)
            .tasks(4)
            .tasksPerNode(2)
            .cpusPerTask(3)
            .memoryPerCpu(1_500)
            .gpusPerNode(Map.of("v100", 2))
            .gpusPerJob(Map.of(Request.ANY_GPU, 3))
            .licenses(Map.of("matlab", 2, "ansys", 1))
            .features(Features.parse("ib&(a|b)"))
            .partitions(List.of("gpu", "short"))
            .exclusive(true)
            .build();

    assertThat(written(one(request)))
        .isEqualTo(
            """
            # made
            -dt 90 -e submit_batch_job | -sim-walltime 300 --uid=user2 --account=account5 -J job_7 -t 26:03:04\
             -N 1-2 -n 4 --ntasks-per-node=2 -c 3 --mem-per-cpu=1500M --gres=gpu:v100:2 --gpus=3\
             --constraint=ib&(a|b) -p gpu,short -L ansys:1,matlab:2 --exclusive job.sh
            """);
    Path file = folder.resolve("w.events");
    Files.writeString(file, written(one(request)));
    JobLog read = SubmissionLog.read(file);
    assertThat(read.request(0)).isEqualTo(request);
    assertThat(read.jobId(0)).isEqualTo(7);
    assertThat(read.submit(0)).isEqualTo(90);
    assertThat(read.runtime(0)).isEqualTo(300);
    assertThat(read.estimate(0)).isEqualTo(93_784);
  }

  @Test
  void readingGivesTheJobsThatWereWritten() throws IOException {
    JobLog log =
        WorkloadGenerator.generate(2_000, MachineSource.read(Path.of(MachineSource.GPU)), 0.7, 5);
    Path file = folder.resolve("w.events.gz");
    OutputFile.write(file, out -> SubmissionWriter.write(out, "made", List.of(log)));

    JobLog read = SubmissionLog.read(file);

    assertThat(read.size()).isEqualTo(log.size());
    for (int job = 0; job < log.size(); job++) {
      assertThat(read.request(job)).isEqualTo(log.request(job));
      assertThat(read.jobId(job)).isEqualTo(log.jobId(job));
      assertThat(read.submit(job)).isEqualTo(log.submit(job));
      assertThat(read.runtime(job)).isEqualTo(log.runtime(job));
      assertThat(read.estimate(job)).isEqualTo(log.estimate(job));
      assertThat(read.width(job)).isEqualTo(log.width(job));
    }
  }

  @Test
  void refusesWhatItCannotWrite() {
    JobLog without = JobLog.builder().job(3, 0, 1, 1, 1).build();
    assertThatThrownBy(() -> written(without))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("job 3 has no request");
    Request open = new Request.Builder().nodes(2, Integer.MAX_VALUE).build();
    assertThatThrownBy(() -> written(one(open)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 2 nodes");
  }
}
