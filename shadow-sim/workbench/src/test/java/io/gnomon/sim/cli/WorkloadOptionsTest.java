package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadOptionsTest {
  @TempDir Path folder;
  private Path workload = Path.of("unset");

  @BeforeEach
  void writeAWorkload() throws IOException {
    workload = WorkloadFile.in(folder, 1500);
  }

  @Test
  void twiceTheLoadBringsTheSameJobsInHalfTheTime() throws IOException {
    List<String[]> once = schedule("--load=1");
    List<String[]> twice = schedule("--load=2");

    assertThat(twice).hasSameSizeAs(once);
    for (int job = 0; job < once.size(); job++) {
      assertThat(Integer.parseInt(twice.get(job)[1]))
          .isEqualTo(Integer.parseInt(once.get(job)[1]) / 2);
      assertThat(runtime(twice.get(job))).isEqualTo(runtime(once.get(job)));
    }
  }

  @Test
  void shuffledWeeksBringEachJobInTheSameSecondOfAnotherWeek() throws IOException {
    Map<String, Integer> came = submits();
    Map<String, Integer> shuffled = submits("--shuffle-weeks=2");

    assertThat(shuffled).isNotEqualTo(came).isEqualTo(submits("--shuffle-weeks=2"));
    assertThat(secondsOfTheWeek(shuffled)).isEqualTo(secondsOfTheWeek(came));
  }

  @Test
  void aReportTellsWhatChangedItsJobs() throws IOException {
    String changed = "--estimates exact --load 1.5 --shuffle-weeks 2 --overrun kill";

    assertThat(reported()).isEmpty();
    assertThat(reported(changed.split(" "))).isEqualTo(changed);
    assertThat(simulate("--shuffle-weeks=2", "--chart=" + folder).out())
        .startsWith(workload + " --shuffle-weeks 2 on 64 processors");
    assertThat(Files.readString(folder.resolve("wait-cdf.svg")))
        .contains(workload.getFileName() + " --shuffle-weeks 2 on 64 processors");
  }

  @Test
  void processorsDefaultToTheHeaderAndTheReportSaysSo() throws IOException {
    Path declared = folder.resolve("declared.swf");
    Files.writeString(declared, "; MaxProcs: 64\n" + Files.readString(workload));

    CommandResult text = CommandResult.of("simulate", "--policy=easy", "--workload=" + declared);
    assertThat(text.status()).as(text.err()).isZero();
    assertThat(text.out()).startsWith(declared + " on 64 processors (MaxProcs of the header)");
    JsonNode json =
        CommandResult.of("simulate", "--policy=easy", "--workload=" + declared, "--format=json")
            .json();
    assertThat(json.get("processors").asInt()).isEqualTo(64);
    assertThat(json.get("processorsFromHeader").asBoolean()).isTrue();

    CommandResult missing = CommandResult.of("simulate", "--policy=easy", "--workload=" + workload);
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).contains("missing option '--processors=N'").contains("MaxProcs");
  }

  @Test
  void manyClippedJobsAreAWarning() {
    assertThat(simulate().err()).isEmpty();
    CommandResult clipped =
        CommandResult.of("simulate", "--policy=easy", "--workload=" + workload, "--processors=8");
    assertThat(clipped.status()).isZero();
    assertThat(clipped.err())
        .startsWith("gnomon simulate: warning: ")
        .contains("need more than 8 processors and are clipped; check --processors");
  }

  private String reported(String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of(options));
    words.add("--format=json");
    return simulate(words.toArray(String[]::new)).json().get("workloadOptions").asText();
  }

  private Map<String, Integer> submits(String... options) throws IOException {
    return schedule(options).stream()
        .collect(Collectors.toMap(job -> job[0], job -> Integer.valueOf(job[1])));
  }

  private static Map<String, Integer> secondsOfTheWeek(Map<String, Integer> submits) {
    Map<String, Integer> seconds = new HashMap<>(submits);
    seconds.replaceAll((job, submit) -> submit % (7 * 24 * 3600));
    return seconds;
  }

  private List<String[]> schedule(String... options) throws IOException {
    Path file = folder.resolve("schedule.csv");
    List<String> words = new ArrayList<>(List.of(options));
    words.add("--schedule=" + file);
    simulate(words.toArray(String[]::new));
    return Files.readAllLines(file).stream().skip(1).map(line -> line.split(",")).toList();
  }

  private CommandResult simulate(String... options) {
    List<String> words = new ArrayList<>(List.of("simulate", "--policy=easy", "--processors=64"));
    words.add("--workload=" + workload);
    words.addAll(List.of(options));
    CommandResult result = CommandResult.of(words.toArray(String[]::new));
    assertThat(result.status()).as(result.err()).isZero();
    return result;
  }

  private static int runtime(String[] job) {
    return Integer.parseInt(job[3]) - Integer.parseInt(job[2]);
  }
}
