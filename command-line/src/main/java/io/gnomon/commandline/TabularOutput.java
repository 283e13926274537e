package io.gnomon.commandline;

import java.io.IOException;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The options {@code --format} and {@code --output} of a report that has every format. */
public final class TabularOutput extends ReportOutput {
  @Option(
      names = "--format",
      defaultValue = "TABLE",
      paramLabel = "table|json|csv",
      description = "Format of the report (default: table).")
  private OutputFormat format = OutputFormat.TABLE;

  /** The format of the report. */
  public OutputFormat format() {
    return format;
  }

  /** Writes the report in its format, as {@link #write(String)}. */
  public void write(Supplier<String> table, Supplier<String> json, Supplier<String> csv)
      throws IOException {
    write(
        switch (format) {
          case TABLE -> table.get();
          case JSON -> json.get();
          case CSV -> csv.get();
        });
  }
}
