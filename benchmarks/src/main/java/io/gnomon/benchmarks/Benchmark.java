package io.gnomon.benchmarks;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.SwfReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code benchmark}: measures the simulator against its budgets and prints a Markdown table. What
 * is compared is run in turn within one process, and the table holds ratios of medians.
 */
@Command(
    name = "benchmark",
    mixinStandardHelpOptions = true,
    description = "Measure simulation and fork against their budgets.")
public final class Benchmark implements Callable<Integer> {
  private static final int QUICK_ROUNDS = 5;
  private static final int ROUNDS = 30;
  private static final double MICROSECONDS = 1e6;
  private static final double MILLISECONDS = 1e3;

  @Option(names = "--quick", description = "Fewer rounds; the figures are rougher.")
  private boolean quick;

  @Option(names = "--output", paramLabel = "FILE.md", description = "Write the table there.")
  private @Nullable Path output;

  @Option(
      names = "--traces",
      defaultValue = "../shared/traces",
      paramLabel = "DIR",
      description = "The folder of the four traces; those missing are left out.")
  private Path traces = Path.of("../shared/traces");

  @Option(
      names = "--yardstick",
      defaultValue = "../shared/yardstick/PlainEasy.java",
      paramLabel = "FILE.java",
      description = "The program that EASY is measured against; left out where it is missing.")
  private Path yardstickSource = Path.of("../shared/yardstick/PlainEasy.java");

  /** Runs the command; exit status 0 done, 1 failed, 2 wrong usage. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Benchmark()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, ReflectiveOperationException {
    int rounds = quick ? QUICK_ROUNDS : ROUNDS;
    BudgetTable table = new BudgetTable();
    @Nullable Yardstick yardstick = Yardstick.compile(yardstickSource).orElse(null);
    for (Trace trace : Trace.ALL) {
      if (Files.exists(trace.in(traces))) {
        simulations(trace, yardstick, rounds, table);
      }
    }
    ForkCost small = ForkCost.of(10_000, 10 * rounds);
    ForkCost large = ForkCost.of(1_000_000, rounds);
    table.atMost("fork, 10,000 active jobs", 50, small.seconds() * MICROSECONDS, "µs");
    table.atMost("fork, 1,000,000 active jobs", 20, large.seconds() * MILLISECONDS, "ms");
    table.atMost("memory of a fork, 10,000 active jobs", 96, small.bytesPerJob(), "bytes a job");
    String report = machine() + "\n\n" + table;
    System.out.print(report);
    if (output != null) {
      Files.writeString(output, report, StandardCharsets.UTF_8);
    }
    return 0;
  }

  private void simulations(
      Trace trace, @Nullable Yardstick yardstick, int rounds, BudgetTable table)
      throws IOException, ReflectiveOperationException {
    int processors = trace.processors();
    JobLog log =
        new Preparation(processors, OverrunRule.KNOWN)
            .prepare(SwfReader.read(trace.in(traces)).log())
            .log();
    List<Runnable> tasks = new ArrayList<>();
    tasks.add(() -> simulate(log, processors, "easy"));
    tasks.add(() -> simulate(log, processors, "multi-queue(partitions=4)"));
    tasks.add(() -> simulate(log, processors, "conservative"));
    if (yardstick != null) {
      yardstick.load(trace.in(traces), processors);
      tasks.add(yardstick::simulate);
    }
    double[] seconds = Rounds.medians(rounds, tasks);
    if (yardstick != null) {
      double speed = seconds[3] / seconds[0];
      table.atLeast("EASY on " + trace.name() + ", speed", 2.5, speed, "× the yardstick");
    }
    table.atMost(
        "multi-queue(4) on " + trace.name() + ", time", 4, seconds[1] / seconds[0], "× EASY");
    table.atMost(
        "conservative on " + trace.name() + ", time", 12, seconds[2] / seconds[0], "× EASY");
  }

  private static void simulate(JobLog log, int processors, String policy) {
    ScheduleListener listener = new ScheduleListener(log.size());
    new Simulation(
            new ClusterState(processors), Policies.create(policy), new LogArrivals(log), listener)
        .run();
  }

  private static String machine() {
    return "%d processors, %s %s, JDK %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            System.getProperty("java.version"));
  }
}
