package io.gnomon.sim.cli;

import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.OutputFormat;
import io.gnomon.commandline.ReportOutput;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.report.document.Json;
import io.gnomon.sim.spec.Parameter;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code policies}: lists the policies and their parameters. */
@Command(
    name = "policies",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description =
        "List the scheduling policies with their parameters, defaults and allowed values. A policy"
            + " is written NAME or NAME(PARAMETER=VALUE, ...), such as easy(order=shortest).")
final class PoliciesCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "Show only this policy (default: all).")
  private @Nullable String name;

  @Option(
      names = "--format",
      converter = OutputFormat.TableOrJson.class,
      completionCandidates = OutputFormat.TableOrJson.class,
      defaultValue = "TABLE",
      paramLabel = "table|json",
      description = "Format of the list (default: table).")
  private OutputFormat format = OutputFormat.TABLE;

  @Mixin private ReportOutput output = new ReportOutput();

  @Override
  public Integer call() throws IOException {
    List<PolicyFamily> families =
        name == null ? Policies.families() : List.of(Policies.family(name));
    output.write(format == OutputFormat.JSON ? json(families) : text(families));
    return 0;
  }

  private static String text(List<PolicyFamily> families) {
    StringBuilder text = new StringBuilder();
    for (PolicyFamily family : families) {
      text.append(text.isEmpty() ? "" : "\n");
      text.append(family.name()).append(": ").append(family.summary()).append('\n');
      for (Parameter<?> parameter : family.parameters()) {
        text.append("  %s=%s%n".formatted(parameter.name(), parameter.defaultText()));
        text.append("      %s; %s%n".formatted(parameter.help(), parameter.allowed()));
      }
    }
    return text.toString();
  }

  private static String json(List<PolicyFamily> families) {
    Json json = new Json().array();
    for (PolicyFamily family : families) {
      json.object().put("name", family.name()).put("summary", family.summary());
      json.name("parameters").array();
      for (Parameter<?> parameter : family.parameters()) {
        json.object()
            .put("name", parameter.name())
            .put("default", parameter.defaultText())
            .put("allowed", parameter.allowed())
            .put("description", parameter.help())
            .endObject();
      }
      json.endArray().endObject();
    }
    return json.endArray().toString();
  }
}
