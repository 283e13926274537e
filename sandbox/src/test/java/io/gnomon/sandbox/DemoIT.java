package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.job.JobEvent;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.swf.SwfReader;
import io.gnomon.sim.workload.swf.SwfWorkload;
import io.gnomon.sim.workload.swf.SwfWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command {@code demo} as a user runs it, on a real broker. */
class DemoIT {
  private static final Path TRACES =
      Path.of(System.getProperty("gnomon.root", ".."), "..", "shared", "traces");

  private static final int KTH_JOBS = 2_500;

  /** Twelve and a half days, with the first long queues. */
  private static final int ON_NODES = 1_080_000;

  @TempDir private Path folder;

  @Test
  void tunesAGeneratedWorkloadTellsEachEventOnceAndHasTheSameFiguresAtAnySpeed() throws Exception {
    DemoSettings settings = DemoSettings.generated();
    ObjectMapper json = new ObjectMapper();
    try (DemoRun run = new DemoRun(settings, new DemoProgress(System.err, false))) {
      JsonNode result = json.readTree(json.writeValueAsBytes(run.run()));

      everythingArrivedOnce(result);
      assertThat(result.path("commands").asInt()).isBetween(10, 60);
      assertThat(result.path("waiting").asInt()).as("jobs for visitors to see").isGreaterThan(10);
      assertThat(result.path("slowdown").path("tuned").asDouble())
          .isLessThan(0.6 * result.path("slowdown").path("untuned").asDouble());
      eachJobIsReportedOnceAndEachCommandAnsweredOnce(settings, run);

      JsonNode slower = demo("--port", "0", "--exit-when-done", "--speed", "60000");
      sameFigures(slower, result);
    }
  }

  private static void eachJobIsReportedOnceAndEachCommandAnsweredOnce(
      DemoSettings settings, DemoRun run) throws Exception {
    List<GnomonEvent> events = TopicReader.everything(run.kafka().client(), Topic.EVENTS);
    Map<EventType, Map<String, Integer>> told = new EnumMap<>(EventType.class);
    Map<String, Integer> answers = new HashMap<>();
    for (int i = 0; i < events.size(); i++) {
      assertThat(events.get(i).envelope().sequence()).isEqualTo(i + 1);
      if (events.get(i).data() instanceof JobEvent job) {
        told.computeIfAbsent(job.type(), type -> new HashMap<>()).merge(job.job(), 1, Integer::sum);
      } else if (events.get(i).data() instanceof ConfigApplied applied) {
        answers.merge(applied.command(), 1, Integer::sum);
      }
    }
    assertThat(told)
        .containsOnlyKeys(EventType.JOB_SUBMITTED, EventType.JOB_STARTED, EventType.JOB_FINISHED)
        .allSatisfy((type, jobs) -> assertThat(jobs).allSatisfy(DemoIT::isOne));
    JobLog log = settings.log();
    int now = run.cluster().state().now();
    assertThat(told.get(EventType.JOB_SUBMITTED)).hasSize(log.firstSubmittedAtOrAfter(now));
    assertThat(told.get(EventType.JOB_FINISHED).keySet())
        .isSubsetOf(told.get(EventType.JOB_STARTED).keySet());
    assertThat(answers)
        .containsOnlyKeys(
            TopicReader.everything(run.kafka().client(), Topic.COMMANDS).stream()
                .map(command -> command.envelope().id())
                .toArray(String[]::new))
        .isNotEmpty()
        .allSatisfy(DemoIT::isOne);
  }

  @Test
  void tunesMonthsOfKth() throws Exception {
    Path kth = TRACES.resolve("KTH-SP2-1996-2.1-cln.swf.gz");
    assumeTrue(Files.exists(kth), kth + " is not here; get it from the Parallel Workloads Archive");
    Path months = folder.resolve("kth.swf");
    SwfWorkload year = SwfReader.read(kth);
    SwfWriter.write(months, year.header(), year.log().slice(0, KTH_JOBS));

    JsonNode result = demo("--workload", months.toString(), "--port", "0", "--exit-when-done");

    everythingArrivedOnce(result);
    assertThat(result.path("processors").asInt()).as("MaxProcs of the header").isEqualTo(100);
    assertThat(result.path("jobs").asInt()).isEqualTo(KTH_JOBS);
    assertThat(result.path("completed").asInt()).isEqualTo(KTH_JOBS);
    assertThat(result.path("events").asInt()).isGreaterThanOrEqualTo(3 * KTH_JOBS);
    assertThat(result.path("slowdown").path("untuned").asDouble()).isBetween(117.2, 117.4);
    assertThat(result.path("slowdown").path("tuned").asDouble()).isLessThan(70);
  }

  @Test
  void tunesNodesWithMemoryAndGpus() throws Exception {
    DemoSettings settings =
        settings("--machine", "gpu", "--threshold", "5", "--port", "0").until(ON_NODES);
    assertThat(settings.log().size()).isGreaterThan(5_000);
    try (DemoRun run = new DemoRun(settings, new DemoProgress(System.err, false))) {
      DemoResult result = run.run();

      assertThat(result.machine()).isEqualTo("14 nodes with 256 CPUs and 16 GPUs");
      everythingArrivedOnce(new ObjectMapper().valueToTree(result));
      assertThat(result.applied()).isBetween(3L, 60L);
      assertThat(result.slowdown().tuned()).isLessThan(0.6 * result.slowdown().untuned());
      assertThat(result.slowdown().tuned()).isLessThan(0.6 * result.slowdown().estimatedUntuned());
    }
  }

  private static DemoSettings settings(String... arguments) throws IOException {
    CommandLine line = Demo.commandLine();
    line.parseArgs(arguments);
    Demo demo = line.getCommand();
    return demo.settings();
  }

  @Test
  void endsInTimeWithinAWeekAndComparesTheSameJobs() throws Exception {
    JsonNode result = demo("--port", "0", "--speed", "20000", "--for", "3s", "--exit-when-done");

    assertThat(result.path("elapsedSeconds").asDouble()).isBetween(3.0, 60.0);
    assertThat(result.path("weeks").asInt()).isZero();
    assertThat(result.path("completed").asInt()).isPositive();
    assertThat(result.path("consumed")).isEqualTo(result.path("events"));
    assertThat(result.path("mirrorDifferences").asInt()).isZero();
  }

  @Test
  void wrongUsageIsReportedWithStatusTwo() throws IOException {
    assertThat(Demo.run("--workload", "missing.swf", "--processors", "10")).isEqualTo(2);
    Path headless =
        Files.writeString(
            folder.resolve("w.swf"), "1 0 0 100 4 -1 -1 4 200 -1 1 1 1 -1 1 -1 -1 -1\n");
    assertThat(Demo.run("--workload", headless.toString())).isEqualTo(2);
    assertThat(Demo.run("--for", "soon")).isEqualTo(2);
    assertThat(Demo.run("--speed", "-1")).isEqualTo(2);
    assertThat(Demo.run("--speed", "fast")).isEqualTo(2);
    assertThat(Demo.run("--machine", "gpu", "--processors", "10")).isEqualTo(2);
    assertThat(Demo.run("--machine", "missing.yaml")).isEqualTo(1);
  }

  @Test
  void aPortInUseIsAFailureThatNamesTheOption() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      StringWriter err = new StringWriter();

      int status = Demo.commandLine().setErr(new PrintWriter(err)).execute("--port", port);

      assertThat(status).isEqualTo(1);
      assertThat(err.toString())
          .isEqualToIgnoringNewLines(
              "gnomon demo: --port "
                  + port
                  + " is in use on 127.0.0.1; choose another port, or 0 for any free port");
    }
  }

  private static void sameFigures(JsonNode one, JsonNode other) {
    for (String field :
        new String[] {
          "events", "commands", "applied", "studies", "slowdown", "jobs", "completed", "waiting"
        }) {
      assertThat(one.path(field)).as(field).isEqualTo(other.path(field));
    }
  }

  private static void isOne(String key, int times) {
    assertThat(times).as(key).isEqualTo(1);
  }

  private static void everythingArrivedOnce(JsonNode result) {
    assertThat(result.path("consumed")).isEqualTo(result.path("events"));
    assertThat(result.path("applied")).isEqualTo(result.path("commands"));
    assertThat(result.path("repeated").asInt()).isZero();
    assertThat(result.path("rejected").asInt()).isZero();
    assertThat(result.path("mirrorChecks").asInt())
        .isGreaterThanOrEqualTo(result.path("evaluations").asInt() / 24);
    assertThat(result.path("mirrorDifferences").asInt()).isZero();
  }

  private JsonNode demo(String... arguments) throws Exception {
    Path json = folder.resolve("result.json");
    String[] all = Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--json";
    all[arguments.length + 1] = json.toString();
    assertThat(Demo.run(all)).isZero();
    return new ObjectMapper().readTree(json.toFile());
  }
}
