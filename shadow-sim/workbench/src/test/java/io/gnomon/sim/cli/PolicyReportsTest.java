package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyReportsTest {
  private static final int JOBS = 600;

  @TempDir Path folder;
  private Path workload = Path.of("unset");

  @BeforeEach
  void writeAWorkload() throws IOException {
    workload = WorkloadFile.in(folder, JOBS);
  }

  @Test
  void simulateWritesChartsAndTheirNumbers() throws Exception {
    Path charts = folder.resolve("new/charts");

    CommandResult result = run("simulate", "--policy=easy", "--chart=" + charts);

    assertThat(result.status()).as(result.err()).isZero();
    assertThat(namesIn(charts))
        .containsExactly(
            "categories-worst.svg",
            "categories.csv",
            "categories.svg",
            "slowdown-cdf.csv",
            "slowdown-cdf.svg",
            "wait-cdf.csv",
            "wait-cdf.svg",
            "weekly-slowdown.csv",
            "weekly-slowdown.svg");
    for (String chart : List.of("categories.svg", "slowdown-cdf.svg", "wait-cdf.svg")) {
      assertThat(textsOf(charts.resolve(chart))).contains("easy");
    }
    assertThat(textsOf(charts.resolve("wait-cdf.svg")))
        .contains(
            "Waits, w.swf on 64 processors",
            "wait, s (jobs without wait at the left edge)",
            "fraction of jobs");
    assertThat(textsOf(charts.resolve("categories.svg"))).contains("VS Seq", "VL VW");
  }

  @Test
  void theNumbersBesideAChartAreThoseOfTheReport() throws Exception {
    Path charts = folder.resolve("charts");

    JsonNode report = run("simulate", "--policy=easy", "--chart=" + charts, "--format=json").json();

    List<String> waits = Files.readAllLines(charts.resolve("wait-cdf.csv"));
    assertThat(waits).hasSize(1 + 1001).startsWith("policy,fraction,wait_seconds");
    assertThat(waits.get(1001)).isEqualTo("easy,1," + report.get("metrics").get("maxWait").asInt());
    double p95 = report.get("metrics").get("p95BoundedSlowdown").asDouble();
    String line = Files.readAllLines(charts.resolve("slowdown-cdf.csv")).get(951);
    assertThat(line).startsWith("easy,0.95,");
    assertThat(Double.parseDouble(line.split(",")[2])).isEqualTo(p95);
    List<String> categories = Files.readAllLines(charts.resolve("categories.csv"));
    assertThat(categories).hasSize(1 + 16);
    assertThat(categories.get(1)).startsWith("easy,,VS Seq,");
  }

  @Test
  void compareDrawsEveryPolicyIntoTheSameCharts() throws Exception {
    Path charts = folder.resolve("charts");

    run("compare", "--policy=easy", "--policy=multi-queue(partitions=3)", "--chart=" + charts);

    for (String chart : List.of("categories.svg", "slowdown-cdf.svg", "wait-cdf.svg")) {
      assertThat(textsOf(charts.resolve(chart))).contains("easy", "multi-queue(partitions=3)");
    }
    assertThat(Files.readAllLines(charts.resolve("wait-cdf.csv"))).hasSize(1 + 2 * 1001);
  }

  @Test
  void compareShowsTheLoopBesideThePoliciesWeekByWeek() throws Exception {
    Path charts = folder.resolve("charts");

    JsonNode policies =
        run("compare", "--policy=easy", "--tuned", "--chart=" + charts, "--format=json").json();

    assertThat(policies).hasSize(2);
    JsonNode loop = policies.get(1);
    assertThat(loop.get("policy").asText()).isEqualTo("tuned");
    assertThat(loop.get("rank").asInt()).isEqualTo(1);
    assertThat(policies.get(0).get("weeks")).hasSameSizeAs(loop.get("weeks")).isNotEmpty();
    assertThat(textsOf(charts.resolve("weekly-slowdown.svg"))).contains("easy", "tuned");
    List<String> weeks = Files.readAllLines(charts.resolve("weekly-slowdown.csv"));
    assertThat(weeks.get(0)).isEqualTo("week,jobs,easy,tuned");
    assertThat(Double.parseDouble(weeks.get(1).split(",")[3]))
        .isEqualTo(loop.get("weeks").get(0).asDouble());
  }

  @Test
  void theSameRunDrawsTheSameBytes() throws Exception {
    run("simulate", "--policy=easy", "--chart=" + folder.resolve("a"));
    run("simulate", "--policy=easy", "--chart=" + folder.resolve("b"));

    for (String name : namesIn(folder.resolve("a"))) {
      assertThat(folder.resolve("a").resolve(name))
          .hasSameBinaryContentAs(folder.resolve("b").resolve(name));
    }
  }

  @Test
  void categoriesAreSixteenUnlessOthersAreAskedFor() throws IOException {
    assertThat(categories()).hasSize(16);
    assertThat(categories("--categories=sixteen")).hasSize(16);
    assertThat(categories("--categories=none")).isEmpty();
    assertThat(categories("--categories=four"))
        .extracting(category -> category.get("name").asText())
        .containsExactly("SN", "SW", "LN", "LW");
  }

  @Test
  void wellAndBadlyEstimatedJobsApartAreAllJobs() throws IOException {
    List<JsonNode> together = categories();
    List<JsonNode> apart = categories("--categories=estimates");

    assertThat(apart).hasSize(32);
    for (int i = 0; i < 16; i++) {
      JsonNode well = apart.get(i);
      JsonNode badly = apart.get(16 + i);
      assertThat(well.get("estimates").asText()).isEqualTo("well");
      assertThat(badly.get("estimates").asText()).isEqualTo("badly");
      assertThat(well.get("name")).isEqualTo(badly.get("name"));
      assertThat(well.get("jobs").asInt() + badly.get("jobs").asInt())
          .isEqualTo(together.get(i).get("jobs").asInt());
      assertThat(Math.max(well.get("maxWait").asInt(), badly.get("maxWait").asInt()))
          .isEqualTo(together.get(i).get("maxWait").asInt());
    }
    assertThat(together).noneMatch(category -> category.has("estimates"));
  }

  @Test
  void estimatesApartAreTwoPictures() throws Exception {
    Path charts = folder.resolve("charts");

    run("simulate", "--policy=easy", "--categories=estimates", "--chart=" + charts);

    assertThat(namesIn(charts))
        .contains("categories-well.svg", "categories-badly.svg")
        .contains("categories-worst-well.svg", "categories-worst-badly.svg");
    assertThat(Files.readAllLines(charts.resolve("categories.csv"))).hasSize(1 + 32);
  }

  @Test
  void withExactEstimatesNoJobIsBadlyEstimated() throws IOException {
    assertThat(categories("--categories=estimates", "--estimates=exact").subList(16, 32))
        .allMatch(category -> category.get("jobs").asInt() == 0);
  }

  @Test
  void aComparedTableBeginsWithTheBestAndMarksIt() {
    CommandResult result =
        run("compare", "--policy=fcfs", "--policy=easy", "--policy=multi-queue(partitions=1)");

    String[] lines =
        result.out().lines().filter(line -> line.matches("[* ] [a-z].*")).toArray(String[]::new);
    // One partition is EASY, so the two share the first place, in the order of the options.
    assertThat(lines[1]).startsWith("* easy ");
    assertThat(lines[2]).startsWith("* multi-queue(partitions=1) ");
    assertThat(lines[3]).startsWith("  fcfs ");
    assertThat(result.out()).contains("* best by mean bounded slowdown");
  }

  @Test
  void comparedJsonKeepsTheOrderAndGivesTheRank() throws IOException {
    JsonNode reports = run("compare", "--policy=fcfs", "--policy=easy", "--format=json").json();

    assertThat(reports.get(0).get("policy").asText()).isEqualTo("fcfs");
    assertThat(reports.get(0).get("rank").asInt()).isEqualTo(2);
    assertThat(reports.get(1).get("rank").asInt()).isEqualTo(1);
    assertThat(reports.get(1).get("metric").asText()).isEqualTo("meanBoundedSlowdown");
    assertThat(reports.get(1).get("categories")).hasSize(16);
  }

  @Test
  void aMetricThatIsNotAColumnIsAddedAndMoreFairnessIsBetter() throws IOException {
    String[] arguments = {"compare", "--policy=fcfs", "--policy=easy", "--metric=fairness"};
    assertThat(run(arguments).out()).contains("fairness between users", "* best by fairness");
    List<String> json = new ArrayList<>(List.of(arguments));
    json.add("--format=json");
    JsonNode reports = run(json.toArray(String[]::new)).json();

    double fcfs = reports.get(0).get("metrics").get("fairness").asDouble();
    double easy = reports.get(1).get("metrics").get("fairness").asDouble();
    assertThat(reports.get(fcfs > easy ? 0 : 1).get("rank").asInt()).isEqualTo(1);
  }

  @Test
  void aComparedTableShowsCategoriesWhereAsked() {
    assertThat(run("compare", "--policy=fcfs", "--policy=easy").out()).doesNotContain("category");
    assertThat(run("compare", "--policy=fcfs", "--policy=easy", "--categories=four").out())
        .containsPattern("category +policy +jobs")
        .containsPattern("SN +easy")
        .containsPattern("SN +fcfs");
  }

  @Test
  void tuneDrawsItsWeeks() throws Exception {
    Path charts = folder.resolve("charts");

    CommandResult result =
        run("tune", "--threshold=1", "--horizon=1w", "--chart=" + charts, "--format=json");

    assertThat(result.status()).as(result.err()).isZero();
    assertThat(namesIn(charts)).containsExactly("weekly-slowdown.csv", "weekly-slowdown.svg");
    assertThat(textsOf(charts.resolve("weekly-slowdown.svg")))
        .contains("untuned (one queue)", "tuned", "change", "week");
    int jobs = 0;
    int weeksWithAChange = 0;
    List<String> lines = Files.readAllLines(charts.resolve("weekly-slowdown.csv"));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", 6);
      jobs += Integer.parseInt(cells[1]);
      weeksWithAChange += cells[5].isEmpty() ? 0 : 1;
    }
    assertThat(jobs).isEqualTo(JOBS);
    assertThat(weeksWithAChange).isEqualTo(result.json().get("changes").asInt());
  }

  @Test
  void aFullSearchReportsLoopsFixedPoliciesAndWeeks() throws Exception {
    Path report = folder.resolve("report");

    CommandResult result =
        run(
            "tune",
            "--search=library",
            "--arrivals=bootstrap",
            "--samples=2",
            "--period=12h",
            "--report=" + report,
            "--format=json");

    assertThat(result.status()).as(result.err()).isZero();
    assertThat(namesIn(report))
        .containsExactly("report.json", "report.txt", "weeks.csv", "weeks.svg");
    assertThat(new ObjectMapper().readTree(Files.readString(report.resolve("report.json"))))
        .isEqualTo(result.json());
    JsonNode tuned = result.json();
    assertThat(tuned.get("arrivals").asText()).isEqualTo("bootstrap");
    assertThat(tuned.get("studySeconds").get("max").asDouble())
        .isGreaterThanOrEqualTo(tuned.get("studySeconds").get("median").asDouble());
    // a change that is taken back was not forecast
    assertThat(tuned.get("calibration").get("forecasts").asInt())
        .isEqualTo(tuned.get("forecasts").size())
        .isPositive()
        .isLessThanOrEqualTo(tuned.get("changes").asInt());
    assertThat(tuned.get("tuned").get("p95BoundedSlowdown").asDouble()).isGreaterThan(1);
    assertThat(tuned.get("otherLoops")).hasSize(2);
    int jobs = 0;
    for (JsonNode week : tuned.get("weeks")) {
      jobs += week.get("jobs").asInt();
      assertThat(week.get("meanBoundedSlowdown")).hasSize(4 + tuned.get("fixed").size());
    }
    assertThat(jobs).isEqualTo(JOBS);
    assertThat(textsOf(report.resolve("weeks.svg")))
        .contains("untuned (one queue)", "tuned", "oracle")
        .contains(tuned.get("bestFixedPolicy").asText());
    assertThat(Files.readString(report.resolve("report.txt")))
        .contains("realised within their 80 % intervals", "median ms", "* best fixed")
        .contains(tuned.get("bestFixedPolicy").asText());
  }

  @Test
  void helpTellsOfChartsAndOfWhatALoadFactorIs() {
    for (String command : List.of("simulate", "compare", "tune", "reproduce")) {
      assertThat(CommandResult.of(command, "--help").out()).as(command).contains("--chart=DIR");
    }
    assertThat(CommandResult.of("simulate", "--help").out())
        .containsPattern("submit times are divided by F,\\s+runtimes\\s+and\\s+estimates\\s+stay");
  }

  @Test
  void categoriesWithoutJobsHaveNoFigures() throws IOException {
    Path file = folder.resolve("one.swf");
    Files.writeString(file, "1 0 0 100 4 -1 -1 4 200 -1 1 1 1 -1 1 -1 -1 -1\n");
    String[] command = {
      "simulate", "--policy=easy", "--processors=64", "--categories=four", "--workload=" + file
    };
    CommandResult text = CommandResult.of(command);

    assertThat(text.out().lines().filter(line -> line.startsWith("LW")).findFirst().orElse(""))
        .matches("LW\\s+0(\\s+–){6}");
    assertThat(text.out())
        .endsWith("S, L: runtime up to 1 h, more; N, W: up to 8 processors, more\n");
    List<String> json = new ArrayList<>(List.of(command));
    json.add("--format=json");
    for (JsonNode category :
        CommandResult.of(json.toArray(String[]::new)).json().get("categories")) {
      boolean empty = category.get("jobs").asInt() == 0;
      assertThat(category.get("meanWait").isNull()).isEqualTo(empty);
      assertThat(category.get("maxTurnaround").isNull()).isEqualTo(empty);
    }
  }

  @Test
  void wrongCategoriesAndMetricsAreRefusedWithWhatIsAllowed() {
    CommandResult categories = run("simulate", "--policy=easy", "--categories=five");
    assertThat(categories.status()).isEqualTo(2);
    assertThat(categories.err())
        .contains("--categories is 'five'; it must be sixteen, four, estimates or none");
    CommandResult metric = run("compare", "--policy=easy", "--metric=joy");
    assertThat(metric.status()).isEqualTo(2);
    assertThat(metric.err()).contains("unknown metric 'joy'; allowed are meanWait,");
  }

  private List<JsonNode> categories(String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of("simulate", "--policy=easy", "--format=json"));
    all.addAll(List.of(options));
    List<JsonNode> categories = new ArrayList<>();
    run(all.toArray(String[]::new)).json().get("categories").forEach(categories::add);
    return categories;
  }

  private CommandResult run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--workload=" + workload);
    all.add("--processors=64");
    return CommandResult.of(all.toArray(String[]::new));
  }

  private static List<String> namesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static List<String> textsOf(Path svg) throws Exception {
    var found =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(svg.toFile())
            .getElementsByTagName("text");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent());
    }
    return texts;
  }
}
