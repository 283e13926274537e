package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadFactorTest {
  @TempDir Path folder;
  private Path workload = Path.of("unset");

  @BeforeEach
  void writeAWorkload() throws IOException {
    workload = WorkloadFile.in(folder, 300);
  }

  @Test
  void twiceTheLoadBringsTheSameJobsInHalfTheTime() throws IOException {
    List<String[]> once = schedule("--load=1");
    List<String[]> twice = schedule("--load=2");

    assertThat(twice).hasSameSizeAs(once);
    for (int job = 0; job < once.size(); job++) {
      assertThat(Integer.parseInt(twice.get(job)[1]))
          .isEqualTo(Integer.parseInt(once.get(job)[1]) / 2);
      assertThat(runtime(twice.get(job))).isEqualTo(runtime(once.get(job)));
    }
  }

  private List<String[]> schedule(String option) throws IOException {
    Path file = folder.resolve("schedule.csv");
    CommandResult.of(
        "simulate",
        "--policy=easy",
        option,
        "--schedule=" + file,
        "--workload=" + workload,
        "--processors=64");
    return Files.readAllLines(file).stream().skip(1).map(line -> line.split(",")).toList();
  }

  private static int runtime(String[] job) {
    return Integer.parseInt(job[3]) - Integer.parseInt(job[2]);
  }
}
