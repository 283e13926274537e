package io.gnomon.controller.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.gnomon.commandline.Commands;
import io.gnomon.commandline.GnomonVersion;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command {@code forecast}: when a job would start if it were submitted now. */
@Command(
    name = "gnomon forecast",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    sortOptions = false,
    description = {
      "Forecast when a job would start if it were submitted now.",
      "",
      "The command asks a running controller, which simulates the job from the current state of the"
          + " cluster, as requested and with other requests. It changes nothing."
          + " A token is needed only if the controller has http.read-access: token."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:done", "1:no controller answers, or the job is too wide", "2:wrong usage"})
public final class Forecast implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "SCRIPT",
      description = "script of a job for sbatch, whose #SBATCH lines are read")
  private @Nullable Path script;

  @Option(
      names = "--request",
      paramLabel = "SPEC",
      description =
          "what the job would request, such as 'processors=64,time=4h' or"
              + " 'processors=8,time=30m,user=ann,partition=gpu,gpus=2,memory=64G'; keys:"
              + " processors, time, user, nodes, memory (on each node), memory-per-cpu, gpus,"
              + " gpus-per-node, features, partition, account, qos, exclusive. It has precedence"
              + " over SCRIPT. User and account improve predicted runtime and priority.")
  private JobRequest request = new JobRequest(Map.of());

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private final ControllerClient controller = new ControllerClient();

  @Mixin private final AnswerOutput output = new AnswerOutput();

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    System.exit(Commands.run(commandLine(), arguments));
  }

  /** Creates the command with its help and error handling. */
  public static CommandLine commandLine() {
    return Commands.prepare(
        new CommandLine(new Forecast()).registerConverter(JobRequest.class, JobRequest::parse));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    JobRequest asked = asked();
    String cluster = controller.cluster();
    JsonObject answer = controller.get(cluster, "/forecast/request?" + asked.query());
    output.write(answer, new OutlookText(answer, ZoneId.systemDefault()).ofRequest());
    return 0;
  }

  private JobRequest asked() throws IOException {
    if (script == null && request.values().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "missing option '--request SPEC', or the name of a SCRIPT");
    }
    JobRequest asked = script == null ? request : ofScript(script).with(request);
    String missing = asked.missing();
    if (!missing.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "--request: '%s' is missing; write for example 'processors=64,time=4h,user=ann'"
              .formatted(missing));
    }
    return asked;
  }

  private JobRequest ofScript(Path file) throws IOException {
    try {
      // any bytes are characters of ISO 8859-1; those beyond ASCII are in comments
      SbatchScript read = SbatchScript.of(Files.readAllLines(file, ISO_8859_1));
      if (!read.notSimulated().isEmpty()) {
        spec.commandLine()
            .getErr()
            .println("not simulated: " + String.join(", ", read.notSimulated()));
      }
      return read.request();
    } catch (NoSuchFileException missing) {
      throw new ParameterException(
          spec.commandLine(), "SCRIPT is '%s', which does not exist".formatted(file), missing);
    } catch (TypeConversionException invalid) {
      throw new ParameterException(
          spec.commandLine(), "%s: %s".formatted(file, invalid.getMessage()), invalid);
    }
  }
}
