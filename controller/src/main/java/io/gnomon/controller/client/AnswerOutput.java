package io.gnomon.controller.client;

import io.gnomon.commandline.OutputFormat;
import io.gnomon.commandline.ReportOutput;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where and in which format a command writes a controller's answer. */
final class AnswerOutput {
  @Option(
      names = "--format",
      converter = OutputFormat.TableOrJson.class,
      completionCandidates = OutputFormat.TableOrJson.class,
      paramLabel = "table|json",
      defaultValue = "table",
      description = "format of the answer (default: ${DEFAULT-VALUE})")
  private OutputFormat format = OutputFormat.TABLE;

  @Mixin private final ReportOutput output = new ReportOutput();

  /** Writes the answer, or the text for people. */
  void write(JsonObject answer, String text) throws IOException {
    output.write(format == OutputFormat.JSON ? answer.encodePrettily() + "\n" : text);
  }
}
