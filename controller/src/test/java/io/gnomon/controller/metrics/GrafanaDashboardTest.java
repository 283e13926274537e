package io.gnomon.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every query of the Grafana dashboard is one that Prometheus can answer. */
class GrafanaDashboardTest {
  private static final Path FILE =
      Path.of(System.getProperty("gnomon.root"), "k8s/monitoring/grafana-dashboard.json");

  private static JsonNode dashboard() throws IOException {
    return new ObjectMapper().readTree(FILE.toFile());
  }

  @Test
  void asksForMetricsThatExist() throws IOException {
    Scrape scrape = FullScrape.of();
    List<String> queries = Queries.below(dashboard(), "expr", "definition");
    assertThat(queries).hasSizeGreaterThan(20);
    queries.forEach(query -> Queries.assertAnswerable(scrape, query));
  }

  @Test
  void showsEveryMetricOfOurs() throws IOException {
    String queries = String.join("\n", Queries.below(dashboard(), "expr"));
    assertThat(FullScrape.of().families().keySet())
        .filteredOn(name -> name.startsWith("gnomon_") && !name.endsWith("_max"))
        .allSatisfy(name -> assertThat(queries).contains(name));
  }

  @Test
  void itsQueriesAreLegal(@TempDir Path folder) throws Exception {
    List<Map<String, Object>> rules =
        Queries.below(dashboard(), "expr").stream()
            .map(query -> query.replace("$__rate_interval", "5m"))
            .map(query -> Map.<String, Object>of("alert", "Query", "expr", query))
            .toList();
    new YAMLMapper()
        .writeValue(
            folder.resolve("rules.yaml").toFile(),
            Map.of("groups", List.of(Map.of("name", "queries", "rules", rules))));
    Promtool.accepts(folder, "check", "rules", "--lint=none", "rules.yaml");
  }

  @Test
  void panelsHaveNumbersAndPlacesOfTheirOwn() throws IOException {
    List<JsonNode> panels =
        StreamSupport.stream(dashboard().path("panels").spliterator(), false).toList();
    assertThat(panels).extracting(panel -> panel.path("id").asInt()).doesNotHaveDuplicates();
    TreeSet<String> cells = new TreeSet<>();
    for (JsonNode panel : panels) {
      JsonNode at = panel.path("gridPos");
      for (int x = at.path("x").asInt(); x < at.path("x").asInt() + at.path("w").asInt(); x++) {
        for (int y = at.path("y").asInt(); y < at.path("y").asInt() + at.path("h").asInt(); y++) {
          assertThat(x).isLessThan(24);
          assertThat(cells.add(x + "/" + y)).as("%s at %d/%d", panel.path("title"), x, y).isTrue();
        }
      }
    }
  }
}
