package io.gnomon.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The alert rules ask for what there is, fire when they should, and the runbook knows each. */
class AlertRulesTest {
  private static final Path ROOT = Path.of(System.getProperty("gnomon.root"));
  private static final Path FOLDER = ROOT.resolve("k8s/monitoring");

  private static JsonNode yaml(String name) throws IOException {
    return new YAMLMapper().readTree(FOLDER.resolve(name).toFile());
  }

  private static List<String> alerts() throws IOException {
    return Queries.below(yaml("alerts.yaml"), "alert");
  }

  @Test
  void promtoolAcceptsThem() throws Exception {
    Promtool.accepts(FOLDER, "check", "rules", "alerts.yaml");
  }

  @Test
  void eachFiresWhenItShouldAndNotBefore() throws Exception {
    Promtool.accepts(FOLDER, "test", "rules", "alerts-test.yaml", "alerts-days-test.yaml");
  }

  @Test
  void eachIsTestedBothWays() throws IOException {
    JsonNode tests = yaml("alerts-test.yaml").path("tests");
    assertThat(Queries.below(tests.get(0), "alertname"))
        .as("silence")
        .containsExactlyInAnyOrderElementsOf(alerts());
    List<String> fired =
        Stream.concat(
                tests.findParents("exp_alerts").stream(),
                yaml("alerts-days-test.yaml").findParents("exp_alerts").stream())
            .map(test -> test.path("alertname").asText())
            .toList();
    assertThat(fired).as("fired").containsAll(alerts());
  }

  @Test
  void theyAskForMetricsThatExist() throws IOException {
    Scrape scrape = FullScrape.of();
    List<String> queries = Queries.below(yaml("alerts.yaml"), "expr");
    assertThat(queries).hasSameSizeAs(alerts());
    queries.forEach(query -> Queries.assertAnswerable(scrape, query));
  }

  @Test
  void theOperatorsResourceHoldsTheSameRules() throws IOException {
    JsonNode resource = yaml("prometheus-rule.yaml");
    assertThat(resource.path("kind").asText()).isEqualTo("PrometheusRule");
    assertThat(resource.path("spec")).isEqualTo(yaml("alerts.yaml"));
  }

  @Test
  void theRunbookTellsOfEachWhatItMeansWhatToCheckAndWhatHelps() throws IOException {
    String runbook = Files.readString(ROOT.resolve("docs/runbook.md"));
    List<String> headings = runbook.lines().filter(line -> line.startsWith("## Gnomon")).toList();
    assertThat(headings)
        .containsExactlyElementsOf(alerts().stream().map(alert -> "## " + alert).toList());
    for (String section : runbook.split("\n## Gnomon", -1)) {
      if (!section.startsWith("#")) {
        assertThat(section).contains("**Meaning.**", "**Check.**", "**Remedy.**");
      }
    }
    assertThat(Queries.below(yaml("alerts.yaml"), "runbook"))
        .containsExactlyElementsOf(
            alerts().stream()
                .map(alert -> "docs/runbook.md#" + alert.toLowerCase(java.util.Locale.ROOT))
                .toList());
  }
}
