package io.gnomon.sim.cli;

import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.OutputFormat;
import io.gnomon.commandline.Progress;
import io.gnomon.commandline.ReportOutput;
import io.gnomon.sim.reproduce.PublishedStudy;
import io.gnomon.sim.reproduce.ReproducedStudy;
import io.gnomon.text.Suggestions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reproduce}: repeats a published study and prints its tables beside ours. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description = "Repeat a published study and print its figures, ours, and their ratio.")
final class ReproduceCommand implements Callable<Integer> {
  @Parameters(paramLabel = "STUDY", description = "The study, such as lawson2005.")
  private String study = "";

  @Option(
      names = "--traces",
      required = true,
      paramLabel = "DIR",
      description =
          "Folder with the traces of the Parallel Workloads Archive, under their original names; of"
              + " slurm-settings the folder of its runs.")
  private Path traces = Path.of("traces");

  @Option(
      names = "--format",
      converter = OutputFormat.TableOrJson.class,
      completionCandidates = OutputFormat.TableOrJson.class,
      defaultValue = "TABLE",
      paramLabel = "table|json",
      description = "Format of the tables (default: table).")
  private OutputFormat format = OutputFormat.TABLE;

  @Mixin private ReportOutput output = new ReportOutput();

  @Option(
      names = "--chart",
      paramLabel = "DIR",
      description = "Also write the study's charts to this folder, as SVG; the folder is created.")
  private @Nullable Path charts;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    PublishedStudy reproduction = reproduction();
    PrintWriter err = spec.commandLine().getErr();
    Progress progress = new Progress(err);
    ReproducedStudy result =
        FileAccess.reading(
            traces, () -> reproduction.run(traces, done -> progress.show(study, done)));
    progress.clear();
    if (charts != null) {
      Path folder = charts;
      FileAccess.writing(folder, () -> result.writeCharts(folder));
      err.println("gnomon: " + result.charts().size() + " charts written to " + charts);
      err.flush();
    }
    output.write(format == OutputFormat.JSON ? result.toJson() : result.toText());
    return 0;
  }

  private PublishedStudy reproduction() {
    List<PublishedStudy> known =
        ServiceLoader.load(PublishedStudy.class, PublishedStudy.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(PublishedStudy::study))
            .toList();
    return known.stream()
        .filter(reproduction -> reproduction.study().equals(study))
        .findFirst()
        .orElseThrow(() -> new ParameterException(spec.commandLine(), unknown(known)));
  }

  private String unknown(List<PublishedStudy> known) {
    List<String> names = known.stream().map(PublishedStudy::study).toList();
    return "unknown study '%s'; allowed are %s.%s"
        .formatted(study, String.join(", ", names), Suggestions.didYouMean(study, names));
  }
}
