package io.gnomon.sandbox.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One pair of real Slurms with few jobs, from the submission to the figures of both. */
@Tag("slurm")
class ExperimentIT {
  private static final int JOBS = 24;
  private static final int SPAN = 24;

  @TempDir private Path folder;

  @Test
  void bothSitesCompleteTheSameJobsAndTheTunedOneIsWatched() throws Exception {
    for (String program : List.of("slurmctld", "slurmdbd", "mariadbd", "munged", "sacct")) {
      assumeTrue(
          Stream.of("/usr/sbin", "/usr/bin")
              .anyMatch(bin -> Files.isExecutable(Path.of(bin, program))),
          program + " is missing; .ci/run installs it");
    }
    assumeTrue(System.getProperty("user.name").equals("root"), "sites are started by root");
    // the jobs of all users run there
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<SiteWorkload.Job> jobs =
        SiteWorkload.of(WorkloadGenerator.generate(JOBS, 128, 1, 1), 128, SPAN, 1);

    PairResult result =
        new PairRun(Files.createDirectory(folder.resolve("p")), null, 0, step -> {})
            .run(1, PairKind.ORDERS, "generated", jobs.subList(0, 4), jobs);

    assertThat(result.missing()).isZero();
    assertThat(result.untuned().jobs()).isEqualTo(JOBS);
    assertThat(result.tuned().jobs()).isEqualTo(JOBS);
    assertThat(result.alike()).extracting(RunFigures::jobs).containsExactly(4, 4);
    assertThat(result.tunedCost().calls()).isGreaterThan(result.untunedCost().calls());
    assertThat(result.tunedSite()).isEqualTo(1);
    assertThat(PairReport.of(List.of(result)).toMarkdown()).contains("n = 1", "realised");
  }
}
