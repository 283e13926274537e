package io.gnomon.sandbox.watch;

import io.gnomon.bridge.slurm.SlurmKeys;
import io.gnomon.commandline.Commands;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sandbox.InterruptOnShutdown;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.text.Durations;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code watch}: Gnomon beside a Slurm, on embedded defaults. */
@Command(
    name = "gnomon watch",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    sortOptions = false,
    description = {
      "Show the queue of this machine's Slurm on a dashboard, and recommend policies.",
      "An embedded Kafka broker, the bridge in dry run and the controller run in this",
      "process. watch needs squeue and scontrol, and changes Slurm only with --approve."
    },
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:stopped", "1:failed", "2:wrong usage"})
public final class Watch implements Callable<Integer> {
  private static final String COMMAND = "gnomon watch";
  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofDays(7);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description =
          "folder that keeps what was observed and recommended, at most about 1 GB (default:"
              + " gnomon/watch in $XDG_STATE_HOME or ~/.local/state)")
  private @Nullable Path state;

  @Option(
      names = "--port",
      paramLabel = "P",
      description =
          "port of the dashboard on 127.0.0.1, 0 for any free port (default: ${DEFAULT-VALUE})")
  private int port = 8080;

  @Option(
      names = "--period",
      paramLabel = "DURATION",
      description =
          "time between evaluations of the queue, 1m to 7d (default:" + " ${DEFAULT-VALUE})")
  private String period = "10m";

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      description =
          "policy to simulate instead of the one that Slurm is configured to, such as easy, or"
              + " 'slurm(bf_interval=60s)' for a Slurm with that difference")
  private @Nullable String policy;

  @Option(
      names = "--approve",
      description =
          "make the changes that you approve on the page, and undo them there: a trial. Run it as"
              + " SlurmUser or a Slurm operator; for settings of slurm.conf, 'Include"
              + " /etc/slurm/gnomon/gnomon.conf' must be in it")
  private boolean approve;

  @Option(
      names = "--squeue",
      paramLabel = "FILE",
      description =
          "show a recorded queue instead, the output of 'squeue --json --states=all'; needs no"
              + " Slurm and keeps no state")
  private @Nullable Path recording;

  @Option(
      names = "--processors",
      paramLabel = "N",
      description =
          "with --squeue: processors of the cluster (default: the least that the recorded jobs"
              + " need)")
  private int processors;

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    if (System.getProperty("logback.configurationFile") == null) {
      System.setProperty("logback.configurationFile", "gnomon-watch-logback.xml");
    }
    System.exit(Commands.run(commandLine(), arguments));
  }

  /** The command with its error handling. */
  public static CommandLine commandLine() {
    return Commands.prepare(new CommandLine(new Watch()));
  }

  @Override
  public Integer call() throws IOException {
    Duration between = period();
    if (port < 0 || port > 65_535) {
      throw usageError("--port is %d; it must be from 0 to 65535".formatted(port));
    }
    if (processors < 0) {
      throw usageError("--processors is %d; it must be at least 1".formatted(processors));
    }
    Path file = recording;
    if (file == null && processors > 0) {
      throw usageError("--processors needs --squeue; Slurm reports its own processors");
    }
    if (file != null && state != null) {
      throw usageError("--squeue keeps no state; omit --state");
    }
    if (file != null && approve) {
      throw usageError("--approve changes a running Slurm; omit --squeue");
    }
    requirePolicy();
    if (file != null && policy != null) {
      throw usageError("--policy needs a running Slurm; omit --squeue");
    }
    try (InterruptOnShutdown end = new InterruptOnShutdown(COMMAND)) {
      if (file == null) {
        Path folder =
            state == null
                ? StateFolder.standard(System.getenv(), Path.of(System.getProperty("user.home")))
                : state;
        LiveQueue.requirePrograms(System.getenv().getOrDefault("PATH", ""));
        try (StateFolder opened = StateFolder.open(folder)) {
          Approval approval = approve ? Approval.create(opened.path()) : null;
          LiveQueue queue =
              LiveQueue.read(
                  folder,
                  policy == null
                      ? SlurmKeys.loader()
                      : SlurmKeys.loader().flag("slurm.policy=" + policy),
                  approval,
                  InstantSource.system());
          watch(queue, opened, between, approval);
        }
      } else {
        watch(RecordedQueue.read(file, processors), null, between, null);
      }
      return 0;
    }
  }

  private void watch(
      WatchedQueue queue,
      @Nullable StateFolder folder,
      Duration between,
      @Nullable Approval approval)
      throws IOException {
    long began = System.nanoTime();
    queue.description().forEach(this::say);
    if (!queue.limits().isEmpty()) {
      say("");
      say("Limits:");
      queue.limits().forEach(limit -> say("  - " + limit));
    }
    say("");
    try (WatchRun run =
        new WatchRun(queue, folder, port, between, approval, WatchRun.TRIAL, this::say)) {
      say("");
      say(
          String.format(
              Locale.ROOT,
              "Dashboard: %s#/%s   (ready after %.1f s)",
              run.dashboard(),
              queue.cluster(),
              (System.nanoTime() - began) / 1e9));
      queue.nextSteps(period).forEach(this::say);
      say("");
      say("Topics: kcat -F " + run.clientFile() + " -C -t " + WatchedQueue.PREFIX + ".events");
      say(
          folder == null
              ? "Press Ctrl-C to stop."
              : "Press Ctrl-C to stop. The next watch continues from " + folder.path() + ".");
      run.awaitFailure();
    } catch (InterruptedException | InterruptException stopped) {
      say("stopped");
    } catch (TimeoutException | IllegalStateException | KafkaException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  private void requirePolicy() {
    try {
      if (policy != null) {
        Policies.create(policy);
      }
    } catch (InvalidSpecException invalid) {
      throw usageError("--policy: " + invalid.getMessage());
    }
  }

  private Duration period() {
    try {
      Duration between = Durations.parse(period);
      if (between.compareTo(SHORTEST) >= 0 && between.compareTo(LONGEST) <= 0) {
        return between;
      }
      throw usageError("--period " + period + " must be from 1m to 7d");
    } catch (IllegalArgumentException invalid) {
      throw usageError("--period: " + invalid.getMessage());
    }
  }

  private ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
