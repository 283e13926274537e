package io.gnomon.sim.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.reproduce.PlainWindowScheduler.Job;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The columns of zhang2020 that its simulator has without learning, with backfilling. */
class ZhangFiguresTest {
  @ParameterizedTest
  @CsvSource({
    "Lublin-256-1, 256, 235.82, 73.31, 75.07",
    "Lublin-256-2, 256, 247.61, 91.99, 148.25",
    "SDSC-SP2-1998-4.2-cln, 128, 1595.12, 2167.84, 1098.22"
  })
  void theWindowsAreThoseOfThePaper(
      String trace, int processors, double fcfs, double sjf, double f1) throws IOException {
    List<JobLog> windows = ZhangWindows.read(Traces.trace(trace));

    assertThat(mean(windows, processors, Job::submit)).isCloseTo(fcfs, within(0.005));
    assertThat(mean(windows, processors, Job::estimate)).isCloseTo(sjf, within(0.005));
    assertThat(mean(windows, processors, ZhangFiguresTest::f1)).isCloseTo(f1, within(0.005));
  }

  @Test
  void readsJobsAsThePaperDoes(@TempDir Path folder) throws IOException {
    StringBuilder log = new StringBuilder("; MaxProcs: 8\n");
    for (int job = 0; job < 10_000; job++) {
      log.append("%d %d -1 0 1 -1 -1 1 60\n".formatted(job, job)); // did not run: left out
      log.append("%d %d -1 -1 2 -1 -1 4 -1\n".formatted(10_000 + job, 10_000 + job));
    }
    Path file = Files.writeString(folder.resolve("log.swf"), log);

    JobLog window = ZhangWindows.read(file).get(0);

    assertThat(window.size()).isEqualTo(1024);
    assertThat(window.submit(0)).isEqualTo(10_000 + 1981);
    assertThat(window.runtime(0)).isEqualTo(10);
    assertThat(window.estimate(0)).isEqualTo(10);
    assertThat(window.width(0)).isEqualTo(4);
  }

  @Test
  void refusesALogThatIsTooShort(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("log.swf"), "1 0 -1 5 1 -1 -1 1 60\n");

    assertThatThrownBy(() -> ZhangWindows.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has 1 jobs with a runtime; the windows need 9,874");
  }

  /** F1 of Carastan-Santos and de Camargo 2017: log10(runtime) width + 870 log10(submit time). */
  private static double f1(Job job) {
    return Math.log10(job.estimate()) * job.width()
        + 870 * Math.log10(job.submit() > 0 ? job.submit() : 0.1);
  }

  private static double mean(List<JobLog> windows, int processors, ToDoubleFunction<Job> score) {
    return windows.stream()
        .mapToDouble(window -> PlainWindowScheduler.slowdown(window, processors, score))
        .average()
        .orElseThrow();
  }
}
