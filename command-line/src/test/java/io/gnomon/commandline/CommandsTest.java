package io.gnomon.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

class CommandsTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  enum Taste {
    SWEET,
    SOUR
  }

  @Command(
      name = "gnomon cook",
      mixinStandardHelpOptions = true,
      versionProvider = GnomonVersion.class)
  static final class Cook implements Callable<Integer> {
    @Option(names = "--taste", defaultValue = "SOUR")
    private Taste taste = Taste.SOUR;

    @Option(names = "--period", required = true, paramLabel = "DURATION")
    private String period = "";

    @Option(names = "--times", defaultValue = "1")
    private int times;

    @Mixin private ReportOutput output = new ReportOutput();

    @Override
    public Integer call() throws IOException {
      output.write((taste + " for " + period + "\n").repeat(times));
      return 0;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--perod 1w | unknown option '--perod'; did you mean '--period'?",
        "--period 1w --nothing | unknown option '--nothing'",
        "--taste sweat --period 1w | --taste is 'sweat'; it must be sweet or sour; did you mean 'sweet'?",
        "--period 1w more | unexpected argument 'more'",
        "--taste sour | missing option '--period=DURATION'",
        "--taste sour --period | option '--period' needs a value",
        "--period 1w --times x | --times: 'x' is not a whole number",
        "--period 1w --times 99999999999 | --times is 99999999999; it must be a whole number of at most 2147483647",
      })
  void aUsageErrorIsTwoLinesAndStatusTwo(String arguments, String message) {
    assertThat(execute(arguments.split(" "))).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly("gnomon cook: " + message, "See 'gnomon cook --help'.");
  }

  @Test
  void theReportGoesToStandardOutputUnlessAFileIsNamed() throws IOException {
    assertThat(execute("--period=1w", "--output=-")).isZero();
    assertThat(out).hasToString("SOUR for 1w\n");

    Path file = folder.resolve("report.txt");
    assertThat(execute("--period=2w", "--output=" + file)).isZero();
    assertThat(file).hasContent("SOUR for 2w");
    assertThat(out).hasToString("SOUR for 1w\n");
  }

  @ParameterizedTest
  @CsvSource({
    "/dev/full, cannot write /dev/full: No space left on device",
    "/none/report.txt, cannot write /none/report.txt: no such file or folder",
    "/dev/null/report.txt, cannot write /dev/null/report.txt: Not a directory"
  })
  void aFileThatCannotBeWrittenIsStatusOneWithItsPath(String file, String message) {
    assertThat(execute("--period=1w", "--output=" + file)).isEqualTo(1);
    assertThat(err.toString()).isEqualToIgnoringNewLines("gnomon cook: " + message);
  }

  @Test
  void versionIsReleaseCommitAndJdk() {
    assertThat(execute("--version")).isZero();
    assertThat(out.toString())
        .matches(
            "gnomon \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?, commit (\\p{XDigit}{10}|unknown), JDK .+\\s")
        .contains("JDK " + System.getProperty("java.version"));
  }

  @Test
  void standardOutputThatCannotBeWrittenIsStatusOne() throws Exception {
    Process process = start("/dev/full");

    assertThat(new String(process.getErrorStream().readAllBytes()))
        .isEqualToIgnoringNewLines(
            "gnomon: cannot write to standard output: No space left on device");
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(start("/dev/null").waitFor()).isZero();
  }

  private static Process start(String output) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(GnomonVersion.class.getName());
    return new ProcessBuilder(command).redirectOutput(Path.of(output).toFile()).start();
  }

  private int execute(String... arguments) {
    return Commands.prepare(new CommandLine(new Cook()))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }
}
