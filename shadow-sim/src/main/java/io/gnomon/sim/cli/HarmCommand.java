package io.gnomon.sim.cli;

import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sim.report.SafetyReport;
import io.gnomon.sim.safety.SafetyChecks;
import io.gnomon.sim.safety.SafetyRatio.Trial;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code harm}: whether a loop does harm on generated workloads on which it could. */
@Command(
    name = "harm",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    defaultValueProvider = HarmCommand.FullByDefault.class,
    description = {
      "Run the loop on generated workloads on which it could do harm: where what is",
      "in force is already best, where the workload changes its character, and where",
      "the model of the cluster is wrong. By default the loop of tune --search full.",
      "Each limit is of a mean over logs. One that does not hold is marked where the mean",
      "is above it by at most twice its standard error, which may be luck."
    })
final class HarmCommand implements Callable<Integer> {
  private static final double NANOSECONDS = 1e9;

  @Mixin private TuneOptions options = new TuneOptions();

  @Option(
      names = "--seeds",
      defaultValue = "6",
      paramLabel = "N",
      description = "How many logs to draw from each workload (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "The seed of the first (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--jobs",
      defaultValue = "1500",
      paramLabel = "N",
      description = "Jobs of a log, at least 50 (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Option(
      names = "--trial",
      split = ",",
      converter = TrialConverter.class,
      paramLabel = "TRIAL",
      description =
          "Which trials to make: best-incumbent, changed-character, wrong-model (default: all).")
  private List<Trial> trials = List.of(Trial.values());

  @Option(
      names = "--threads",
      defaultValue = "0",
      paramLabel = "N",
      description = "Logs at once; the result is the same (default: one each core).")
  private int threads;

  @Option(
      names = "--format",
      defaultValue = "TABLE",
      paramLabel = "table|json",
      description = "How to print the report (default: table).")
  private OutputFormat format = OutputFormat.TABLE;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** A trial by its word. */
  static final class TrialConverter implements ITypeConverter<Trial> {
    @Override
    public Trial convert(String word) {
      return Arrays.stream(Trial.values())
          .filter(trial -> trial.word().equals(word))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'"
                          + word
                          + "' is no trial; there are "
                          + Arrays.stream(Trial.values())
                              .map(Trial::word)
                              .collect(Collectors.joining(", "))));
    }
  }

  /** The loop of a full search unless told otherwise. */
  static final class FullByDefault implements IDefaultValueProvider {
    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
      boolean search =
          argument instanceof OptionSpec option && option.longestName().equals("--search");
      return search ? TuneOptions.Search.FULL.name() : null;
    }
  }

  @Override
  public Integer call() {
    require("--seeds", seeds, 1);
    require("--jobs", jobs, 50);
    if (format == OutputFormat.CSV) {
      throw new ParameterException(
          spec.commandLine(), "--format is csv; it must be table or json here");
    }
    if (spec.commandLine().getParseResult().hasMatchedOption("--first")) {
      throw new ParameterException(
          spec.commandLine(), "--first is not for harm; each trial says what is in force at first");
    }
    Progress progress = new Progress(spec.commandLine().getErr());
    try (StudyThreads pool = new StudyThreads(threads)) {
      long began = System.nanoTime();
      SafetyChecks all =
          new SafetyChecks(
              options.settings(), options.future(), options.library(), seed, seeds, pool);
      SafetyReport report =
          new SafetyReport(
              Arrays.stream(Trial.values())
                  .filter(trials::contains)
                  .flatMap(trial -> all.make(trial, jobs, progress::show).stream())
                  .toList(),
              seed,
              seeds,
              (System.nanoTime() - began) / NANOSECONDS);
      progress.clear();
      spec.commandLine()
          .getOut()
          .print(format == OutputFormat.JSON ? report.toJson() : report.toText());
      spec.commandLine().getOut().flush();
    }
    return 0;
  }

  private void require(String option, int number, int least) {
    if (number < least) {
      throw new ParameterException(
          spec.commandLine(), option + " is " + number + "; it must be at least " + least);
    }
  }
}
