package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.client.Explain;
import io.gnomon.controller.client.Forecast;
import io.gnomon.controller.client.Queue;
import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.http.access.Credential;
import io.gnomon.controller.http.access.User;
import io.gnomon.controller.operation.Mode;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands for users, against a controller with the cluster of {@link JobApiTest}. */
class ClientCommandsTest {
  @AutoClose private ServedController served;

  private record Run(int status, String out, String err) {}

  @BeforeEach
  void serve() throws Exception {
    served = new ServedController();
    served.crowded();
  }

  private static Run run(CommandLine command, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return new Run(command.execute(arguments), out.toString(), err.toString());
  }

  private Run explain(String... arguments) {
    return run(Explain.commandLine(), withController(arguments));
  }

  private Run forecast(String... arguments) {
    return run(Forecast.commandLine(), withController(arguments));
  }

  private String[] withController(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--controller";
    all[arguments.length + 1] = "http://127.0.0.1:" + served.port + "/";
    return all;
  }

  /** The clock is at 13; base ends at 2200 at the latest. */
  @Test
  void explainsAWaitingJobInWords() {
    Run run = explain("4711");

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .startsWith("Job 4711: waiting, submitted ")
        .contains("6 processors, time limit 700s")
        .containsPattern("Expected start: .*, in \\d+ min; with 80 % probability between .* and ")
        .contains("It waits for:\n  6 processors are needed; 4 of 10 are free.\n")
        .contains("Jobs expected to start first:\n  narrow       3 processors  now\n")
        .containsPattern(
            "  3 processors:\n    .*, now; with 80 % probability between .* \\(\\d+ min earlier\\)");
  }

  @Test
  void sendsTheTokenOfAFileWhereReadingNeedsOne(@TempDir Path folder) throws Exception {
    served.close();
    List<Credential> readers =
        List.of(new Credential(new User("eve", User.Role.READER, List.of()), ServedController.ADA));
    served =
        new ServedController(
                HttpSettings.loopback(0)
                    .withAccess(
                        new HttpSettings.Access(
                            readers, () -> readers, true, List.of(), List.of(), List.of(), null)),
                new ControllerTestDriver(Mode.APPROVE, 2, 500_000))
            .crowded();
    Path file = Files.writeString(folder.resolve("token"), ServedController.ADA + "\n");

    assertThat(explain("4711").err()).contains("token is required");
    assertThat(explain("4711", "--token-file", file.toString()).out()).contains("Job 4711");
    Run missing = explain("4711", "--token-file", folder.resolve("none").toString());
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).contains("--token-file", "does not exist");
  }

  /** The clock is at 13; the narrow job can start at once, and is the first to do so. */
  @Test
  void listsTheQueueWithExpectedStarts() throws Exception {
    Run run = run(Queue.commandLine(), withController());
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines()).hasSize(5).first().asString().startsWith("JOBID ");
    assertThat(run.out()).containsPattern("narrow +- +3 +70000s +\\d{4}-\\d\\d-\\d\\dT");

    Run json = run(Queue.commandLine(), withController("--format", "json"));
    JsonObject first = new JsonObject(json.out()).getJsonArray("jobs").getJsonObject(0);
    assertThat(OffsetDateTime.parse(first.getString("submitted")).toEpochSecond())
        .isEqualTo(first.getLong("submittedAt"));

    Run none = run(Queue.commandLine(), withController("--user", "nobody"));
    assertThat(none.out().lines()).hasSize(1);
  }

  @Test
  void explainsARunningJob() {
    Run run = explain("base");
    assertThat(run.out())
        .contains("Job base: running", "Ends at the latest: ", ", in 36 min")
        .doesNotContain("Expected start");
  }

  @Test
  void theJsonIsTheAnswerOfTheApi() throws Exception {
    JsonObject answer = served.get("getJob", ServedController.CLUSTER + "/jobs/4711").json();
    assertThat(new JsonObject(explain("4711", "--format", "json").out())).isEqualTo(answer);
  }

  @Test
  void anUnknownJobIsAFailure() {
    Run run = explain("4712");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).startsWith("gnomon explain: job '4712' is not waiting or running");
  }

  @Test
  void anUnknownClusterIsWrongUsage() {
    Run run = explain("4711", "--cluster", "other");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("--cluster is 'other'; the controller at http://127.0.0.1:" + served.port);
  }

  @Test
  void withoutAControllerTheMessageSaysWhatToDo() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    Run run = run(Explain.commandLine(), "1", "--controller", "http://127.0.0.1:" + free);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            "gnomon explain: no controller answers at http://127.0.0.1:%d; start one with 'gnomon serve', or set --controller URL\n"
                .formatted(free));
  }

  @Test
  void anAddressThatIsNoUrlIsWrongUsage() {
    Run run = run(Explain.commandLine(), "1", "--controller", "login1:8080");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("--controller is 'login1:8080'; it must be a URL such as http");
  }

  @Test
  void forecastsARequest() {
    Run run = forecast("--request", "processors=1, time=10m,user=ann");
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith("A job of 1 processor, time limit 10m, submitted now\nExpected start: ")
        .contains(", now; with 80 % probability between ")
        .doesNotContain("It waits for");
    assertThat(forecast("--request", "processors=11,time=1h").err())
        .isEqualTo(
            "gnomon forecast: the request is for 11 processors; cluster '%s' has 10\n"
                .formatted(served.driver.controller().cluster()));
  }

  @Test
  void forecastsAScript(@TempDir Path folder) throws Exception {
    Path script =
        Files.writeString(
            folder.resolve("job.sh"),
            """
            #!/bin/bash
            #SBATCH --job-name=model
            #SBATCH -N 2 -n4 --mail-type=END
            #SBATCH --cpus-per-task=2   # threads
            #SBATCH -t 0-00:20
            srun model
            #SBATCH -n 99
            """);
    assertThat(forecast(script.toString()).out())
        .startsWith("A job of 8 processors, time limit 20m, submitted now\n");
    assertThat(forecast(script.toString(), "--request", "processors=1").out())
        .startsWith("A job of 1 processor, time limit 20m, submitted now\n");
    Files.writeString(script, "# für ada\n#SBATCH -t 20 -n 1 -d 7\n", StandardCharsets.ISO_8859_1);
    Run latin = forecast(script.toString());
    assertThat(latin.out()).startsWith("A job of 1 processor, time limit 20m");
    assertThat(latin.err()).isEqualTo("not simulated: --dependency\n");
    Files.writeString(script, "#!/bin/bash\n#SBATCH -n 8 \n");
    assertThat(forecast(script.toString()).err()).contains("'time' is missing");
    Files.writeString(script, "#SBATCH -t soon\n");
    assertThat(forecast(script.toString()).err())
        .contains("job.sh: --time is 'soon'; it must be such as 30, 2:00:00 or 1-12");
    assertThat(forecast(folder.resolve("none.sh").toString()).err())
        .contains("none.sh', which does not exist");
  }

  @Test
  void aRequestThatIsNotOneIsWrongUsage() {
    assertThat(forecast("--request", "processors=8").err())
        .startsWith("gnomon forecast: --request: 'time' is missing; write for example '");
    assertThat(forecast("--request", "procesors=8,time=1h").err())
        .contains("unknown key 'procesors'; did you mean 'processors'?");
    assertThat(forecast("--request", "processors=0,time=1h").err())
        .contains("processors is '0'; it must be a whole number from 1");
    Run run = forecast("--request", "processors=8,time=soon");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("time: 'soon' is not a duration");
    assertThat(forecast().err()).contains("missing option '--request");
  }
}
