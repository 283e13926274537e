package io.gnomon.benchmarks.load;

import static java.util.Objects.requireNonNull;

import io.gnomon.commandline.Commands;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sandbox.InterruptOnShutdown;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command {@code load}: sends the events of many emulated clusters of unequal sizes through
 * replicas of the controller, and checks that states, decisions and commands equal those of one
 * replica that nothing disturbs.
 */
@Command(
    name = "gnomon load",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    sortOptions = false,
    description = {
      "Measure replicas of the controller under the load of many clusters.",
      "",
      "The sizes of the clusters follow Zipf's law; a tenth has nodes and accounts with fair share."
          + " The replicas run on this machine. Final states, decisions and commands are compared"
          + " with those of a run with one replica that nothing disturbs."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:both runs, or the states before and after a restart, are the same",
      "1:they differ",
      "2:wrong usage"
    })
public final class FleetLoad implements Callable<Integer> {
  private static final int MEDIAN = 50;
  private static final int TAIL = 99;
  private static final double MICROSECONDS = 1e6;
  private static final String CLIENT = "kafka.client.";

  /** Settings of the replicas that the scenario or the user can replace. */
  static final List<String> DEFAULTS =
      List.of(
          "tuning.mode=apply",
          "tuning.cadence=hourly",
          "tuning.period=1d",
          "tuning.threshold=10",
          "guard.fidelity-jobs=0",
          "guard.min-gain=0",
          "guard.significance=0",
          "study.time-limit=1h",
          "clusters.max=100000");

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
      names = "--terminate",
      description = "end a replica with SIGTERM when three quarters are processed")
  private boolean terminate;

  @Option(
      names = "--isolation",
      description = {
        "instead measure equal small clusters beside a large one with 100,000 waiting jobs, which"
            + " is studied about every 40 s, for at most 30 s, at the beginning and in the last third of the run; needs"
            + " --rate"
      })
  private boolean isolation;

  @Option(
      names = "--active",
      paramLabel = "JOBS",
      description = {
        "instead begin with this many waiting and running jobs of all clusters, and at the end kill"
            + " all replicas and start as many; needs --rate"
      })
  private int active;

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT",
      description = {
        "brokers to use instead of an embedded one, with kafka.client.* of --set; topics and groups"
            + " named gnomon-load-* are created there, and deleted at the end; their clocks must"
            + " agree, because they measure the time from event to decision"
      })
  private @Nullable String bootstrapServers;

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

  private final Path folder;

  /** The command, which makes a folder of logs in {@code folder}. */
  private FleetLoad(Path folder) {
    this.folder = folder;
  }

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    System.exit(Commands.run(commandLine(), arguments));
  }

  /** The command with its error handling. */
  public static CommandLine commandLine() {
    return commandLine(Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** The command with its error handling, which makes a folder of logs in {@code folder}. */
  static CommandLine commandLine(Path folder) {
    return Commands.prepare(new CommandLine(new FleetLoad(folder)));
  }

  @Override
  public Integer call() throws Exception {
    List<Ending> endings = endings();
    atLeast(isolation ? 2 : 1, "--clusters", clusters, isolation ? " with --isolation" : "");
    atLeast(1, "--jobs", jobs, "");
    atLeast(
        1 + endings.size(),
        "--replicas",
        replicas,
        (kill ? " with --kill" : "")
            + (kill && terminate ? " and --terminate" : terminate ? " with --terminate" : ""));
    atLeast(1, "--partitions", partitions, "");
    atLeast(0, "--active", active, "");
    String paced = isolation ? " with --isolation" : active > 0 ? " with --active" : "";
    atLeast(paced.isEmpty() ? 0 : 1, "--rate", rate, paced);
    Path logs = Files.createTempDirectory(folder, "gnomon-load");
    PrintWriter out = spec.commandLine().getOut();
    try (InterruptOnShutdown end = new InterruptOnShutdown("gnomon load");
        Broker broker = broker()) {
      return isolation
          ? isolated(out, broker, logs)
          : active > 0
              ? withActiveJobs(out, broker, endings, logs)
              : compared(out, broker, endings, logs);
    }
  }

  private List<Ending> endings() {
    List<Ending> endings = new ArrayList<>();
    if (kill) {
      endings.add(Ending.SIGKILL);
    }
    if (terminate) {
      endings.add(Ending.SIGTERM);
    }
    return endings;
  }

  private Broker broker() throws IOException {
    if (bootstrapServers == null) {
      return Broker.embedded();
    }
    Map<String, String> client = new HashMap<>();
    for (String setting : settings) {
      if (setting.startsWith(CLIENT)) {
        String[] parts = setting.substring(CLIENT.length()).split("=", 2);
        client.put(parts[0], parts.length == 1 ? "" : parts[1]);
      }
    }
    client.put("bootstrap.servers", bootstrapServers);
    return Broker.given(client);
  }

  private int isolated(PrintWriter out, Broker broker, Path logs) throws Exception {
    Isolation run = Isolation.record(clusters, jobs, rate, seed);
    announce(out, run.events(), logs);
    FleetRun.Load load = load(replicas, rate, endings(), Isolation.SETTINGS, logs);
    FleetRun.Result result = new FleetRun(broker, "isolation", run.events(), load).run();
    print(out, name(), run.events().size(), result);
    printPaced(out, run.events(), result);
    run.print(out, partitions, result);
    out.flush();
    return 0;
  }

  private int withActiveJobs(PrintWriter out, Broker broker, List<Ending> endings, Path logs)
      throws Exception {
    LoadEvents events = ActiveJobsLoad.record(clusters, active, jobs, seed);
    announce(out, events, logs);
    FleetRun.Load load = load(replicas, rate, endings, ActiveJobsLoad.SETTINGS, logs);
    FleetRun.Result result = new FleetRun(broker, "active", events, load).run();
    print(out, name(), events.size() - events.atOnce(), result);
    printPaced(out, events, result);
    FleetRun.Restart restart = requireNonNull(result.restart());
    out.printf(
        "restart after SIGKILL of all replicas: clusters restored after %.1f s, all events processed"
            + " after %.1f s, peak memory %s MB%n",
        restart.ownedSeconds(), restart.seconds(), rounded(restart.megabytes()));
    out.println(
        restart.differing().isEmpty()
            ? "states of all clusters are as before"
            : "states differ from those before: " + String.join(", ", restart.differing()));
    out.flush();
    return restart.differing().isEmpty() ? 0 : 1;
  }

  private int compared(PrintWriter out, Broker broker, List<Ending> endings, Path logs)
      throws Exception {
    LoadEvents events = ManyClusters.record(clusters, jobs, seed);
    announce(out, events, logs);
    FleetRun.Load alone = load(1, 0, List.of(), List.of(), logs);
    FleetRun.Result undisturbed = new FleetRun(broker, "undisturbed", events, alone).run();
    print(out, "one replica", events.size(), undisturbed);
    FleetRun.Load shared = load(replicas, rate, endings, List.of(), logs);
    FleetRun.Result result = new FleetRun(broker, "load", events, shared).run();
    print(out, name(), events.size(), result);
    if (rate > 0) {
      printPaced(out, events, result);
    }
    List<String> differing = differing(undisturbed.results(), result.results());
    for (String id : differing) {
      Files.writeString(
          logs.resolve(id + "-undisturbed.txt"), undisturbed.results().getOrDefault(id, ""));
      Files.writeString(logs.resolve(id + "-load.txt"), result.results().getOrDefault(id, ""));
    }
    out.println(
        differing.isEmpty()
            ? "states, decisions and %,d commands of all clusters are equal"
                .formatted(result.commands())
            : "states, decisions or commands differ, see the files in %s: %s"
                .formatted(logs, String.join(", ", differing)));
    out.flush();
    return differing.isEmpty() ? 0 : 1;
  }

  private String name() {
    return replicas == 1 ? "one replica" : replicas + " replicas";
  }

  private void announce(PrintWriter out, LoadEvents events, Path logs) {
    out.printf("%,d events of %,d clusters; logs in %s%n", events.size(), clusters, logs);
    out.flush();
  }

  private void atLeast(int least, String option, int value, String when) {
    if (value < least) {
      throw new ParameterException(
          spec.commandLine(), "%s must be at least %d%s: %d".formatted(option, least, when, value));
    }
  }

  private FleetRun.Load load(
      int processes, int pace, List<Ending> endings, List<String> scenario, Path logs) {
    List<String> all = new ArrayList<>(DEFAULTS);
    all.addAll(scenario);
    all.addAll(settings);
    return new FleetRun.Load(processes, partitions, pace, endings, heap, all, active > 0, logs);
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
        rounded(result.megabytes()));
    result
        .takeOverSeconds()
        .forEach(
            (how, seconds) ->
                out.printf(
                    seconds.isNaN()
                        ? "  no take-over (%2$s): all events were processed before; use more --jobs%n"
                        : "  take-over after %.1f s (%s)%n",
                    seconds,
                    how));
    out.flush();
  }

  private static String rounded(double[] figures) {
    return Arrays.toString(Arrays.stream(figures).mapToLong(Math::round).toArray());
  }

  /** What is of use in a paced run only. */
  private static void printPaced(PrintWriter out, LoadEvents events, FleetRun.Result result) {
    out.printf("  most lag %,d events%n", result.mostLag());
    int begin = events.atOnce();
    int half = begin + (events.size() - begin) / 2;
    printPaced(out, "first half, with the warm-up", begin, half, result);
    printPaced(out, "second half", half, events.size(), result);
    out.printf(
        "  processors in use: %.2f by the replicas, %.2f by this process%n",
        result.cpuSeconds() / result.seconds(), result.otherCpuSeconds() / result.seconds());
    out.flush();
  }

  private static void printPaced(
      PrintWriter out, String when, int begin, int end, FleetRun.Result result) {
    Percentiles delays =
        new Percentiles(
            IntStream.range(begin, end)
                .mapToDouble(position -> 1000 * result.delays().seconds(position)));
    Percentiles latencies =
        new Percentiles(
            result.latencies().stream()
                .filter(one -> one.position() >= begin && one.position() < end)
                .mapToDouble(FleetRun.Latency::millis));
    out.printf(
        "  %s: event to state, median %,.0f ms, 99th percentile %,.0f ms; %,d decisions, median"
            + " %,.0f ms, 99th percentile %,.0f ms%n",
        when,
        delays.at(MEDIAN),
        delays.at(TAIL),
        latencies.count(),
        latencies.at(MEDIAN),
        latencies.at(TAIL));
  }
}
