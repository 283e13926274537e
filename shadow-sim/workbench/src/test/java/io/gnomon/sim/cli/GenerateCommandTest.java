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
  void writesSubmissionsForAMachineThatSimulateReads() throws IOException {
    Path file = folder.resolve("made-up.events.gz");
    Path again = folder.resolve("again.events.gz");

    assertThat(run("--jobs=300", "--machine=gpu", "--output=" + file)).isZero();
    assertThat(run("--jobs=300", "--machine=gpu", "--output=" + again)).isZero();

    assertThat(err.toString()).startsWith("300 jobs over").contains("for 14 nodes at load 0.6");
    assertThat(again).hasSameBinaryContentAs(file);
    StringWriter report = new StringWriter();
    int simulated =
        GnomonSim.commandLine()
            .setOut(new PrintWriter(report))
            .execute(
                "simulate",
                "--workload=" + file,
                "--machine=gpu",
                "--policy=easy",
                "--format=json");
    assertThat(simulated).isZero();
    assertThat(report.toString()).containsPattern("\"jobs\" ?: ?300,");
  }

  @Test
  void saysByHowMuchRuntimesAreShortenedSoThatSimulateReachesTheEnd() throws IOException {
    Path file = folder.resolve("sparse.swf");

    assertThat(run("--jobs=70000", "--processors=1024", "--load=0.04", "--output=" + file))
        .isZero();

    assertThat(err.toString()).containsPattern("runtimes are 0\\.[0-9]+ times those of the model");
    SwfWorkload read = SwfReader.read(file);
    assertThat(read.log()).isEqualTo(WorkloadGenerator.generate(70_000, 1_024, 0.04, 1));
    assertThat(read.report().dropped()).isZero();
    StringWriter report = new StringWriter();
    int simulated =
        GnomonSim.commandLine()
            .setOut(new PrintWriter(report))
            .execute("simulate", "--workload=" + file, "--processors=1024", "--policy=easy");
    assertThat(simulated).isZero();
  }

  @Test
  void refusesValuesOutOfRangeAsWrongUsage() {
    String output = "--output=" + folder.resolve("x.swf");
    assertThat(run("--jobs=5", "--machine=gpu", output)).isEqualTo(2);
    assertThat(err.toString()).contains("must end with .events or .events.gz");
    assertThat(run("--jobs=5", "--machine=gpu", "--processors=4", output)).isEqualTo(2);
    assertThat(err.toString()).contains("not both");
    assertThat(run("--jobs=5", "--machine=" + folder.resolve("no.yaml"), "--output=-"))
        .isEqualTo(1);
    assertThat(run("--jobs=0", "--processors=64", "--output=" + folder.resolve("x"))).isEqualTo(2);
    assertThat(err.toString()).contains("0 jobs", "must be positive");
    assertThat(run("--jobs=5")).isEqualTo(2);
    assertThat(run("--help")).isZero();
  }
}
