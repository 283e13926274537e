package io.gnomon.sandbox;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.SwfReader;
import io.gnomon.sim.workload.WorkloadGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code demo}: the main job on embedded defaults. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs an emulated cluster, an embedded Kafka broker and the controller in this process,",
      "tunes the cluster by shadow simulation, and shows what it did on a dashboard."
    },
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:done", "1:failed", "2:wrong usage"})
public final class Demo implements Callable<Integer> {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(s|m|h)?");
  private static final int GENERATED_JOBS = 12_000;
  private static final int GENERATED_PROCESSORS = 128;
  private static final double GENERATED_LOAD = 0.6;
  private static final double THRESHOLD = 100;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--workload",
      paramLabel = "FILE.swf[.gz]",
      description = "jobs in the Standard Workload Format; without it some are generated")
  private @Nullable Path workload;

  @Option(
      names = "--processors",
      paramLabel = "N",
      description = "processors of the cluster, at least 1; needed with --workload")
  private int processors;

  @Option(
      names = "--speed",
      paramLabel = "X",
      description = "simulated seconds a second; without it as fast as the controller follows")
  private double speed = Double.POSITIVE_INFINITY;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "port of the dashboard on 127.0.0.1, 0 for any free one (${DEFAULT-VALUE})")
  private int port = 8080;

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      description = "end after this time at the latest, such as 90s, 5m or 1h")
  private @Nullable String duration;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description = "aggregate bounded slowdown above which studies are made (${DEFAULT-VALUE})")
  private double threshold = THRESHOLD;

  @Option(
      names = "--exit-when-done",
      description = "end when all jobs are done instead of going on to serve the dashboard")
  private boolean exitWhenDone;

  @Option(names = "--json", paramLabel = "FILE", description = "write the result as JSON")
  private @Nullable Path json;

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** Runs the command and returns its exit status. */
  static int run(String... arguments) {
    return new CommandLine(new Demo())
        .setExecutionExceptionHandler(
            (problem, command, parsed) -> {
              boolean interrupted =
                  problem instanceof InterruptedException || problem instanceof InterruptException;
              command
                  .getErr()
                  .println("gnomon demo: " + (interrupted ? "interrupted" : problem.getMessage()));
              return CommandLine.ExitCode.SOFTWARE;
            })
        .execute(arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException, TimeoutException {
    DemoSettings settings = settings();
    PrintStream err = System.err;
    Progress progress = new Progress(err, Boolean.getBoolean("gnomon.terminal"));
    try (OrderlyEnd end = new OrderlyEnd();
        DemoRun run = new DemoRun(settings, progress)) {
      progress.say("dashboard: " + run.dashboard());
      DemoResult result = run.run();
      System.out.print(Summary.of(result));
      if (json != null) {
        new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .writeValue(json.toFile(), result);
      }
      if (!exitWhenDone) {
        serve(run);
      }
      return result.mirrorDifferences() == 0 && result.applied() == result.commands() ? 0 : 1;
    }
  }

  /** Goes on to serve the dashboard for what is left of the time that was given. */
  private static void serve(DemoRun run) throws InterruptedException {
    double left = run.secondsLeft();
    if (Double.isInfinite(left)) {
      System.out.println("The dashboard stays at " + run.dashboard() + " until Ctrl-C.");
      new CountDownLatch(1).await();
    }
    TimeUnit.MILLISECONDS.sleep((long) (1000 * left));
  }

  private DemoSettings settings() throws IOException {
    if (workload != null && processors < 1) {
      throw wrong("--processors is needed with --workload: how many processors the cluster has");
    }
    if (processors < 0 || !(speed > 0) || port < 0 || port > 65_535 || !(threshold >= 1)) {
      throw wrong(
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
      if (!Files.isReadable(workload)) {
        throw wrong("--workload " + workload + " cannot be read");
      }
      machine = processors;
      raw = SwfReader.read(workload).log();
      name = String.valueOf(workload.getFileName());
    }
    JobLog log = new Preparation(machine, OverrunRule.KNOWN).prepare(raw).log();
    return new DemoSettings(name, log, machine, threshold, speed, seconds(), port);
  }

  private double seconds() {
    if (duration == null) {
      return Double.POSITIVE_INFINITY;
    }
    Matcher matcher = DURATION.matcher(duration.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw wrong("--for is '" + duration + "'; write a duration such as 90s, 5m or 1h");
    }
    int factor =
        switch (matcher.group(2) == null ? "s" : matcher.group(2)) {
          case "m" -> 60;
          case "h" -> 3600;
          default -> 1;
        };
    return Double.parseDouble(matcher.group(1)) * factor;
  }

  private ParameterException wrong(String message) {
    if (spec == null) {
      throw new IllegalStateException(message);
    }
    return new ParameterException(spec.commandLine(), message);
  }
}
