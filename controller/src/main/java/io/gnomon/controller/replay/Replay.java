package io.gnomon.controller.replay;

import io.gnomon.commandline.Commands;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.OutputFormat;
import io.gnomon.commandline.Progress;
import io.gnomon.commandline.ReportOutput;
import io.gnomon.config.ConfigOptions;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.kafka.output.TopicNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code replay}: repeats a decision from recorded events and compares the result. */
@Command(
    name = "gnomon replay",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    sortOptions = false,
    description = {
      "Repeat a decision of the controller from the recorded events, with its study run exactly"
          + " as far as it was run then, and compare the result with the record.",
      "",
      "The command reads the topics, or files with their records, and changes nothing. Use the"
          + " configuration of the controller that made the decision."
    },
    footerHeading = "%n'gnomon serve --help' lists the configuration keys.%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:the repeated decision equals its record",
      "1:it differs, or it could not be repeated",
      "2:wrong usage"
    })
public final class Replay implements Callable<Integer> {
  @Parameters(
      paramLabel = "DECISION",
      description =
          "id of the decision, such as tetralith-d4711.Xk3aQ1bC, from the dashboard or the API")
  private String decision = "";

  @Mixin private final ConfigOptions config = new ConfigOptions();

  @ArgGroup(exclusive = false)
  private @Nullable Recorded files;

  @Option(
      names = "--from-beginning",
      description = "replay all events, even when a checkpoint before the decision exists")
  private boolean whole;

  @Option(
      names = "--format",
      converter = OutputFormat.TableOrJson.class,
      completionCandidates = OutputFormat.TableOrJson.class,
      paramLabel = "table|json",
      defaultValue = "table",
      description = "format of the report (default: ${DEFAULT-VALUE})")
  private OutputFormat format = OutputFormat.TABLE;

  @Mixin private final ReportOutput output = new ReportOutput();

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Files that replace the topics. */
  static final class Recorded {
    @Option(
        names = "--events",
        required = true,
        paramLabel = "FILE",
        description =
            "records of one partition of the events topic, one per line: offset, tab, event")
    private Path events = Path.of("");

    @Option(
        names = "--decisions",
        required = true,
        paramLabel = "FILE",
        description = "records of the decisions topic, one per line")
    private Path decisions = Path.of("");
  }

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    System.exit(Commands.run(commandLine(), arguments));
  }

  /** The command with its error handling. */
  public static CommandLine commandLine() {
    return Commands.prepare(new CommandLine(new Replay()));
  }

  @Override
  public Integer call() throws IOException {
    ControllerConfig settings;
    try {
      DecisionId.parse(decision);
      settings = ControllerKeys.read(config.load(ControllerKeys.ALL).load());
    } catch (IOException | IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    return replay(recording(settings), settings);
  }

  private Recording recording(ControllerConfig settings) {
    Recorded given = files;
    if (given == null) {
      return new TopicRecording(
          settings.kafka().properties(),
          new TopicNames(settings.kafka().prefix()),
          settings.signing().eventKeys());
    }
    for (Path file : new Path[] {given.events, given.decisions}) {
      boolean folder = Files.isDirectory(file);
      if (folder || !Files.isReadable(file)) {
        throw new ParameterException(
            spec.commandLine(), file + (folder ? " is a folder, not a file" : " cannot be read"));
      }
    }
    return new FileRecording(given.events, given.decisions);
  }

  private int replay(Recording recording, ControllerConfig settings) throws IOException {
    Progress progress = new Progress(spec.commandLine().getErr());
    ExecutorService workers = Executors.newFixedThreadPool(settings.work().studyThreads());
    try {
      ReplayedDecision replayed =
          ReplayedDecision.make(
              decision,
              recording,
              settings.control(),
              workers,
              whole,
              (offset, last, studies) ->
                  progress.show("events", last > 0 ? (double) offset / last : 0));
      progress.clear();
      output.write(
          format == OutputFormat.JSON
              ? ReplayReport.json(replayed) + "\n"
              : ReplayReport.table(replayed));
      return replayed.comparison().equal() ? 0 : 1;
    } catch (KafkaException | IllegalStateException e) {
      progress.clear();
      throw new IOException(e.getMessage(), e);
    } finally {
      workers.shutdownNow();
    }
  }
}
