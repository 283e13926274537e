package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.prior.Prior;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import io.gnomon.sim.workload.swf.SwfHeader;
import io.gnomon.sim.workload.swf.SwfWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainCommandTest {
  private static final Spec SHORTEST = Spec.parse("easy(order=shortest)");

  @TempDir Path folder;

  @Test
  void aLogTeachesWhatEachPolicyDoesComparedWithEasy() throws IOException {
    // a last job long after the others, so that all others end before the log does
    JobLog log = WorkloadGenerator.generate(400, 64, 0.9, 5);
    JobLogBuilder builder = JobLog.builder();
    for (int job = 0; job < log.size(); job++) {
      builder.job(job + 1L, log.submit(job), log.runtime(job), log.estimate(job), log.width(job));
    }
    JobLog ended = builder.job(401, log.submit(399) + 60 * 86_400, 10, 10, 1).build();
    Path file = folder.resolve("w.swf");
    SwfWriter.write(file, SwfHeader.EMPTY, ended);
    Path output = folder.resolve("prior.json");

    CommandResult result =
        CommandResult.of("train", "--logs", file + ":64", "--output", output.toString());

    assertThat(result.status()).as(result.err()).isZero();
    Prior prior = Prior.parse(Files.readString(output));
    assertThat(prior.workloads()).containsExactly("w.swf, 64 processors, 401 jobs");
    assertThat(prior.of(Spec.of("easy")).get(0).cost()).isEqualTo(1);
    assertThat(prior.of(SHORTEST).get(0).cost())
        .isCloseTo(slowdown(ended, SHORTEST) / slowdown(ended, Spec.of("easy")), within(1e-5));
  }

  private static double slowdown(JobLog log, Spec policy) {
    Outcome outcome = new Outcome(log, Workloads.run(log, 64, Policies.create(policy)));
    return JobStatistics.of(outcome, job -> true).meanBoundedSlowdown();
  }

  @Test
  void withoutAWorkloadOrProcessorsItSaysWhatIsMissing() throws IOException {
    assertThat(CommandResult.of("train").err()).contains("name recorded logs with --logs");
    Path file = WorkloadFile.in(folder, 100);
    assertThat(CommandResult.of("train", "--logs", file.toString()).err())
        .contains("has no MaxProcs; write " + file + ":PROCESSORS");
  }
}
