package io.gnomon.sim.cli;

import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.Progress;
import io.gnomon.sim.assess.AssessSettings;
import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.assess.Assessor;
import io.gnomon.sim.assess.Evaluations;
import io.gnomon.sim.assess.change.Change;
import io.gnomon.sim.assess.change.PoolChanges;
import io.gnomon.sim.assess.change.Setup;
import io.gnomon.sim.assess.report.AssessmentReport;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.tune.TuneLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code assess}: a report on a cluster from its recorded jobs. */
@Command(
    name = "assess",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description =
        "Report on a cluster from its recorded jobs: how well a simulation reproduces the past, and"
            + " which few durable changes of the configuration would have shortened waits. Nothing"
            + " of the cluster is changed. docs/assess.md describes the report.")
final class AssessCommand implements Callable<Integer> {
  @Mixin private AssessInput input = new AssessInput();

  @Option(
      names = "--report",
      required = true,
      paramLabel = "DIR",
      description =
          "Folder of the report: report.html, report.md, report.json and the charts; the folder is"
              + " created.")
  private Path report = Path.of("report");

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Random seed of resampled arrivals and intervals (default: 1).")
  private long seed;

  @Option(
      names = "--loop",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Also simulate the loop that tunes every hour, for comparison; it takes most of the time"
              + " (default: true).")
  private boolean loop;

  @Option(
      names = "--threads",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Simulations to run in parallel; the result does not depend on it (default: one per"
              + " core).")
  private int threads;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    Setup recorded = input.read();
    List<Change> changes = PoolChanges.of(recorded);
    Progress progress = new Progress(spec.commandLine().getErr());
    try (StudyThreads pool = new StudyThreads(threads)) {
      Assessor assessor =
          new Assessor(
                  recorded,
                  changes,
                  AssessSettings.defaults(recorded, seed),
                  Evaluations.COMPUTED,
                  pool)
              .showing(done -> progress.show("changes", done));
      if (loop) {
        assessor.withLoop(setup -> tuned(setup, pool, progress));
      }
      Assessment assessment = assessor.assess();
      progress.clear();
      write(new AssessmentReport(assessment, input.source(recorded)));
    }
    return 0;
  }

  private static Schedule tuned(Setup setup, StudyThreads pool, Progress progress) {
    return new TuneLoop(setup.log(), setup.cluster(), DefaultLoop.create().settings(), pool)
        .run(setup.policy(), LoopComparison.shown(progress, "hourly loop", setup.log()))
        .schedule();
  }

  private void write(AssessmentReport written) throws IOException {
    Path folder = report;
    FileAccess.writing(folder, () -> Files.createDirectories(folder));
    for (Map.Entry<String, String> file : written.files().entrySet()) {
      FileAccess.writeText(folder.resolve(file.getKey()), file.getValue());
    }
    spec.commandLine().getOut().print(written.summary());
    spec.commandLine().getOut().println("Report: " + folder.resolve("report.html"));
    spec.commandLine().getOut().flush();
  }
}
