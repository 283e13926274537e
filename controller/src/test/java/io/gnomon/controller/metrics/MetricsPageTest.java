package io.gnomon.controller.metrics;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/metrics.md lists what there is, and nothing else. */
class MetricsPageTest {
  private static final Path PAGE = Path.of(System.getProperty("gnomon.root"), "docs/metrics.md");

  private static final Map<String, String> HEADINGS =
      Map.of(
          "counter", "### Counters",
          "gauge", "### Gauges",
          "histogram", "### Histograms",
          "summary", "### Summaries");

  private static String row(Scrape.Family family) {
    String labels = quoted(family.labels().keySet());
    return "| `" + family.name() + "` | " + labels + " | " + family.help() + " |";
  }

  private static String quoted(Collection<String> words) {
    return words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
  }

  private static Stream<Scrape.Family> ours() {
    return FullScrape.of().families().values().stream()
        .filter(family -> family.name().startsWith("gnomon_"));
  }

  private static void assertListed(String heading, List<String> rows) throws IOException {
    List<String> listed =
        Files.readAllLines(PAGE).stream()
            .dropWhile(line -> !line.equals(heading))
            .skip(1)
            .takeWhile(line -> !line.startsWith("#"))
            .filter(line -> line.startsWith("| `"))
            .toList();
    assertThat(listed)
        .as("the table below '%s' should be\n%s\n", heading, String.join("\n", rows))
        .isEqualTo(rows);
  }

  @Test
  void listsEveryMetricOfOursByItsType() throws IOException {
    Map<String, List<Scrape.Family>> types = ours().collect(groupingBy(Scrape.Family::type));
    assertThat(types.keySet()).isEqualTo(HEADINGS.keySet());
    for (Map.Entry<String, List<Scrape.Family>> type : types.entrySet()) {
      assertListed(
          HEADINGS.get(type.getKey()), type.getValue().stream().map(MetricsPageTest::row).toList());
    }
  }

  @Test
  void listsTheValuesOfEveryClosedLabel() throws IOException {
    List<String> rows =
        ours()
            .filter(family -> !family.name().endsWith("_max"))
            .flatMap(
                family ->
                    family.labels().entrySet().stream()
                        .filter(
                            label ->
                                !List.of(
                                        "cluster",
                                        "partition",
                                        "qos",
                                        "account",
                                        "class",
                                        "squeue_reason")
                                    .contains(label.getKey()))
                        .map(
                            label ->
                                "| `"
                                    + family.name()
                                    + "{"
                                    + label.getKey()
                                    + "}` | "
                                    + quoted(label.getValue())
                                    + " |"))
            .toList();
    assertListed("## Values of labels", rows);
  }

  @Test
  void namesTheGroupsOfAllOtherMetrics() throws IOException {
    String page = Files.readString(PAGE);
    assertThat(FullScrape.of().families().keySet())
        .filteredOn(name -> !name.startsWith("gnomon_"))
        .isNotEmpty()
        .allSatisfy(
            name ->
                assertThat(Arrays.asList("jvm_", "process_", "system_"))
                    .anySatisfy(
                        group -> {
                          assertThat(name).startsWith(group);
                          assertThat(page).contains("`" + group + "*`");
                        }));
  }

  @Test
  void promtoolFindsNoFaultInOurNames(@TempDir Path folder) throws Exception {
    String ours =
        FullScrape.text()
            .lines()
            .filter(line -> line.matches("(# (HELP|TYPE) )?gnomon_.*"))
            .collect(Collectors.joining("\n", "", "\n"));
    Promtool.accepts(folder, ours, new String[] {"check", "metrics"});
  }

  @Test
  void everyMetricHasAHelpText() {
    assertThat(FullScrape.of().families().values())
        .allSatisfy(family -> assertThat(family.help()).as(family.name()).isNotBlank());
  }
}
