package io.gnomon.bridge.slurm;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.commandline.Commands;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.config.ConfigLoader;
import io.gnomon.config.ConfigOptions;
import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.text.SpecText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code bridge slurm}, which connects a Slurm cluster to the topics. */
@Command(
    name = "gnomon bridge slurm",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    sortOptions = false,
    description = "Connect a Slurm cluster to Gnomon's topics until it is stopped.",
    footerHeading = "%nConfiguration keys, for the file or --set, with their defaults:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:stopped, or nothing is missing for what is configured (--check)",
      "1:failed, or something is missing (--check)",
      "2:wrong usage or configuration"
    })
public final class SlurmCommand implements Callable<Integer> {
  private static final int SHUTDOWN_SECONDS = 20;

  /** Options of {@code gnomon bridge} without a scheduler. */
  private static final Set<String> HELP = Set.of("-h", "--help", "-V", "--version");

  @Mixin private final ConfigOptions options = new ConfigOptions();

  @Option(
      names = "--check",
      description = "Report what the bridge reads from Slurm and what is missing, then exit.")
  private boolean check;

  @Option(
      names = "--plan",
      paramLabel = "POLICY",
      description =
          "Print what a policy would change in Slurm, then exit, such as"
              + " 'slurm(PriorityWeightFairshare=50000)'; what it does not name has the"
              + " site's own value.")
  private @Nullable String plan;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    if (System.getProperty("logback.configurationFile") == null) {
      System.setProperty("logback.configurationFile", "gnomon-bridge-logback.xml");
    }
    boolean help = arguments.length > 0 && HELP.contains(arguments[0]);
    if (!help && (arguments.length == 0 || !arguments[0].equals("slurm"))) {
      System.err.println(
          arguments.length == 0
              ? "gnomon bridge: the scheduler is missing; it must be slurm"
              : "gnomon bridge: unknown scheduler '" + arguments[0] + "'; it must be slurm");
      System.err.println("See 'gnomon bridge slurm --help'.");
      System.exit(2);
    }
    int from = help ? 0 : 1;
    System.exit(Commands.run(commandLine(), Arrays.copyOfRange(arguments, from, arguments.length)));
  }

  /** The command with its help and error handling. */
  public static CommandLine commandLine() {
    CommandLine line = Commands.prepare(new CommandLine(new SlurmCommand()));
    line.getCommandSpec().usageMessage().footer(SlurmKeys.ALL.help());
    return line;
  }

  @Override
  public Integer call() throws InterruptedException {
    try {
      ConfigLoader loader = options.load(SlurmKeys.ALL);
      if (check) {
        return check(loader.load());
      }
      if (plan != null) {
        return plan(loader.flag(SlurmKeys.APPLY + "=dry-run"), plan);
      }
      EffectiveConfiguration config = loader.load();
      config.effective().forEach(System.err::println);
      return serve(new SlurmBridge(config));
    } catch (IllegalArgumentException e) {
      return fail(2, e.getMessage());
    } catch (IOException | UncheckedIOException | SlurmException | CannotApplyException e) {
      return fail(1, e.getMessage());
    }
  }

  private static int fail(int status, @Nullable String message) {
    System.err.println("gnomon bridge slurm: " + message);
    return status;
  }

  private int check(EffectiveConfiguration config) throws SlurmException {
    SlurmCheck report = SlurmCheck.read(config);
    report.findings().stream()
        .map(SlurmCheck.Finding::line)
        .forEach(spec.commandLine().getOut()::println);
    return report.complete() ? 0 : 1;
  }

  private int plan(ConfigLoader loader, String policy)
      throws IOException, SlurmException, CannotApplyException {
    LimitRanges declared = loader.load().get(SlurmKeys.RANGES).orElse(LimitRanges.NONE);
    LimitRanges planned = declared.including(SpecText.parse(policy).parameters());
    EffectiveConfiguration config = loader.flag(SlurmKeys.RANGES + "=" + planned).load();
    Path stateFolder = config.get(SlurmKeys.STATE);
    SlurmBridge.createStateFolder(stateFolder);
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        SlurmBridge.configurator(config, stateFolder, SlurmBridge.reader(config)).plan(policy));
    planned.ranges().keySet().stream()
        .filter(limit -> !declared.contains(limit))
        .forEach(
            limit ->
                out.println(
                    "# missing: slurm.ranges does not declare %s, so commands must not change it; add %1$s=LEAST..MOST"
                        .formatted(limit.parameter())));
    return 0;
  }

  private static int serve(SlurmBridge bridge) throws IOException, InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    Thread shutdown =
        new Thread(
            () -> {
              bridge.stop();
              try {
                ended.await(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
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
