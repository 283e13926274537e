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
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
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

/** The command {@code demo} as a user runs it, on a real broker. */
class DemoIT {
  private static final Path TRACES =
      Path.of(System.getProperty("gnomon.root", ".."), "..", "shared", "traces");

  @TempDir private Path folder;

  @Test
  void tunesAGeneratedWorkloadAndTellsEachEventOnce() throws Exception {
    JsonNode result = demo("--port", "0", "--exit-when-done");

    everythingArrivedOnce(result);
    assertThat(result.path("commands").asInt()).isPositive();
    assertThat(result.path("slowdown").path("tuned").asDouble())
        .isLessThan(result.path("slowdown").path("untuned").asDouble());
  }

  @Test
  void tunesAYearOfKth() throws Exception {
    Path kth = TRACES.resolve("KTH-SP2-1996-2.1-cln.swf.gz");
    assumeTrue(Files.exists(kth), kth + " is not here; get it from the Parallel Workloads Archive");

    JsonNode result =
        demo(
            "--workload", kth.toString(), "--processors", "100", "--port", "0", "--exit-when-done");

    everythingArrivedOnce(result);
    assertThat(result.path("jobs").asInt()).isEqualTo(28_475);
    assertThat(result.path("events").asInt()).isGreaterThanOrEqualTo(3 * 28_475);
    assertThat(result.path("slowdown").path("untuned").asDouble()).isBetween(91.0, 91.1);
    assertThat(result.path("slowdown").path("tuned").asDouble()).isLessThan(85);

    JsonNode again =
        demo(
            "--workload", kth.toString(), "--processors", "100", "--port", "0", "--exit-when-done");
    for (String field : new String[] {"commands", "applied", "studies", "slowdown", "events"}) {
      assertThat(again.path(field)).as(field).isEqualTo(result.path(field));
    }
  }

  @Test
  void eachJobIsToldOnceAndEachCommandAnsweredOnce() throws Exception {
    JobLog log =
        new Preparation(128, OverrunRule.KNOWN)
            .prepare(WorkloadGenerator.generate(12_000, 128, 0.6, 1))
            .log();
    DemoSettings settings =
        new DemoSettings(
            "generated", log, 128, 100, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
    try (DemoRun run = new DemoRun(settings, new DemoProgress(System.err, false))) {
      run.run();

      List<GnomonEvent> events = TopicReader.everything(run.bootstrapServers(), Topic.EVENTS);
      Map<EventType, Map<String, Integer>> told = new EnumMap<>(EventType.class);
      Map<String, Integer> answers = new HashMap<>();
      for (int i = 0; i < events.size(); i++) {
        assertThat(events.get(i).envelope().sequence()).isEqualTo(i + 1);
        if (events.get(i).data() instanceof JobEvent job) {
          told.computeIfAbsent(job.type(), type -> new HashMap<>())
              .merge(job.job(), 1, Integer::sum);
        } else if (events.get(i).data() instanceof ConfigApplied applied) {
          answers.merge(applied.command(), 1, Integer::sum);
        }
      }
      assertThat(told)
          .containsOnlyKeys(EventType.JOB_SUBMITTED, EventType.JOB_STARTED, EventType.JOB_FINISHED)
          .allSatisfy(
              (type, jobs) -> assertThat(jobs).hasSize(log.size()).allSatisfy(DemoIT::isOne));
      assertThat(answers)
          .containsOnlyKeys(
              TopicReader.everything(run.bootstrapServers(), Topic.COMMANDS).stream()
                  .map(command -> command.envelope().id())
                  .toArray(String[]::new))
          .isNotEmpty()
          .allSatisfy(DemoIT::isOne);
    }
  }

  @Test
  void endsInTimeWithinAWeekAndComparesTheSameJobs() throws Exception {
    JsonNode result = demo("--port", "0", "--speed", "20000", "--for", "3s", "--exit-when-done");

    assertThat(result.path("elapsedSeconds").asDouble()).isBetween(3.0, 60.0);
    assertThat(result.path("weeks").asInt()).isZero();
    assertThat(result.path("completed").asInt()).isPositive().isLessThan(12_000);
    assertThat(result.path("consumed")).isEqualTo(result.path("events"));
    assertThat(result.path("mirrorDifferences").asInt()).isZero();
    // nothing has been changed yet, so the same jobs did the same on both clusters
    assertThat(result.path("slowdown").path("tuned"))
        .isEqualTo(result.path("slowdown").path("untuned"));
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

  private static void isOne(String key, int times) {
    assertThat(times).as(key).isEqualTo(1);
  }

  private static void everythingArrivedOnce(JsonNode result) {
    assertThat(result.path("consumed")).isEqualTo(result.path("events"));
    assertThat(result.path("completed")).isEqualTo(result.path("jobs"));
    assertThat(result.path("applied")).isEqualTo(result.path("commands"));
    assertThat(result.path("repeated").asInt()).isZero();
    assertThat(result.path("rejected").asInt()).isZero();
    assertThat(result.path("mirrorChecks").asInt()).isEqualTo(result.path("weeks").asInt());
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
