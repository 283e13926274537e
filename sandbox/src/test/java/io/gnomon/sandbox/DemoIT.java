package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
  void wrongUsageIsToldAndEndsWithTwo() {
    assertThat(Demo.run("--workload", "missing.swf", "--processors", "10")).isEqualTo(2);
    assertThat(Demo.run("--workload", "pom.xml")).isEqualTo(2);
    assertThat(Demo.run("--for", "soon")).isEqualTo(2);
    assertThat(Demo.run("--speed", "-1")).isEqualTo(2);
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
