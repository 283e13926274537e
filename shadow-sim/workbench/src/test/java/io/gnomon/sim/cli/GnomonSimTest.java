package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import io.gnomon.sim.workload.swf.SwfHeader;
import io.gnomon.sim.workload.swf.SwfWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GnomonSimTest {
  @TempDir Path folder;
  private Path workload = Path.of("unset");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeAWorkload() throws IOException {
    workload = folder.resolve("w.swf.gz");
    SwfWriter.write(workload, SwfHeader.EMPTY, WorkloadGenerator.generate(2000, 64, 0.9, 3));
  }

  @Test
  void simulatePrintsTheMetricsAndWritesTheSchedule() throws IOException {
    Path schedule = folder.resolve("s.csv");

    int status =
        run("simulate", "--policy", "easy", "--format", "json", "--schedule", schedule.toString());

    assertThat(status).isZero();
    JsonNode report = json();
    assertThat(report.get("policy").asText()).isEqualTo("easy");
    assertThat(report.get("processors").asInt()).isEqualTo(64);
    assertThat(report.get("jobs").asInt()).isEqualTo(2000);
    assertThat(report.get("categories")).hasSize(16);
    assertThat(report.get("elapsedSeconds").asDouble()).isPositive();
    for (String metric :
        List.of(
            "meanWait",
            "geometricMeanWait",
            "meanBoundedSlowdown",
            "medianBoundedSlowdown",
            "p95BoundedSlowdown",
            "meanTurnaround",
            "maxWait",
            "utilization",
            "startedAtOnce")) {
      assertThat(report.get("metrics").get(metric).isNumber()).as(metric).isTrue();
    }
    List<String> lines = Files.readAllLines(schedule);
    assertThat(lines).hasSize(2001);
    assertThat(lines.get(0))
        .isEqualTo("job_id,submit,start,end,processors,estimate,user,partition");
  }

  @Test
  void aDashStandsForStandardInputAndOutput() throws IOException {
    InputStream before = System.in;
    System.setIn(Files.newInputStream(workload));
    try {
      CommandResult result =
          CommandResult.of(
              "simulate", "--workload=-", "--processors=64", "--policy=easy", "--schedule=-");

      assertThat(result.status()).isZero();
      assertThat(result.out().lines()).hasSize(2001).first().asString().startsWith("job_id,submit");
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void compareShowsPoliciesSideBySideAndOnePartitionIsEasy() throws IOException {
    int status =
        run(
            "compare",
            "--policy=easy",
            "--policy=multi-queue(partitions=1)",
            "--policy=fcfs",
            "--format=json");

    assertThat(status).isZero();
    JsonNode reports = json();
    assertThat(reports).hasSize(3);
    assertThat(reports.get(0).get("metrics")).isEqualTo(reports.get(1).get("metrics"));
    assertThat(reports.get(2).get("metrics").get("meanWait").asDouble())
        .isGreaterThan(reports.get(0).get("metrics").get("meanWait").asDouble());
  }

  @Test
  void tuneReportsStudiesChangesAndSlowdowns() throws IOException {
    int status = run("tune", "--threshold=1", "--horizon=1w", "--format=json", "--overrun=known");

    assertThat(status).isZero();
    JsonNode report = json();
    assertThat(report.get("studies").asInt()).isPositive();
    assertThat(report.get("changes").asInt()).isLessThanOrEqualTo(report.get("studies").asInt());
    assertThat(report.get("changesTo").isObject()).isTrue();
    assertThat(report.get("slowdownRatio").isNumber()).isTrue();
    for (String which : List.of("untuned", "tuned", "bestFixed")) {
      assertThat(report.get("meanBoundedSlowdown").get(which).asDouble()).isGreaterThanOrEqualTo(1);
    }
    assertThat(report.get("decisions")).hasSize(report.get("evaluations").asInt());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "simulate --policy easy --repeat 0 | --repeat is 0; it must be at least 1",
        "simulate --policy eazy | unknown policy 'eazy'; did you mean 'easy'?",
        "simulate --policy multi-queue(partitions=99) | partitions is '99'; it must be a whole",
        "simulate --policy easy --load 0 | load factor 0.0 is not allowed",
        "simulate --policy easy --overrun no | --overrun is 'no'; it must be extend, kill or known",
        "simulate | missing option '--policy=SPEC'",
        "tune --threshold 0.1 | threshold is 0.1; it must be at least 1",
        "tune --threshold 5 --candidate easy | --candidate requires --search library",
        "tune --search library --candidate easy(order=tallest) | tallest",
        "tune --threshold 5 --horizon 2x | --horizon: '2x' is not a duration",
        "tune --threshold 5 --max-partitions 65 | 65 partitions are not allowed: 1 to 64",
      })
  void wrongUsageIsStatusTwoWithTheValueAndWhatIsAllowed(String arguments, String message) {
    assertThat(run(arguments.split(" "))).isEqualTo(2);
    assertThat(err.toString()).contains(message).contains("--help'");
  }

  @Test
  void aFailureIsStatusOneWithTheFile() {
    workload = folder.resolve("none.swf");

    assertThat(run("simulate", "--policy", "easy")).isEqualTo(1);
    assertThat(err.toString()).contains("cannot read " + workload + ": no such file or folder");
  }

  @Test
  void aFileWithoutJobsIsAFailureThatSaysSo() throws IOException {
    workload = folder.resolve("empty.swf");
    Files.writeString(workload, "; Version: 2.2\n");

    assertThat(run("simulate", "--policy", "easy")).isEqualTo(1);
    assertThat(err.toString()).contains("empty.swf");
  }

  @Test
  void anUnknownCommandOrStudyIsWrongUsage() {
    assertThat(execute("simulat")).isEqualTo(2);
    assertThat(execute()).isEqualTo(2);
    assertThat(execute("reproduce", "nobody1999", "--traces", folder.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("unknown study 'nobody1999'; allowed are")
        .contains("lawson2005");
  }

  @Test
  void policiesListsTheLibraryOrOnePolicy() throws IOException {
    assertThat(execute("policies")).isZero();
    assertThat(out.toString())
        .contains("multi-queue: ")
        .contains("partitions=4")
        .contains("easy: EASY backfilling");
    CommandResult easy = CommandResult.of("policies", "easy", "--format=json");
    assertThat(easy.json()).hasSize(1);
    assertThat(easy.json().get(0).get("name").asText()).isEqualTo("easy");
    assertThat(easy.json().get(0).get("parameters").findValuesAsText("name")).contains("order");
    CommandResult unknown = CommandResult.of("policies", "eazy");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err())
        .contains("unknown policy 'eazy'; did you mean 'easy'?")
        .contains("See 'gnomon policies --help'.");
    assertThat(execute("--help")).isZero();
    assertThat(out.toString()).contains("reproduce").contains("generate");
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--workload=" + workload);
    all.add("--processors=64");
    return execute(all.toArray(String[]::new));
  }

  private int execute(String... arguments) {
    return GnomonSim.commandLine(arguments)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out.toString());
  }
}
