package io.gnomon.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.slurm.parameter.ChangeMethod;
import io.gnomon.slurm.parameter.Place;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.parameter.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** docs/slurm-reference.md names the parameters that Gnomon sets, and no others. */
class SlurmReferenceTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final long WITHOUT_BOUND = 1 << 30;

  private static String page = "";

  @BeforeAll
  static void readPage() throws IOException {
    page = Files.readString(Path.of(System.getProperty("gnomon.root"), "docs/slurm-reference.md"));
  }

  @Test
  void itListsTheOptionsOfSchedulerParameters() {
    assertThat(between("The scheduler options are", "\n\n"))
        .containsExactlyInAnyOrderElementsOf(names(Place.SCHEDULER_PARAMETERS));
  }

  @Test
  void itListsTheSettingsOfPriorities() {
    assertThat(between("priority/multifactor that it names:", "All others").stream())
        .filteredOn(name -> name.startsWith("Priority"))
        .containsExactlyInAnyOrderElementsOf(names(Place.SLURM_CONF));
  }

  @Test
  void itListsTheLimitsWithTheirValues() {
    List<String> rows =
        page.lines().filter(line -> line.matches("\\| `(qos|partition)\\.NAME.*")).toList();
    List<String> expected =
        Stream.of(Place.QOS, Place.PARTITION)
            .flatMap(place -> SlurmParameter.in(place, ChangeMethod.AT_RUN_TIME))
            .map(SlurmReferenceTest::row)
            .toList();
    assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static String row(SlurmParameter limit) {
    Values allowed = limit.allowed();
    String printed = limit.printed();
    return "| `%s` | `%s` of the %s | %s |"
        .formatted(
            limit.parameter(),
            printed.contains("=") ? printed + "=" : printed,
            limit.place().title(),
            allowed.most() == WITHOUT_BOUND
                ? "from " + allowed.least()
                : allowed.least() + " to " + allowed.most());
  }

  private static List<String> names(Place place) {
    return SlurmParameter.in(place, ChangeMethod.RECONFIGURE)
        .map(SlurmParameter::parameter)
        .toList();
  }

  /** The words in code between two texts. */
  private static List<String> between(String begin, String end) {
    int from = page.indexOf(begin);
    assertThat(from).as("the page has '%s'", begin).isNotNegative();
    Matcher code = CODE.matcher(page.substring(from, page.indexOf(end, from)));
    return code.results().map(result -> result.group(1)).toList();
  }
}
