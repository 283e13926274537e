package io.gnomon.bridge.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SlurmCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = SlurmCommand.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  @Test
  void aUsageErrorIsTwoLinesAndStatus2() {
    assertThat(run("--chek")).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "gnomon bridge slurm: unknown option '--chek'; did you mean '--check'?",
            "See 'gnomon bridge slurm --help'.");
  }

  @Test
  void helpNamesTheCommandItsOptionsAndKeys() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .startsWith("Usage: gnomon bridge slurm")
        .contains("--config=FILE", "--set=KEY=VALUE", "--check", "--plan=POLICY", "slurm.interval");
  }
}
