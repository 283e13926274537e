package io.gnomon.controller.client;

import io.gnomon.commandline.Commands;
import io.gnomon.commandline.GnomonVersion;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code explain}: why a job waits, when it starts, and what would help. */
@Command(
    name = "gnomon explain",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    sortOptions = false,
    description = {
      "Explain why a job waits, when it is expected to start, and what would let it start earlier.",
      "",
      "The command asks a running controller, which simulates the job from the current state of the"
          + " cluster, as submitted and with other requests. It changes nothing."
          + " A token is needed only if the controller has http.read-access: token."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:done",
      "1:no controller answers, or it does not know the job",
      "2:wrong usage"
    })
public final class Explain implements Callable<Integer> {
  @Parameters(
      paramLabel = "JOB",
      description =
          "the job as squeue prints it: 4711, a task such as 72_5, or an array such as 72 or"
              + " 72_[5-8%%2], which stands for its next task")
  private String job = "";

  @Mixin private final ControllerClient controller = new ControllerClient();

  @Mixin private final AnswerOutput output = new AnswerOutput();

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    System.exit(Commands.run(commandLine(), arguments));
  }

  /** Creates the command with its help and error handling. */
  public static CommandLine commandLine() {
    return Commands.prepare(new CommandLine(new Explain()));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (job.isBlank()) {
      throw controller.wrong("JOB is empty; give the id of a job, such as 4711");
    }
    String cluster = controller.cluster();
    JsonObject answer = controller.get(cluster, "/jobs/" + ControllerClient.encoded(job));
    output.write(answer, new OutlookText(answer, ZoneId.systemDefault()).ofJob());
    return 0;
  }
}
