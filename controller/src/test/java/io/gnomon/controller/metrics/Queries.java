package io.gnomon.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Prometheus is asked, held against what there is. */
final class Queries {
  private static final Pattern SELECTOR =
      Pattern.compile("\\b((?:gnomon|jvm|process|system)_[a-z0-9_]+)(?:\\{([^}]*)})?");
  private static final Pattern MATCHER = Pattern.compile("([a-z_]+)(=|!=|=~|!~)\"([^\"]*)\"");
  private static final Set<String> OPEN_LABELS =
      Set.of("cluster", "partition", "instance", "class");

  private Queries() {}

  /** All texts that {@code node} holds under one of the names, at any depth. */
  static List<String> below(JsonNode node, String... names) {
    List<String> found = new ArrayList<>();
    for (String name : names) {
      node.findValues(name).stream()
          .filter(JsonNode::isTextual)
          .map(JsonNode::asText)
          .forEach(found::add);
    }
    return found;
  }

  /** Every metric exists, and every value that a closed label is compared with. */
  static void assertAnswerable(Scrape scrape, String query) {
    Matcher selector = SELECTOR.matcher(query);
    int selectors = 0;
    while (selector.find()) {
      selectors++;
      Scrape.Family family = family(scrape, selector.group(1));
      assertThat(family).as("%s in %s", selector.group(1), query).isNotNull();
      Matcher matcher = MATCHER.matcher(selector.group(2) == null ? "" : selector.group(2));
      while (matcher.find()) {
        assertComparable(family, matcher.group(1), matcher.group(3), query);
      }
    }
    assertThat(selectors).as("metrics in %s", query).isPositive();
  }

  private static void assertComparable(
      Scrape.Family family, String label, String values, String query) {
    if (OPEN_LABELS.contains(label)) {
      return;
    }
    assertThat(family.labels().keySet())
        .as("labels of %s in %s", family.name(), query)
        .contains(label);
    assertThat(family.labels().get(label))
        .as("values of %s in %s", label, query)
        .containsAll(new TreeSet<>(Arrays.asList(values.split("\\|"))));
  }

  private static Scrape.Family family(Scrape scrape, String metric) {
    Scrape.Family exact = scrape.families().get(metric);
    Scrape.Family whole = scrape.families().get(metric.replaceAll("_(bucket|count|sum)$", ""));
    return exact == null ? whole : exact;
  }
}
