package io.gnomon.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The options of {@code load}, the sizes of its clusters, and a replica that does not start. */
class FleetLoadTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "--replicas=0, --replicas must be at least 1: 0",
    "--kill --replicas=1, --replicas must be at least 2 with --kill: 1",
    "--clusters=0, --clusters must be at least 1: 0",
    "--jobs=0, --jobs must be at least 1: 0",
    "--partitions=0, --partitions must be at least 1: 0",
    "--rate=-1, --rate must be at least 0: -1"
  })
  void aNumberThatMakesNoRunIsWrongUsage(String options, String message) {
    StringWriter errors = new StringWriter();
    CommandLine line = FleetLoad.commandLine().setErr(new PrintWriter(errors, true));
    assertThat(line.execute(options.split(" ", -1))).isEqualTo(2);
    assertThat(errors.toString()).contains(message);
  }

  /** 1 + 1/2 + 1/3 = 11/6, and 110 jobs by 11/6 are 60. */
  @Test
  void theSizesAreProportionalToOneByRank() {
    assertThat(ManyClusters.sizes(3, 110)).containsExactly(60, 30, 20);
    assertThat(ManyClusters.sizes(3, 11)).containsExactly(20, 20, 20);
  }

  /** Each of 40 jobs is submitted, started and completed. */
  @Test
  void theSameSeedRecordsTheSameNumberOfEventsAndAtLeastThreeForEachJob() {
    int size = new ManyClusters(2, 2, 7).size();
    assertThat(size).isGreaterThan(2 * 20 * 3).isEqualTo(new ManyClusters(2, 2, 7).size());
  }

  @Test
  void aReplicaThatEndedIsAFailureThatNamesItsLog() throws IOException {
    Path log = folder.resolve("replica0.log");
    try (Replica replica = new Replica(log, "no-size", List.of())) {
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () ->
                  assertThatThrownBy(replica::clusters)
                      .isInstanceOf(IOException.class)
                      .hasMessage("a replica ended with status 1; its log is " + log));
    }
    assertThat(log).content().contains("no-size");
  }
}
