package io.gnomon.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.gnomon.config.Key;
import io.gnomon.controller.config.ControllerKeys;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the runbook refers to exists. */
class RunbookTest {
  private static List<String> mentioned(String pattern) throws IOException {
    Path page = Path.of(System.getProperty("gnomon.root"), "docs/runbook.md");
    List<String> found =
        Pattern.compile(pattern)
            .matcher(Files.readString(page))
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(found).as(pattern).isNotEmpty();
    return found;
  }

  @Test
  void itsPathsAreThoseOfTheApi() throws IOException {
    Set<String> paths = new TreeSet<>();
    try (InputStream contract = getClass().getResourceAsStream("/openapi.yaml")) {
      new YAMLMapper().readTree(contract).path("paths").fieldNames().forEachRemaining(paths::add);
    }
    List<String> mentioned =
        mentioned("\\$G(/[A-Za-z0-9/$-]+)").stream()
            .map(path -> path.replace("$C", "{cluster}").replace("/ID/", "/{proposal}/"))
            .toList();
    assertThat(paths).containsAll(mentioned);
  }

  @Test
  void itsMetricsExist() throws IOException {
    Scrape scrape = FullScrape.of();
    for (String query : mentioned("`(gnomon_[a-z_]+(?:\\{[^}`]*})?)`")) {
      Queries.assertAnswerable(scrape, query);
    }
  }

  @Test
  void itsKeysExist() throws IOException {
    Set<String> groups = new TreeSet<>();
    List<String> keys = ControllerKeys.ALL.keys().stream().map(Key::name).toList();
    keys.forEach(key -> groups.add(key.substring(0, key.indexOf('.'))));
    Matcher key = Pattern.compile("([a-z]+)\\.[a-z-]+").matcher("");
    for (String mentioned : mentioned("`([a-z]+\\.[a-z-]+)`")) {
      if (key.reset(mentioned).matches() && groups.contains(key.group(1))) {
        assertThat(keys).contains(mentioned);
      }
    }
  }
}
