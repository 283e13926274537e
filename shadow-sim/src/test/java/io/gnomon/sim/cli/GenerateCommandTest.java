package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.workload.model.WorkloadGenerator;
import io.gnomon.sim.workload.swf.SwfReader;
import io.gnomon.sim.workload.swf.SwfWorkload;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class GenerateCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new GenerateCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  void writesAWorkloadThatReadsBack() throws IOException {
    Path file = folder.resolve("made-up.swf.gz");

    int exit = run("--jobs=300", "--processors=64", "--load=0.8", "--seed=7", "--output=" + file);

    assertThat(exit).isZero();
    assertThat(err.toString()).startsWith("300 jobs over").contains(file.toString());
    SwfWorkload read = SwfReader.read(file);
    assertThat(read.log()).isEqualTo(WorkloadGenerator.generate(300, 64, 0.8, 7));
    assertThat(read.header().maxProcs()).hasValue(64);
  }

  @Test
  void refusesValuesOutOfRangeAsWrongUsage() {
    assertThat(run("--jobs=0", "--processors=64", "--output=" + folder.resolve("x"))).isEqualTo(2);
    assertThat(err.toString()).contains("0 jobs", "must be positive");
    assertThat(run("--jobs=5")).isEqualTo(2);
    assertThat(run("--help")).isZero();
  }
}
