package io.gnomon.controller.doctor;

import io.gnomon.commandline.Commands;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.OutputFormat;
import io.gnomon.config.ConfigOptions;
import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.config.InvalidConfigException;
import io.gnomon.config.KafkaKeys;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.kafka.output.TopicNames;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code doctor}: checks what {@code serve} needs. */
@Command(
    name = "gnomon doctor",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    sortOptions = false,
    description = {
      "Check the brokers, topics, ACLs, files and the clock that 'gnomon serve' needs.",
      "",
      "Use the configuration of 'gnomon serve', and run the command as its user. It prints one line"
          + " for each check: ok, warning or failed, with the remedy. It writes no record to a"
          + " topic of Gnomon."
    },
    footerHeading = "%n'gnomon serve --help' lists the configuration keys.%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:no check failed", "1:a check failed", "2:wrong usage"})
public final class Doctor implements Callable<Integer> {
  private static final String CONFIGURATION = "configuration";

  @Mixin private final ConfigOptions config = new ConfigOptions();

  @Option(
      names = "--format",
      converter = OutputFormat.TextOrJson.class,
      completionCandidates = OutputFormat.TextOrJson.class,
      paramLabel = "text|json",
      defaultValue = "text",
      description = "format of the report (default: ${DEFAULT-VALUE})")
  private OutputFormat format = OutputFormat.TABLE;

  @Option(
      names = "--size",
      paramLabel = "KEY=N,...",
      description = {
        "instead of checks, print what an installation of this size needs, such as"
            + " clusters=100,jobs=50000",
        "further numbers: recorded (completed jobs of the recorded past), events (a second),"
            + " replicas"
      })
  private @Nullable String size;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    if (System.getProperty("logback.configurationFile") == null) {
      System.setProperty("logback.configurationFile", "gnomon-doctor-logback.xml");
    }
    System.exit(Commands.run(commandLine(), arguments));
  }

  /** The command with its error handling. */
  public static CommandLine commandLine() {
    return Commands.prepare(new CommandLine(new Doctor()));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String wanted = size;
    if (wanted != null) {
      Sizing needs = sizing(wanted);
      spec.commandLine().getOut().print(format == OutputFormat.JSON ? needs.json() : needs.text());
      spec.commandLine().getOut().flush();
      return 0;
    }
    List<Check> checks = checks(Clock.systemUTC());
    spec.commandLine()
        .getOut()
        .print(format == OutputFormat.JSON ? DoctorReport.json(checks) : DoctorReport.text(checks));
    spec.commandLine().getOut().flush();
    return DoctorReport.passed(checks) ? 0 : 1;
  }

  private Sizing sizing(String text) {
    try {
      return Sizing.parse(text);
    } catch (IllegalArgumentException invalid) {
      throw new ParameterException(spec.commandLine(), "--size: " + invalid.getMessage(), invalid);
    }
  }

  private List<Check> checks(Clock clock) throws IOException, InterruptedException {
    EffectiveConfiguration loaded;
    try {
      loaded = config.load(ControllerKeys.ALL).load();
    } catch (InvalidConfigException e) {
      return List.of(invalid(e)); // nothing else can be checked without it
    }
    List<Check> checks = new ArrayList<>();
    try {
      ControllerKeys.read(loaded);
      checks.add(Check.ok(CONFIGURATION, "all values are valid"));
    } catch (IllegalArgumentException e) {
      checks.add(invalid(e));
    }
    checks.addAll(FileChecks.of(loaded, clock.instant()));
    checks.addAll(
        BrokerChecks.of(
            loaded.kafka(),
            new TopicNames(loaded.get(KafkaKeys.TOPICS_PREFIX)),
            loaded.get(ControllerKeys.GROUP),
            clock));
    return checks;
  }

  private static Check invalid(IllegalArgumentException problem) {
    return Check.failed(
        CONFIGURATION, String.valueOf(problem.getMessage()), "Correct the configuration.");
  }
}
