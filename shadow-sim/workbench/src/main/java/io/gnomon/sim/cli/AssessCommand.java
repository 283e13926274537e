package io.gnomon.sim.cli;

import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.Progress;
import io.gnomon.sim.assess.AssessSettings;
import io.gnomon.sim.assess.Assessor;
import io.gnomon.sim.assess.Evaluations;
import io.gnomon.sim.assess.Shard;
import io.gnomon.sim.assess.Task;
import io.gnomon.sim.assess.change.PoolChanges;
import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.assess.change.SlurmChanges;
import io.gnomon.sim.assess.report.AssessmentReport;
import io.gnomon.sim.assess.store.EvaluationFolder;
import io.gnomon.sim.assess.store.InputChecksum;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.thread.StudyThreads;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.workload.anonymous.Pseudonyms;
import io.gnomon.sim.workload.sacct.SacctField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

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
  private static final String EVALUATIONS = "evaluations";
  private static final int KEY_BYTES = 32;

  @Mixin private AssessInput input = new AssessInput();

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Folder of the report: report.html, report.md, report.json and the charts; the folder is"
              + " created.")
  private @Nullable Path report;

  @Option(
      names = "--fields",
      description = "Only print the fields of sacct that are needed, for its option -o.")
  private boolean fields;

  @Option(
      names = "--anonymize",
      paramLabel = "DIR",
      description =
          "Only write --sacct, --slurm-conf, --associations and --usage to this folder with"
              + " pseudonyms for users, accounts, QOS, jobs and hosts, so that they can be shared; the folder is"
              + " created.")
  private @Nullable Path anonymous;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Random seed of resampled arrivals and intervals (default: 1).")
  private long seed;

  @Option(
      names = "--loop",
      negatable = true,
      description =
          "Also simulate the loop that tunes every hour, for comparison; it can take most of the"
              + " time (default: only without --slurm-conf).")
  private @Nullable Boolean loop;

  @Option(
      names = "--thorough",
      description =
          "Simulate every change on the whole record and on resampled arrivals, however long it"
              + " takes; implied by --shard and --merge.")
  private boolean thorough;

  @Option(
      names = "--shard",
      converter = ShardConverter.class,
      paramLabel = "I/N",
      description =
          "Run only part I of N of the simulations, I from 0 to N-1, and keep the results in DIR/evaluations; run"
              + " again, it continues where it stopped.")
  private @Nullable Shard shard;

  @Option(
      names = "--merge",
      description = "Make the report from the results of all shards in DIR/evaluations.")
  private boolean merge;

  @Option(
      names = "--threads",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Simulations to run in parallel; the result does not depend on it (default: one per"
              + " core).")
  private int threads;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Converts a shard. */
  static final class ShardConverter implements ITypeConverter<Shard> {
    @Override
    public Shard convert(String text) {
      try {
        return Shard.parse(text);
      } catch (IllegalArgumentException wrong) {
        throw new TypeConversionException("--shard: " + wrong.getMessage());
      }
    }
  }

  @Override
  public Integer call() throws IOException {
    if (fields) {
      spec.commandLine().getOut().println(SacctField.exportedAsOption());
      spec.commandLine().getOut().flush();
      return 0;
    }
    Path copies = anonymous;
    if (copies != null) {
      FileAccess.writing(copies, () -> Files.createDirectories(copies));
      Progress progress = new Progress(spec.commandLine().getErr());
      input.anonymize(copies, new Pseudonyms(SecureRandom.getSeed(KEY_BYTES)), progress);
      progress.clear();
      return 0;
    }
    Path folder = report;
    if (folder == null) {
      throw new ParameterException(
          spec.commandLine(), "missing option '--report=DIR': the folder of the report");
    }
    if (merge && shard != null) {
      throw new ParameterException(
          spec.commandLine(), "--shard and --merge exclude each other; merge after all shards");
    }
    try {
      assess(folder);
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof UncheckedIOException io) {
        throw io.getCause();
      }
      throw failure;
    }
    return 0;
  }

  private void assess(Path folder) throws IOException {
    Progress progress = new Progress(spec.commandLine().getErr());
    SimulatedSite recorded = input.read(progress);
    boolean withLoop = loop == null ? !recorded.hasNodes() : loop;
    AssessSettings defaults = AssessSettings.defaults(recorded, seed);
    boolean shared = merge || shard != null;
    Evaluations evaluations = shared ? evaluations(folder, withLoop) : Evaluations.COMPUTED;
    try (StudyThreads pool = new StudyThreads(threads)) {
      Assessor assessor =
          new Assessor(
                  recorded,
                  changes(recorded),
                  shared || thorough ? defaults.thorough() : defaults,
                  evaluations,
                  pool)
              .showing(progress::show);
      if (withLoop) {
        assessor.withLoop(setup -> tuned(setup, pool, progress));
      }
      Shard part = shard;
      if (part != null) {
        assessor.compute(part);
        progress.clear();
        return;
      }
      if (merge && evaluations instanceof EvaluationFolder files) {
        requireComplete(assessor.tasks(), files);
      }
      AssessmentReport written = new AssessmentReport(assessor.assess(), input.source(recorded));
      progress.clear();
      write(folder, written);
    }
  }

  private static List<SiteChange> changes(SimulatedSite recorded) {
    return recorded.policy().name().equals(SlurmFamily.NAME)
        ? SlurmChanges.of(recorded)
        : PoolChanges.of(recorded);
  }

  private EvaluationFolder evaluations(Path folder, boolean withLoop) throws IOException {
    Path files = folder.resolve(EVALUATIONS);
    FileAccess.writing(files, () -> Files.createDirectories(files));
    String settings = "%s seed=%d loop=%s".formatted(input.settings(), seed, withLoop);
    return new EvaluationFolder(files, InputChecksum.of(settings, input.files()));
  }

  private static void requireComplete(List<Task> tasks, EvaluationFolder files) throws IOException {
    List<String> missing = new ArrayList<>();
    for (Task task : tasks) {
      if (!files.has(task.key())) {
        missing.add(task.key());
      }
    }
    if (!missing.isEmpty()) {
      throw new IOException(
          "%s lacks %d of %d evaluations of this input, such as %s; run all shards with the same"
                  .formatted(files.folder(), missing.size(), tasks.size(), missing.get(0))
              + " options first, those that were stopped again");
    }
  }

  private static Schedule tuned(SimulatedSite setup, StudyThreads pool, Progress progress) {
    return new TuneLoop(setup.log(), setup.cluster(), DefaultTuning.create().settings(), pool)
        .run(setup.policy(), LoopComparison.shown(progress, "hourly loop", setup.log()))
        .schedule();
  }

  private void write(Path folder, AssessmentReport written) throws IOException {
    FileAccess.writing(folder, () -> Files.createDirectories(folder));
    for (Map.Entry<String, String> file : written.files().entrySet()) {
      FileAccess.replaceText(folder.resolve(file.getKey()), file.getValue());
    }
    spec.commandLine().getOut().print(written.summary());
    spec.commandLine().getOut().println("Report: " + folder.resolve("report.html"));
    spec.commandLine().getOut().flush();
  }
}
