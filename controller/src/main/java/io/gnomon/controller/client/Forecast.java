package io.gnomon.controller.client;

import io.gnomon.commandline.Commands;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.commandline.ReportOutput;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
  @Option(
      names = "--request",
      required = true,
      paramLabel = "SPEC",
      description =
          "what the job would request, such as 'processors=64,time=4h' or"
              + " 'processors=1,time=30m,user=ann'; a user improves the predicted runtime")
  private JobRequest request = new JobRequest(1, 1, null);

  @Mixin private final ControllerClient controller = new ControllerClient();

  @Option(
      names = "--format",
      paramLabel = "table|json",
      defaultValue = "table",
      description = "format of the answer (default: ${DEFAULT-VALUE})")
  private Format format = Format.TABLE;

  @Mixin private final ReportOutput output = new ReportOutput();

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
    String cluster = controller.cluster();
    JsonObject answer = controller.get(cluster, "/forecast/request?" + request.query());
    output.write(format.print(answer, new OutlookText(answer, ZoneId.systemDefault()).ofRequest()));
    return 0;
  }
}
