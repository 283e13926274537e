package io.gnomon.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gnomon.events.GnomonEvent;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.model.accounts.Association;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The options of {@code load}, its events and delays, and a replica that does not start. */
class FleetLoadTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "--replicas=0, --replicas must be at least 1: 0",
    "--kill --replicas=1, --replicas must be at least 2 with --kill: 1",
    "--kill --terminate, --replicas must be at least 3 with --kill and --terminate: 2",
    "--isolation, --rate must be at least 1 with --isolation: 0",
    "--isolation --rate=1 --clusters=1, --clusters must be at least 2 with --isolation: 1",
    "--active=1, --rate must be at least 1 with --active: 0",
    "--active=-1, --active must be at least 0: -1",
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
    int size = ManyClusters.record(2, 2, 7).size();
    assertThat(size).isGreaterThan(2 * 20 * 3).isEqualTo(ManyClusters.record(2, 2, 7).size());
  }

  @Test
  void everyTenthClusterHasNodesAndAccountsWithFairShare() {
    Map<String, ClusterDeclared> declared = new HashMap<>();
    Map<String, JobSubmitted> submitted = new HashMap<>();
    for (GnomonEvent event : ManyClusters.record(11, 1, 3).all()) {
      if (event.data() instanceof ClusterDeclared one) {
        declared.put(event.cluster(), one);
      } else if (event.data() instanceof JobSubmitted one) {
        submitted.putIfAbsent(event.cluster(), one);
      }
    }
    Accounting accounting = declared.get("cluster10").accounting();
    assertThat(accounting.associations())
        .filteredOn(one -> !one.isUser())
        .extracting(Association::shares)
        .containsExactly(1, 2, 3);
    assertThat(accounting.priority().settings().weights().fairShare()).isPositive();
    assertThat(submitted.get("cluster10").request().account()).startsWith("account");
    assertThat(declared.get("cluster11").accounting()).isNull();
    assertThat(declared.get("cluster11").machine()).isNull();
  }

  /** The events of a, b and a are sent at 0 s, 1 s and 2 s; states are seen at 3 s and 5 s. */
  @Test
  void aDelayEndsWhenAStateWithTheEventIsSeen() {
    LoadEvents events = new LoadEvents();
    events.add("a", new ClockAdvanced(1));
    events.add("b", new ClockAdvanced(1));
    events.add("a", new ClockAdvanced(2));
    Delays delays = new Delays(events.all());
    for (int position = 0; position < 3; position++) {
      delays.sent(position, position * SECOND);
    }
    delays.processed("a", 1, 3 * SECOND);
    delays.processed("b", 1, 3 * SECOND);
    assertThat(delays.seconds(2)).isNaN();
    delays.processed("a", 0, 4 * SECOND); // another replica is restoring the cluster
    delays.processed("a", 2, 5 * SECOND);
    assertThat(IntStream.range(0, 3).mapToDouble(delays::seconds)).containsExactly(3.0, 2.0, 3.0);
    assertThat(delays.position("a", 1)).isEqualTo(2);
    assertThat(new Percentiles(DoubleStream.of(3, 1, Double.NaN, 2)).at(50)).isEqualTo(2);
  }

  /** 600 active and 60 further jobs of 3 clusters: 327, 164 and 109, and 33, 20 and 20. */
  @Test
  void clustersBeginWithActiveJobsAndGoOnSideBySide() {
    LoadEvents events = ActiveJobsLoad.record(3, 600, 60, 1);
    assertThat(events.size()).isBetween(6 + 3 * 73, 6 + 4 * 73);
    assertThat(events.atOnce()).isEqualTo(6);
    assertThat(
            events.all().subList(0, 6).stream()
                .map(GnomonEvent::data)
                .filter(ClusterSnapshot.class::isInstance)
                .map(
                    snapshot ->
                        ((ClusterSnapshot) snapshot)
                            .jobs().stream().map(JobSnapshot::job).distinct().count()))
        .containsExactly(327L, 164L, 109L);
    List<JobState> states =
        ((ClusterSnapshot) events.all().get(1).data())
            .jobs().stream().map(JobSnapshot::state).toList();
    assertThat(Collections.frequency(states, JobState.RUNNING)).isBetween(110, 220);
    assertThat(events.all().subList(6, 6 + 30).stream().map(GnomonEvent::cluster).distinct())
        .hasSize(3);
  }

  @Test
  void theLargeClusterIsSilentInTheSecondThirdAndCrossesHoursInTheLast() {
    Isolation isolation = Isolation.record(5, 120, 5, 1);
    List<GnomonEvent> events = isolation.events().all();
    assertThat(((ClusterSnapshot) events.get(1).data()).jobs()).hasSizeGreaterThan(10_000);
    assertThat(isolation.events().atOnce()).isEqualTo(2);
    assertThat(events.subList(isolation.quiet(), isolation.studied()))
        .isNotEmpty()
        .noneMatch(event -> event.cluster().equals("large"));
    assertThat(
            events.subList(isolation.studied(), events.size()).stream()
                .filter(event -> event.cluster().equals("large"))
                .map(event -> event.data().at() / 3600)
                .distinct())
        .hasSizeGreaterThan(2);
  }

  @Test
  void aReplicaThatEndedIsAFailureThatNamesItsLog() throws IOException {
    Path log = folder.resolve("replica0.log");
    try (Replica replica = new Replica(log, "no-size", List.of(), Duration.ofMinutes(1))) {
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

  /** It listens on another port than the one that is asked. */
  @Test
  void aReplicaThatDoesNotAnswerIsAFailureThatNamesItsLog() throws IOException {
    Path log = folder.resolve("replica0.log");
    List<String> settings = List.of("http.port=0", "kafka.bootstrap.servers=127.0.0.1:1");
    try (Replica replica = new Replica(log, "64m", settings, Duration.ZERO)) {
      assertThatThrownBy(replica::clusters)
          .isInstanceOf(IOException.class)
          .hasMessage("a replica has not answered for 0 s; its log is " + log);
    }
  }
}
