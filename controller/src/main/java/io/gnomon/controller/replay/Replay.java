package io.gnomon.controller.replay;

import io.gnomon.config.ConfigOptions;
import io.gnomon.controller.ControllerConfig;
import io.gnomon.controller.config.ConfigAssembler;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.kafka.TopicNames;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code replay}: a decision made again from what was recorded, beside its record. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes a decision of the controller again, its study just as far as it went then, and tells"
          + " whether it comes out as it was recorded.",
      "",
      "It reads the topics, or files of them, and changes nothing. The configuration must be that"
          + " of the controller that decided."
    },
    footerHeading = "%nKeys of the configuration: ./gnomon serve --help%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:the decision came out as it was recorded",
      "1:it came out otherwise, or could not be made again",
      "2:wrong usage"
    })
public final class Replay implements Callable<Integer> {
  @Parameters(
      paramLabel = "DECISION",
      description = "the decision's id, such as tetralith-d4711; the page and the API tell it")
  private String decision = "";

  @Mixin private final ConfigOptions config = new ConfigOptions();

  @ArgGroup(exclusive = false)
  private @Nullable Recorded files;

  @Option(
      names = "--from-beginning",
      description = "take all events, also where a checkpoint before the decision is kept")
  private boolean whole;

  @Option(
      names = "--format",
      paramLabel = "table|json",
      defaultValue = "table",
      description = "how to tell (default: ${DEFAULT-VALUE})")
  private Format format = Format.table;

  /** How to tell it. */
  enum Format {
    table,
    json
  }

  /** The files in place of the topics. */
  static final class Recorded {
    @Option(
        names = "--events",
        required = true,
        paramLabel = "FILE",
        description = "a partition of the topic of events, a line each: offset, tab, event")
    private Path events = Path.of("");

    @Option(
        names = "--decisions",
        required = true,
        paramLabel = "FILE",
        description = "the topic of decisions, a line each")
    private Path decisions = Path.of("");
  }

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command, to be executed. */
  public static CommandLine commandLine() {
    return new CommandLine(new Replay());
  }

  @Override
  public Integer call() {
    ControllerConfig settings;
    try {
      Audit.offsetOf(decision);
      settings = ConfigAssembler.assemble(config.load(ControllerKeys.ALL).load());
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("gnomon replay: " + e.getMessage());
      return 2;
    }
    Recording recording;
    Recorded given = files;
    if (given == null) {
      recording = new TopicRecording(settings.kafka(), new TopicNames(settings.prefix()));
    } else {
      for (Path file : new Path[] {given.events, given.decisions}) {
        boolean aFolder = Files.isDirectory(file);
        if (aFolder || !Files.isReadable(file)) {
          System.err.println(
              "gnomon replay: "
                  + file
                  + (aFolder ? " is a folder, not a file" : " cannot be read"));
          return 2;
        }
      }
      recording = new FileRecording(given.events, given.decisions);
    }
    return replay(recording, settings);
  }

  /** On a terminal, one line that is written over. */
  private static void progress(long offset, long last, int studies) {
    if (Boolean.getBoolean("gnomon.terminal") && (offset % 100 == 0 || offset == last)) {
      System.err.printf("\r\033[Kevent %d of %d, %d studies", offset, last, studies);
      System.err.print(offset == last ? "\r\033[K" : "");
    }
  }

  private int replay(Recording recording, ControllerConfig settings) {
    ExecutorService workers = Executors.newFixedThreadPool(settings.studyThreads());
    try {
      ReplayedDecision replayed =
          ReplayedDecision.make(
              decision, recording, settings.control(), workers, whole, Replay::progress);
      System.out.print(
          format == Format.json
              ? ReplayReport.json(replayed) + "\n"
              : ReplayReport.table(replayed));
      return replayed.comparison().equal() ? 0 : 1;
    } catch (IOException | KafkaException | IllegalStateException e) {
      System.err.println("gnomon replay: " + e.getMessage());
      return 1;
    } finally {
      workers.shutdownNow();
    }
  }
}
