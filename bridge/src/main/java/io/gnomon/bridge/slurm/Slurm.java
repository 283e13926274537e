package io.gnomon.bridge.slurm;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.SlurmSettings.Key;
import io.gnomon.bridge.slurm.read.SlurmException;
import io.gnomon.commandline.Commands;
import io.gnomon.commandline.GnomonVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code bridge slurm}: connects a Slurm cluster to the topics until it is stopped. */
@Command(
    name = "gnomon bridge slurm",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    sortOptions = false,
    description = "Connect a Slurm cluster to Gnomon's topics.",
    footerHeading = "%nConfiguration keys, for the file or --set, with their defaults:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:stopped", "1:failed", "2:wrong usage"})
public final class Slurm implements Callable<Integer> {
  private static final int GRACE_SECONDS = 20;

  @Option(names = "--config", paramLabel = "FILE", description = "YAML file of keys and values")
  private @Nullable Path config;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "one key; wins over the environment (GNOMON_…) and the file")
  private List<String> flags = List.of();

  @Option(
      names = "--check",
      description =
          "only report what is found of Slurm and what is missing; exit status 1 if something is")
  private boolean check;

  @Option(
      names = "--plan",
      paramLabel = "POLICY",
      description = "only print the changes for a policy, such as multi-queue(partitions=3)")
  private @Nullable String plan;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    if (System.getProperty("logback.configurationFile") == null) {
      System.setProperty("logback.configurationFile", "gnomon-bridge-logback.xml");
    }
    if (arguments.length == 0 || !arguments[0].equals("slurm")) {
      System.err.println("gnomon bridge: the scheduler is missing; it must be slurm");
      System.err.println("See 'gnomon bridge slurm --help'.");
      System.exit(2);
    }
    System.exit(Commands.run(commandLine(), Arrays.copyOfRange(arguments, 1, arguments.length)));
  }

  /** The command with its help and error handling. */
  public static CommandLine commandLine() {
    CommandLine line = Commands.prepare(new CommandLine(new Slurm()));
    line.getCommandSpec()
        .usageMessage()
        .footer(Arrays.stream(Key.values()).map(Key::line).toArray(String[]::new));
    return line;
  }

  @Override
  public Integer call() throws InterruptedException {
    SlurmSettings settings = new SlurmSettings();
    try {
      if (config != null) {
        if (!Files.isReadable(config)) {
          System.err.println("gnomon bridge slurm: --config " + config + " cannot be read");
          return 2;
        }
        settings.file(config);
      }
      settings.environment(System.getenv());
      flags.forEach(settings::flag);
      if (check) {
        return check(settings);
      }
      if (plan != null) {
        return plan(settings, plan);
      }
      settings.effective().forEach(System.err::println);
      return serve(new SlurmBridge(settings));
    } catch (IllegalArgumentException e) {
      System.err.println("gnomon bridge slurm: " + e.getMessage());
      return 2;
    } catch (IOException | SlurmException | CannotApplyException e) {
      System.err.println("gnomon bridge slurm: " + e.getMessage());
      return 1;
    }
  }

  private int check(SlurmSettings settings) throws SlurmException {
    Check report = new Check(settings);
    boolean fit = report.look();
    report.lines().forEach(spec.commandLine().getOut()::println);
    return fit ? 0 : 1;
  }

  private int plan(SlurmSettings settings, String policy)
      throws IOException, SlurmException, CannotApplyException {
    Path state = Path.of(settings.text(Key.STATE));
    Files.createDirectories(state);
    settings.flag("slurm.apply=dry-run");
    spec.commandLine()
        .getOut()
        .println(
            SlurmBridge.configurator(settings, state, SlurmBridge.reader(settings)).plan(policy));
    return 0;
  }

  private static int serve(SlurmBridge bridge) throws IOException, InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    Thread shutdown =
        new Thread(
            () -> {
              bridge.stop();
              try {
                ended.await(GRACE_SECONDS, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "gnomon-shutdown");
    Runtime.getRuntime().addShutdownHook(shutdown);
    try {
      bridge.run();
    } finally {
      ended.countDown();
    }
    return 0;
  }
}
