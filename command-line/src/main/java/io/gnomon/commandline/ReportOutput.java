package io.gnomon.commandline;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option {@code --output}: where a command writes its report. */
public class ReportOutput {
  private static final String STANDARD_OUTPUT = "-";

  @Option(
      names = "--output",
      defaultValue = STANDARD_OUTPUT,
      paramLabel = "FILE",
      description = "File to write the report to, - for standard output (default: -).")
  private String output = STANDARD_OUTPUT;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /** Whether the report goes to a file. */
  public boolean isFile() {
    return !output.equals(STANDARD_OUTPUT);
  }

  /**
   * Writes the report.
   *
   * @throws IOException with the path, when a file cannot be written; for standard output {@link
   *     Commands#run} reports the error
   */
  public void write(String report) throws IOException {
    if (output.equals(STANDARD_OUTPUT)) {
      spec.commandLine().getOut().print(report);
      spec.commandLine().getOut().flush();
    } else {
      FileAccess.writeText(Path.of(output), report);
    }
  }
}
