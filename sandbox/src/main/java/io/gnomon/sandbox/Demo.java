package io.gnomon.sandbox;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.gnomon.commandline.Commands;
import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.machinefile.MachineSource;
import io.gnomon.sim.workload.swf.SwfHeader;
import io.gnomon.sim.workload.swf.SwfReader;
import io.gnomon.sim.workload.swf.SwfWorkload;
import io.gnomon.text.Durations;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
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
  private static final double PACED_SECONDS = 180;
  private static final String FULL_SPEED = "max";

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
          "processors of the cluster, at least 1 (default: MaxProcs of the workload's header, 128"
              + " for the generated workload)")
  private int processors;

  @Option(
      names = "--machine",
      paramLabel = "FILE|gpu",
      description =
          "the nodes and partitions of the cluster, instead of --processors: gpu, a built-in site with"
              + " CPU, memory and GPU nodes, or a file as for simulate; with a generated workload")
  private @Nullable Path machine;

  @Option(
      names = "--speed",
      paramLabel = "X|max",
      description =
          "simulated seconds per second, or max for as fast as the controller follows (default: the"
              + " workload in about three minutes; max with --exit-when-done)")
  private @Nullable String speed;

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
  private double threshold = Search.LIBRARY.threshold();

  @Option(
      names = "--exit-when-done",
      description = "exit at the end instead of serving the dashboard")
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
            command.getErr().println("gnomon demo: stopped");
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
      out.print(DemoText.welcome(run, settings));
      out.flush();
      DemoResult result = run.run();
      out.print(DemoText.summary(result));
      out.flush();
      if (json != null) {
        FileAccess.writeText(
            json,
            new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValueAsString(result));
      }
      if (!exitWhenDone) {
        out.print(DemoText.farewell(run));
        out.flush();
        run.live(DemoRun.LIVE_SPEED);
      }
      return result.mirrorDifferences() == 0 && result.applied() == result.commands() ? 0 : 1;
    }
  }

  /** The settings that the options stand for. */
  DemoSettings settings() throws IOException {
    if (processors < 0) {
      throw usageError("--processors is %d; it must be at least 1".formatted(processors));
    }
    if (port < 0 || port > 65_535) {
      throw usageError("--port is %d; it must be from 0 to 65535".formatted(port));
    }
    if (!(threshold >= 1)) {
      throw usageError("--threshold is %s; it must be at least 1".formatted(threshold));
    }
    if (machine != null && (workload != null || processors > 0)) {
      throw usageError(
          "--machine replaces --processors and --workload, whose jobs request no nodes; give one of"
              + " them");
    }
    DemoSettings chosen = workload == null ? generated() : recorded(workload);
    return new DemoSettings(
        chosen.workload(),
        chosen.log(),
        chosen.processors(),
        chosen.machine(),
        chosen.end(),
        threshold,
        speed(chosen.lastSecond()),
        seconds(),
        port);
  }

  private DemoSettings generated() throws IOException {
    Path source = machine;
    if (source != null) {
      Machine nodes = FileAccess.reading(source, () -> MachineSource.read(source));
      return DemoSettings.generated(nodes, DemoWorkload.SEED);
    }
    return DemoSettings.generated(
        processors > 0 ? processors : DemoWorkload.PROCESSORS, DemoWorkload.SEED);
  }

  private DemoSettings recorded(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw usageError("--workload " + file + " cannot be read");
    }
    SwfWorkload read = FileAccess.reading(file, () -> SwfReader.read(file));
    int pool = processors > 0 ? processors : declaredProcessors(file, read.header());
    JobLog log = new Preparation(pool, OverrunRule.KNOWN).prepare(read.log()).log();
    String name = String.valueOf(file.getFileName());
    return new DemoSettings(name, log, pool, threshold, 1, 1, port);
  }

  /** The simulated seconds per second for a workload that ends at {@code lastSecond}. */
  private double speed(int lastSecond) {
    if (speed == null) {
      return exitWhenDone
          ? Double.POSITIVE_INFINITY
          : Math.max(DemoRun.LIVE_SPEED, lastSecond / PACED_SECONDS);
    }
    if (speed.equals(FULL_SPEED)) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      double given = Double.parseDouble(speed);
      if (given > 0) {
        return given;
      }
    } catch (NumberFormatException notANumber) {
      throw usageError(speedError(), notANumber);
    }
    throw usageError(speedError());
  }

  private String speedError() {
    return "--speed is '" + speed + "'; it must be a number above 0, or " + FULL_SPEED;
  }

  private int declaredProcessors(Path file, SwfHeader header) {
    return header
        .maxProcs()
        .orElseThrow(
            () ->
                usageError(
                    "--processors is missing, and the header of " + file + " has no MaxProcs"));
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

  private ParameterException usageError(String message, Throwable cause) {
    return new ParameterException(spec.commandLine(), message, cause);
  }

  private ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
