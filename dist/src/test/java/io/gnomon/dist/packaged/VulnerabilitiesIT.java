package io.gnomon.dist.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.artifact.versioning.ComparableVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The libraries that are shipped, compared with dist/known-vulnerabilities.csv. */
class VulnerabilitiesIT {
  private static final Path DIST = Path.of(System.getProperty("gnomon.root"), "dist");

  /** A row of the list: the versions of an artifact from {@code introduced} to {@code fixed}. */
  private record Advisory(String id, String artifact, String introduced, String fixed) {
    static Advisory of(String row) {
      String[] cells = row.split(",", -1);
      assertThat(cells).as(row).hasSize(4);
      assertThat(cells[0]).matches("(CVE|GHSA)-[-0-9A-Za-z]+");
      assertThat(cells[1]).contains(":");
      return new Advisory(cells[0], cells[1], cells[2], cells[3]);
    }

    boolean affects(String library, String version) {
      ComparableVersion shipped = new ComparableVersion(version);
      return library.equals(artifact)
          && (introduced.isEmpty() || shipped.compareTo(new ComparableVersion(introduced)) >= 0)
          && (fixed.isEmpty() || shipped.compareTo(new ComparableVersion(fixed)) < 0);
    }
  }

  private static List<Advisory> advisories() throws IOException {
    try (var lines = Files.lines(DIST.resolve("known-vulnerabilities.csv"))) {
      return lines
          .filter(line -> !line.startsWith("#"))
          .skip(1) // the names of the columns
          .map(Advisory::of)
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"target/gnomon-sbom.json", "../sandbox/target/gnomon-trial-sbom.json"})
  void noLibraryHasAKnownVulnerability(String file) throws IOException {
    List<Advisory> advisories = advisories();
    JsonNode bill = new ObjectMapper().readTree(DIST.resolve(file).toFile());
    List<String> affected = new ArrayList<>();
    int known = 0;
    for (JsonNode component : bill.path("components")) {
      String library = component.path("group").asText() + ":" + component.path("name").asText();
      String version = component.path("version").asText();
      for (Advisory advisory : advisories) {
        known += library.equals(advisory.artifact()) ? 1 : 0;
        if (advisory.affects(library, version)) {
          affected.add(
              "%s %s: %s, fixed in '%s'"
                  .formatted(library, version, advisory.id(), advisory.fixed()));
        }
      }
    }

    assertThat(known).as("rows of libraries that are shipped").isPositive();
    assertThat(affected).isEmpty();
  }

  @Test
  void aVersionIsAffectedFromTheFirstOneUpToTheFixedOne() {
    Advisory advisory = new Advisory("CVE-1-1", "g:a", "4.1.0.Final", "4.2.18.Final");

    assertThat(advisory.affects("g:a", "4.2.15.Final")).isTrue();
    assertThat(advisory.affects("g:a", "4.1.0.Final")).isTrue();
    assertThat(advisory.affects("g:a", "4.2.18.Final")).isFalse();
    assertThat(advisory.affects("g:a", "4.0.9.Final")).isFalse();
    assertThat(advisory.affects("g:b", "4.2.15.Final")).isFalse();
    assertThat(new Advisory("CVE-1-1", "g:a", "", "").affects("g:a", "99")).isTrue();
  }
}
