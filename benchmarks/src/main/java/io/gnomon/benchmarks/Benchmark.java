package io.gnomon.benchmarks;

import io.gnomon.commandline.Commands;
import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.ReportOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code benchmark}: measures Gnomon against its performance budgets and prints a
 * Markdown table. Compared operations run alternately in one process, and the table shows ratios of
 * their medians.
 */
@Command(
    name = "gnomon benchmark",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description =
        "Measure simulations, studies, forks, decoding and the path through Kafka against their"
            + " budgets and print a Markdown table.")
public final class Benchmark implements Callable<Integer> {
  private static final int QUICK_ROUNDS = 5;
  private static final int ROUNDS = 30;
  private static final int STUDIES_IN_A_ROW = 10;
  private static final Duration DEADLINE = Duration.ofMillis(500);
  private static final int FORECAST_SECONDS = 12 * 3600;
  private static final int QUICK_FORECAST_SECONDS = 48 * 3600;
  private static final List<String> FORECAST_POLICIES = List.of("easy", "easy(order=shortest)");
  private static final double HOUR = 3600;
  private static final double MICROSECONDS = 1e6;
  private static final double MILLISECONDS = 1e3;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--quick", description = "Run fewer rounds; the figures are less precise.")
  private boolean quick;

  @Mixin private final ReportOutput output = new ReportOutput();

  @Option(
      names = "--traces",
      defaultValue = Trace.FOLDER,
      paramLabel = "DIR",
      description =
          "Folder of the four traces; the report names missing ones (default: ${DEFAULT-VALUE}).")
  private Path traces = Path.of(Trace.FOLDER);

  @Option(
      names = "--sites",
      defaultValue = NodeBudgets.FOLDER,
      paramLabel = "DIR",
      description =
          "Folder of the workloads of clusters of nodes; the report names missing ones (default:"
              + " ${DEFAULT-VALUE}).")
  private Path sites = Path.of(NodeBudgets.FOLDER);

  @Option(
      names = "--reference-program",
      defaultValue = "../shared/yardstick/PlainEasy.java",
      paramLabel = "FILE.java",
      description = "Program that EASY is compared with; skipped when it is missing.")
  private Path referenceSource = Path.of("../shared/yardstick/PlainEasy.java");

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "PART",
      description = "Parts to measure: ${COMPLETION-CANDIDATES} (default: all).")
  private Set<Part> only = EnumSet.allOf(Part.class);

  @Option(
      names = "--chart",
      paramLabel = "DIR",
      description =
          "Folder for the charts growth.svg and growth-running.svg: the cost of an event against"
              + " the length of the queue and the number of running jobs.")
  private @Nullable Path chart;

  @Option(
      names = "--jmh",
      paramLabel = "REGEX",
      description =
          "Run the JMH benchmarks whose names match REGEX instead, such as 'Fork' or '.*'.")
  private @Nullable String jmh;

  @Parameters(
      paramLabel = "JMH-OPTION",
      description = "Options of JMH, after --jmh and '--', such as '-wi 2 -i 3'.")
  private List<String> jmhArguments = List.of();

  /** The parts of the benchmark. */
  enum Part {
    SIMULATION,
    SLOW_POLICIES,
    PROCESS,
    STUDY,
    DECODE,
    FORK,
    NODES,
    GROWTH,
    KAFKA,
    SOURCES,
    FORECAST
  }

  /** Runs the command and exits with status 0 (done), 1 (failed) or 2 (wrong usage). */
  public static void main(String[] arguments) {
    System.exit(Commands.run(commandLine(), arguments));
  }

  /** The command with its error handling. */
  public static CommandLine commandLine() {
    return Commands.prepare(new CommandLine(new Benchmark()));
  }

  @Override
  public Integer call() throws Exception {
    if (jmh == null && !jmhArguments.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "'" + jmhArguments.get(0) + "' is a JMH option; did you forget --jmh REGEX?");
    }
    if (jmh != null) {
      new Runner(jmhOptions(jmh)).run();
      return 0;
    }
    BudgetTable table = new BudgetTable();
    StringBuilder more = new StringBuilder();
    boolean failed = false;
    for (Part part : only) {
      long began = System.nanoTime();
      int rows = table.toString().length();
      log("measuring " + part + " ...");
      try {
        measure(part, table, more);
        log(String.format(Locale.ROOT, "%s took %.0f s", part, (System.nanoTime() - began) / 1e9));
      } catch (Exception | LinkageError | OutOfMemoryError failure) {
        // report the other parts even if one fails
        failed = true;
        table.failed(part.toString(), failure);
        log(part + " could not be measured:");
        failure.printStackTrace();
      }
      System.err.print(table.toString().substring(rows)); // in case a later part ends the process
    }
    String missing = table.missing().stream().map(Path::toString).collect(Collectors.joining(", "));
    if (table.isEmpty()) {
      throw new IOException(
          "nothing was measured, because these inputs are missing: "
              + missing
              + "; --traces and --sites name their folders");
    }
    if (!missing.isEmpty()) {
      more.append("\nNot measured, because these inputs are missing: ")
          .append(missing)
          .append('\n');
    }
    output.write(machine() + "\n\n" + table + more);
    return failed ? 1 : 0;
  }

  private void measure(Part part, BudgetTable table, StringBuilder more) throws Exception {
    int rounds = quick ? QUICK_ROUNDS : ROUNDS;
    switch (part) {
      case SIMULATION -> simulations(rounds, table);
      case SLOW_POLICIES -> new SimulationCost(traces, rounds, table).slowPolicies();
      case PROCESS -> processes(table);
      case STUDY -> studies(rounds, table);
      case DECODE -> decoding(rounds, table);
      case FORK -> forks(rounds, table);
      case NODES -> new NodeBudgets(sites, rounds, table).measure();
      case GROWTH -> growth(table, more);
      case KAFKA -> new KafkaBudgets(traces, quick, table).measure();
      case SOURCES -> new KafkaBudgets(traces, quick, table).measureSources();
      case FORECAST -> {
        forecasts(table);
        coldForecasts(table);
      }
    }
  }

  private static void log(String progress) {
    System.err.println("gnomon benchmark: " + progress);
  }

  private Options jmhOptions(String regex) throws CommandLineOptionException {
    int iterations = quick ? 2 : 5;
    CommandLineOptions given = new CommandLineOptions(jmhArguments.toArray(String[]::new));
    return new OptionsBuilder()
        .parent(given)
        .include(regex)
        .forks(given.getForkCount().orElse(1))
        .warmupIterations(given.getWarmupIterations().orElse(iterations))
        .warmupTime(given.getWarmupTime().orElse(TimeValue.seconds(2)))
        .measurementIterations(given.getMeasurementIterations().orElse(iterations))
        .measurementTime(given.getMeasurementTime().orElse(TimeValue.seconds(2)))
        .addProfiler(GCProfiler.class)
        .jvmArgsAppend("-Xmx2g", "-Dgnomon.traces=" + traces.toAbsolutePath())
        .build();
  }

  private void simulations(int rounds, BudgetTable table) throws Exception {
    SimulationCost simulations = new SimulationCost(traces, rounds, table);
    @Nullable ReferenceProgram reference =
        table.has(referenceSource) ? ReferenceProgram.compile(referenceSource).orElse(null) : null;
    for (Trace trace : Trace.ALL) {
      if (table.has(trace.in(traces))) {
        simulations.measure(trace, reference);
      }
    }
  }

  private void processes(BudgetTable table) throws Exception {
    for (Trace trace : Trace.ALL) {
      if (table.has(trace.in(traces))) {
        double seconds = Processes.easySeconds(trace, traces, quick ? 3 : 9);
        table.atMost(
            "EASY on " + trace.name() + ", whole process", trace.ocsSeconds(), seconds, "s");
      }
    }
  }

  private void studies(int rounds, BudgetTable table) throws Exception {
    if (!table.has(Trace.KTH.in(traces))) {
      return;
    }
    int cores = Runtime.getRuntime().availableProcessors();
    StudyCost studies = new StudyCost(Trace.KTH.read(traces), Trace.KTH.processors());
    StudyCost.Scaling warm = studies.scaling(cores, STUDIES_IN_A_ROW, rounds);
    double[] seconds = warm.studySeconds();
    table.atMost(
        "study of 16, two weeks of KTH, %d threads, %d in a row".formatted(cores, STUDIES_IN_A_ROW),
        40,
        seconds[cores - 1] * MILLISECONDS,
        "ms");
    table.info("the same, 1 thread", seconds[0] * MILLISECONDS, "ms");
    table.atLeast(
        "the same, lowest parallel efficiency of 1 to " + cores + " threads",
        0.8,
        warm.studyEfficiency(),
        "");
    table.info("upper bound for sixteen equal tasks", StudyCost.maxEfficiency(cores), "");
    table.info("independent arithmetic, measured alternately", warm.arithmeticEfficiency(), "");
    StudyCost.Scaling cold = studies.scaling(cores, 1, 2 * rounds);
    table.atMost(
        "one such study on %d idle threads".formatted(cores),
        40,
        cold.studySeconds()[cores - 1] * MILLISECONDS,
        "ms");
    table.info("the same, lowest parallel efficiency", cold.studyEfficiency(), "");
    table.info("the same for independent arithmetic", cold.arithmeticEfficiency(), "");
    LiveStudy live = LiveStudy.worst(studies::large, DEADLINE, rounds);
    table.atMost(
        "study of 100 in the controller's pool, the slowest of " + rounds,
        DEADLINE.toMillis(),
        live.seconds() * MILLISECONDS,
        "ms");
    table.info("alternatives simulated by then, of 100", live.alternatives(), "");
  }

  private void decoding(int rounds, BudgetTable table) throws Exception {
    if (!table.has(Trace.KTH.in(traces))) {
      return;
    }
    Decoding decoding = new Decoding(Trace.KTH.read(traces), Trace.KTH.processors());
    double[] seconds = Rounds.medians(rounds, List.of(decoding::decode, decoding::decodeAndApply));
    table.info("decode", decoding.events() / seconds[0], "events/s");
    table.atLeast(
        "decode and apply, one core", 1_000_000, decoding.events() / seconds[1], "events/s");
  }

  private void forks(int rounds, BudgetTable table) {
    for (int jobs = 100; jobs <= 1_000_000; jobs *= 10) {
      ForkCost cost = ForkCost.of(jobs, jobs > 100_000 ? rounds : 10 * rounds);
      String name = String.format(Locale.ROOT, "fork, %,d active jobs", jobs);
      double micros = cost.seconds() * MICROSECONDS;
      if (jobs == 10_000) {
        table.atMost(name, 50, micros, "µs");
        table.info("allocated by this fork", cost.bytesPerJob(), "bytes a job");
        table.atMost("memory of the forked state", 96, cost.residentBytesPerJob(), "bytes a job");
      } else if (jobs == 1_000_000) {
        table.atMost(name, 20, micros / MILLISECONDS, "ms");
      } else {
        table.info(name, micros, "µs");
      }
    }
  }

  private void forecasts(BudgetTable table) throws Exception {
    for (Trace trace : List.of(Trace.KTH, Trace.SDSC_SP2)) {
      for (String policy : table.has(trace.in(traces)) ? FORECAST_POLICIES : List.<String>of()) {
        StartErrors.Figures figures =
            StartForecasts.measure(
                trace.read(traces),
                trace.processors(),
                policy,
                quick ? QUICK_FORECAST_SECONDS : FORECAST_SECONDS);
        String name = "start forecasts on " + trace.name() + ", " + policy + ": ";
        table.info(name + "forecasts", figures.forecasts(), "");
        table.info(name + "within the 80 % interval", 100 * figures.covered(), "%");
        table.info(
            name + "the same without calibration", 100 * figures.coveredBySimulations(), "%");
        table.info(name + "before it", 100 * figures.early(), "%");
        table.info(name + "median width", figures.medianWidth() / HOUR, "h");
        table.info(name + "median error", figures.medianError() / HOUR, "h");
        table.info(name + "mean error", figures.meanError() / HOUR, "h");
        table.info(
            name + "median error of the scheduler's estimate",
            figures.medianErrorOfEstimates() / HOUR,
            "h");
        table.info(
            name + "mean error of the scheduler's estimate",
            figures.meanErrorOfEstimates() / HOUR,
            "h");
        table.atMost(
            name + "median error to the scheduler's",
            0.5,
            figures.medianError() / figures.medianErrorOfEstimates(),
            "");
      }
    }
  }

  private void coldForecasts(BudgetTable table) throws Exception {
    for (Trace trace : Trace.ALL) {
      if (table.has(trace.in(traces))) {
        StartForecasts.Cold cold =
            StartForecasts.cold(trace.read(traces), trace.processors(), "easy");
        cold(table, trace, "first hour", cold.firstHour());
        cold(table, trace, "rest of the first day", cold.firstDay());
        cold(table, trace, "next two days", cold.nextDays());
      }
    }
  }

  private static void cold(
      BudgetTable table, Trace trace, String time, StartErrors.Figures figures) {
    String name = "start forecasts after an installation on " + trace.name() + ", " + time + ": ";
    table.info(name + "forecasts", figures.forecasts(), "");
    table.info(name + "within the 80 % interval", 100 * figures.covered(), "%");
    table.info(name + "mean error", figures.meanError() / HOUR, "h");
    table.info(
        name + "mean error of the scheduler's estimate",
        figures.meanErrorOfEstimates() / HOUR,
        "h");
  }

  private void growth(BudgetTable table, StringBuilder more) throws Exception {
    Growth waiting = Growth.byWaiting(quick, Benchmark::log);
    Growth running = Growth.byRunning(quick, Benchmark::log);
    if (chart != null) {
      Path folder = chart;
      FileAccess.writing(
          folder,
          () -> {
            Files.createDirectories(folder);
            waiting.draw(folder.resolve("growth.svg"));
            running.draw(folder.resolve("growth-running.svg"));
          });
    }
    table.atMost(
        "EASY, cost of an event from the shortest to the longest queue",
        waiting.logRatio(),
        waiting.easyRatio(),
        "×");
    more.append('\n').append(waiting).append('\n').append(running);
  }

  private static String machine() throws IOException {
    return "%d × %s, %s %s, JDK %s, commit %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            MeasuredMachine.processor(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            System.getProperty("java.version"),
            MeasuredMachine.commit());
  }
}
