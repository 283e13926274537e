package io.gnomon.sandbox;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.gnomon.commandline.Commands;
import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import io.gnomon.sim.workload.swf.SwfHeader;
import io.gnomon.sim.workload.swf.SwfReader;
import io.gnomon.sim.workload.swf.SwfWorkload;
import io.gnomon.text.Durations;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code demo}: Gnomon with an emulated cluster and an embedded broker. */
@Command(
    name = "gnomon demo",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    sortOptions = false,
    description =
        "Run an emulated cluster, an embedded Kafka broker and the controller in this process,"
            + " tune the cluster by shadow simulation, and show the results on a dashboard.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:done", "1:failed", "2:wrong usage"})
public final class Demo implements Callable<Integer> {
  private static final int GENERATED_JOBS = 12_000;
  private static final int GENERATED_PROCESSORS = 128;
  private static final double GENERATED_LOAD = 0.6;
  private static final double THRESHOLD = 100;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--workload",
      paramLabel = "FILE.swf[.gz]",
      description = "jobs in the Standard Workload Format (default: a generated workload)")
  private @Nullable Path workload;

  @Option(
      names = "--processors",
      paramLabel = "N",
      description =
          "processors of the cluster, at least 1 (default: MaxProcs of the workload's header, 128 for the generated workload)")
  private int processors;

  @Option(
      names = "--speed",
      paramLabel = "X",
      description = "simulated seconds per second (default: as fast as the controller follows)")
  private double speed = Double.POSITIVE_INFINITY;

  @Option(
      names = "--port",
      paramLabel = "P",
      description =
          "port of the dashboard on 127.0.0.1, 0 for any free port (default: ${DEFAULT-VALUE})")
  private int port = 8080;

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      description = "maximum time to run, such as 90s, 5m or 1h (default: no limit)")
  private @Nullable String duration;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description =
          "mean bounded slowdown above which Gnomon runs studies (default: ${DEFAULT-VALUE})")
  private double threshold = THRESHOLD;

  @Option(
      names = "--exit-when-done",
      description = "exit when all jobs are done instead of serving the dashboard")
  private boolean exitWhenDone;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "also write the result as JSON to FILE")
  private @Nullable Path json;

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** Runs the command and returns its exit status. */
  static int run(String... arguments) {
    return Commands.run(commandLine(), arguments);
  }

  /** The command with its error handling. */
  public static CommandLine commandLine() {
    CommandLine line = Commands.prepare(new CommandLine(new Demo()));
    return line.setExecutionExceptionHandler(
        (problem, command, parsed) -> {
          if (problem instanceof InterruptedException || problem instanceof InterruptException) {
            command.getErr().println("gnomon demo: interrupted");
            return CommandLine.ExitCode.SOFTWARE;
          }
          boolean expected =
              problem instanceof TimeoutException || problem instanceof IllegalStateException;
          return Commands.failed(
              expected ? new IOException(problem.getMessage(), problem) : problem, command, parsed);
        });
  }

  @Override
  public Integer call() throws IOException, InterruptedException, TimeoutException {
    DemoSettings settings = settings();
    PrintWriter out = spec.commandLine().getOut();
    DemoProgress progress = new DemoProgress(System.err, Boolean.getBoolean("gnomon.terminal"));
    try (InterruptOnShutdown end = new InterruptOnShutdown("gnomon demo");
        DemoRun run = new DemoRun(settings, progress)) {
      progress.say("dashboard: " + run.dashboard());
      DemoResult result = run.run();
      out.print(DemoSummary.of(result));
      out.flush();
      if (json != null) {
        FileAccess.writeText(
            json,
            new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValueAsString(result));
      }
      if (!exitWhenDone) {
        serve(run, out);
      }
      return result.mirrorDifferences() == 0 && result.applied() == result.commands() ? 0 : 1;
    }
  }

  /** Serves the dashboard for the rest of the time that {@code --for} allows. */
  private static void serve(DemoRun run, PrintWriter out) throws InterruptedException {
    double left = run.secondsLeft();
    if (Double.isInfinite(left)) {
      out.println("The dashboard is at " + run.dashboard() + "; press Ctrl-C to stop.");
      out.flush();
      new CountDownLatch(1).await();
    }
    TimeUnit.MILLISECONDS.sleep((long) (1000 * left));
  }

  private DemoSettings settings() throws IOException {
    if (processors < 0 || !(speed > 0) || port < 0 || port > 65_535 || !(threshold >= 1)) {
      throw usageError(
          "--processors and --speed must be above 0, --port from 0 to 65535, --threshold at least"
              + " 1");
    }
    String name;
    JobLog raw;
    int machine;
    if (workload == null) {
      machine = processors > 0 ? processors : GENERATED_PROCESSORS;
      raw = WorkloadGenerator.generate(GENERATED_JOBS, machine, GENERATED_LOAD, 1);
      name = "generated, seed 1";
    } else {
      Path file = workload;
      if (!Files.isReadable(file)) {
        throw usageError("--workload " + file + " cannot be read");
      }
      SwfWorkload read = FileAccess.reading(file, () -> SwfReader.read(file));
      machine = processors > 0 ? processors : declaredProcessors(file, read.header());
      raw = read.log();
      name = String.valueOf(file.getFileName());
    }
    JobLog log = new Preparation(machine, OverrunRule.KNOWN).prepare(raw).log();
    return new DemoSettings(name, log, machine, threshold, speed, seconds(), port);
  }

  private int declaredProcessors(Path file, SwfHeader header) {
    OptionalLong declared = header.maxProcs();
    if (declared.isEmpty()
        || declared.getAsLong() < 1
        || declared.getAsLong() > Integer.MAX_VALUE) {
      throw usageError("--processors is missing, and the header of " + file + " has no MaxProcs");
    }
    return (int) declared.getAsLong();
  }

  private double seconds() {
    if (duration == null) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      return Durations.parse(duration).toMillis() / 1000.0;
    } catch (IllegalArgumentException invalid) {
      throw usageError("--for: " + invalid.getMessage());
    }
  }

  private ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
