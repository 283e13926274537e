package io.gnomon.benchmarks.load;

import io.gnomon.commandline.Commands;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command {@code load}: sends the events of many emulated clusters of unequal sizes through
 * replicas of the controller, and checks that states and decisions equal those of one replica that
 * nothing disturbs.
 */
@Command(
    name = "gnomon load",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    sortOptions = false,
    description = {
      "Measure replicas of the controller under the load of many clusters.",
      "",
      "The sizes of the clusters follow Zipf's law; a tenth has nodes. An embedded broker and the"
          + " replicas run on this machine. Final states and decisions are compared with those of a"
          + " run with one replica that nothing disturbs."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:both runs have the same result", "1:they differ", "2:wrong usage"})
public final class FleetLoad implements Callable<Integer> {
  private static final int MEDIAN = 50;
  private static final int TAIL = 99;
  private static final double MICROSECONDS = 1e6;

  @Option(
      names = "--clusters",
      defaultValue = "100",
      description = "emulated clusters (default: ${DEFAULT-VALUE})")
  private int clusters = 100;

  @Option(
      names = "--jobs",
      defaultValue = "30000",
      description = "jobs of all clusters, of about three events each (default: ${DEFAULT-VALUE})")
  private int jobs = 30_000;

  @Option(
      names = "--replicas",
      defaultValue = "2",
      description = "processes of the controller (default: ${DEFAULT-VALUE})")
  private int replicas = 2;

  @Option(
      names = "--partitions",
      defaultValue = "12",
      description = "partitions of the events topic (default: ${DEFAULT-VALUE})")
  private int partitions = 12;

  @Option(
      names = "--rate",
      defaultValue = "0",
      description = "events per second; 0: as fast as possible (default: ${DEFAULT-VALUE})")
  private int rate;

  @Option(names = "--kill", description = "kill a replica when half of the events are processed")
  private boolean kill;

  @Option(
      names = "--heap",
      defaultValue = "512m",
      description = "heap of each replica (default: ${DEFAULT-VALUE})")
  private String heap = "512m";

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "setting of the replicas; by default studies once a day, without a time limit")
  private List<String> settings = List.of();

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "seed of the workloads (default: ${DEFAULT-VALUE})")
  private long seed = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    System.exit(Commands.run(commandLine(), arguments));
  }

  /** The command with its error handling. */
  public static CommandLine commandLine() {
    return Commands.prepare(new CommandLine(new FleetLoad()));
  }

  @Override
  public Integer call() throws Exception {
    atLeast(1, "--clusters", clusters, "");
    atLeast(1, "--jobs", jobs, "");
    atLeast(kill ? 2 : 1, "--replicas", replicas, kill ? " with --kill" : "");
    atLeast(1, "--partitions", partitions, "");
    atLeast(0, "--rate", rate, "");
    PrintWriter out = spec.commandLine().getOut();
    ManyClusters events = new ManyClusters(clusters, jobs, seed);
    Path logs = Files.createTempDirectory("gnomon-load");
    out.printf("%,d events of %,d clusters; logs in %s%n", events.size(), clusters, logs);
    out.flush();
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      FleetRun.Load alone = load(1, 0, false, logs);
      FleetRun.Result undisturbed = new FleetRun(kafka, "undisturbed", events, alone).run();
      print(out, "one replica", events.size(), undisturbed);
      FleetRun.Load shared = load(replicas, rate, kill, logs);
      FleetRun.Result result = new FleetRun(kafka, "load", events, shared).run();
      print(out, replicas + " replicas", events.size(), result);
      List<String> differing = differing(undisturbed.results(), result.results());
      out.println(
          differing.isEmpty()
              ? "states and decisions of all clusters are equal"
              : "states or decisions differ: " + String.join(", ", differing));
      out.flush();
      return differing.isEmpty() ? 0 : 1;
    }
  }

  private void atLeast(int least, String option, int value, String when) {
    if (value < least) {
      throw new ParameterException(
          spec.commandLine(), "%s must be at least %d%s: %d".formatted(option, least, when, value));
    }
  }

  private FleetRun.Load load(int processes, int pace, boolean killed, Path logs) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "tuning.cadence=hourly",
                "tuning.period=1d",
                "tuning.threshold=10",
                "study.time-limit=1h",
                "clusters.max=100000"));
    all.addAll(settings);
    return new FleetRun.Load(processes, partitions, pace, killed, heap, all, logs);
  }

  private static List<String> differing(Map<String, String> one, Map<String, String> other) {
    return Stream.concat(one.keySet().stream(), other.keySet().stream())
        .distinct()
        .filter(id -> !Objects.equals(one.get(id), other.get(id)))
        .toList();
  }

  private static void print(PrintWriter out, String name, int events, FleetRun.Result result) {
    out.printf(
        "%s: %.0f events/s, %.0f µs of CPU per event, peak memory %s MB%n",
        name,
        events / result.seconds(),
        MICROSECONDS * result.cpuSeconds() / events,
        Arrays.toString(Arrays.stream(result.megabytes()).mapToLong(Math::round).toArray()));
    if (!Double.isNaN(result.takeOverSeconds())) {
      out.printf("  take-over after %.1f s%n", result.takeOverSeconds());
    }
    double[] latencies = result.latencies();
    if (latencies.length > 0) {
      out.printf(
          "  most lag %,d events; %,d decisions, median %.0f ms, 99th percentile %.0f ms%n",
          result.mostLag(),
          latencies.length,
          latencies[latencies.length * MEDIAN / 100],
          latencies[latencies.length * TAIL / 100]);
    }
    out.flush();
  }
}
