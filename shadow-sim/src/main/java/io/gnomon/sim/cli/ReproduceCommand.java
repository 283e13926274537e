package io.gnomon.sim.cli;

import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sim.reproduce.ReproducedStudy;
import io.gnomon.sim.reproduce.Reproduction;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reproduce}: the tables of a published study beside ours. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description = "Do a published study again and print its figures, ours, and their ratio.")
final class ReproduceCommand implements Callable<Integer> {
  @Parameters(paramLabel = "STUDY", description = "Which study, such as lawson2005.")
  private String study = "";

  @Option(
      names = "--traces",
      required = true,
      paramLabel = "DIR",
      description = "Folder with the archive's traces, named as the archive names them.")
  private Path traces = Path.of("traces");

  @Option(
      names = "--format",
      defaultValue = "TABLE",
      paramLabel = "table|json",
      description = "How to print the tables (default: table).")
  private OutputFormat format = OutputFormat.TABLE;

  @Option(
      names = "--charts",
      paramLabel = "DIR",
      description = "Also write the study's charts there, as SVG; the folder is made.")
  private @Nullable Path charts;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    if (format == OutputFormat.CSV) {
      throw new ParameterException(
          spec.commandLine(), "--format is csv; it must be table or json here");
    }
    Reproduction reproduction = reproduction();
    PrintWriter err = spec.commandLine().getErr();
    Progress progress = new Progress(err);
    ReproducedStudy result = reproduction.run(traces, progress::show);
    progress.clear();
    if (charts != null) {
      result.writeCharts(charts);
      err.println("gnomon: " + result.charts().size() + " charts written to " + charts);
      err.flush();
    }
    spec.commandLine()
        .getOut()
        .print(format == OutputFormat.JSON ? result.toJson() : result.toText());
    spec.commandLine().getOut().flush();
    return 0;
  }

  private Reproduction reproduction() {
    List<Reproduction> known =
        ServiceLoader.load(Reproduction.class, Reproduction.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(Reproduction::study))
            .toList();
    return known.stream()
        .filter(reproduction -> reproduction.study().equals(study))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "no study is called '"
                        + study
                        + "'; there are "
                        + known.stream()
                            .map(Reproduction::study)
                            .collect(Collectors.joining(", "))));
  }
}
