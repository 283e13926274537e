package io.gnomon.sim.cli;

import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.OutputFormat;
import io.gnomon.commandline.Progress;
import io.gnomon.commandline.ReportOutput;
import io.gnomon.sim.report.ChoiceReport;
import io.gnomon.sim.report.SafetyReport;
import io.gnomon.sim.safety.CadenceChoice;
import io.gnomon.sim.safety.SafetyChecks;
import io.gnomon.sim.safety.SafetyRatio;
import io.gnomon.sim.safety.SafetyRatio.Check;
import io.gnomon.sim.thread.StudyThreads;
import io.gnomon.sim.tune.Search;
import io.gnomon.text.Suggestions;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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

/** {@code safety}: checks on generated workloads that tuning does no harm. */
@Command(
    name = "safety",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    defaultValueProvider = SafetyCommand.LibraryByDefault.class,
    description =
        "Run the tuning loop on generated workloads on which tuning could do harm: the initial"
            + " policy is already the best, the character of the workload changes, or the model of"
            + " the cluster is wrong. The default is the loop of tune --search library. Each limit"
            + " applies to a mean over logs. A limit that is exceeded by at most twice the standard"
            + " error of the mean is marked, because it may be exceeded by chance.")
final class SafetyCommand implements Callable<Integer> {
  private static final double NANOSECONDS = 1e9;

  @Mixin private TuneOptions options = new TuneOptions();

  @Option(
      names = "--seeds",
      defaultValue = "6",
      paramLabel = "N",
      description = "Number of logs of each workload (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = "--first-seed",
      defaultValue = "1",
      paramLabel = "S",
      description =
          "Random seed of the first log; each further log has the next one (default:"
              + " ${DEFAULT-VALUE}).")
  private long firstSeed;

  @Option(
      names = "--jobs",
      defaultValue = "1500",
      paramLabel = "N",
      description = "Jobs per log, at least 50 (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Option(
      names = "--check",
      split = ",",
      converter = CheckConverter.class,
      paramLabel = "CHECK",
      description = "Checks to run: best-incumbent, changed-character, wrong-model (default: all).")
  private List<Check> checks = List.of(Check.values());

  @Option(
      names = "--choose",
      description =
          "Instead of the checks, compare the constants of the cadence durable with others, by their"
              + " slowdown relative to the best fixed policy in hindsight on generated logs of a"
              + " year. Choose with other seeds than those that you report.")
  private boolean choose;

  @Option(
      names = "--threads",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Logs to run in parallel; the result does not depend on it (default: one per core).")
  private int threads;

  @Option(
      names = "--format",
      converter = OutputFormat.TableOrJson.class,
      completionCandidates = OutputFormat.TableOrJson.class,
      defaultValue = "TABLE",
      paramLabel = "table|json",
      description = "Format of the report (default: table).")
  private OutputFormat format = OutputFormat.TABLE;

  @Mixin private ReportOutput output = new ReportOutput();

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Converts the word of a check. */
  static final class CheckConverter implements ITypeConverter<Check> {
    @Override
    public Check convert(String word) {
      List<String> words = Arrays.stream(Check.values()).map(Check::word).toList();
      int check = words.indexOf(word);
      if (check < 0) {
        throw new TypeConversionException(
            "--check is '%s'; it must be one of %s.%s"
                .formatted(word, String.join(", ", words), Suggestions.didYouMean(word, words)));
      }
      return Check.values()[check];
    }
  }

  /** Makes {@code library} the default of {@code --search}. */
  static final class LibraryByDefault implements IDefaultValueProvider {
    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
      boolean search =
          argument instanceof OptionSpec option && option.longestName().equals("--search");
      return search ? Search.LIBRARY.name() : null;
    }
  }

  @Override
  public Integer call() throws IOException {
    require("--seeds", seeds, 1);
    require("--jobs", jobs, 50);
    if (spec.commandLine().getParseResult().hasMatchedOption("--initial-policy")) {
      throw new ParameterException(
          spec.commandLine(),
          "--initial-policy is not allowed here; each check has an initial policy of its own");
    }
    Progress progress = new Progress(spec.commandLine().getErr());
    try (StudyThreads pool = new StudyThreads(threads)) {
      if (choose) {
        ChoiceReport choice =
            new ChoiceReport(
                new CadenceChoice(firstSeed, seeds, pool)
                    .compare(CadenceChoice.candidates(), done -> progress.show("constants", done)),
                firstSeed,
                seeds);
        progress.clear();
        output.write(format == OutputFormat.JSON ? choice.toJson() : choice.toText());
        return 0;
      }
      long began = System.nanoTime();
      SafetyChecks all =
          new SafetyChecks(
              options.settings(), options.oracle(), options.library(), firstSeed, seeds, pool);
      SafetyReport report =
          new SafetyReport(
              Arrays.stream(Check.values())
                  .filter(checks::contains)
                  .flatMap(check -> ratios(all, check, progress))
                  .toList(),
              firstSeed,
              seeds,
              (System.nanoTime() - began) / NANOSECONDS);
      progress.clear();
      output.write(format == OutputFormat.JSON ? report.toJson() : report.toText());
    }
    return 0;
  }

  private Stream<SafetyRatio> ratios(SafetyChecks all, Check check, Progress progress) {
    return all.make(check, jobs, done -> progress.show(check.word(), done)).stream();
  }

  private void require(String option, int number, int least) {
    if (number < least) {
      throw new ParameterException(
          spec.commandLine(), option + " is " + number + "; it must be at least " + least);
    }
  }
}
