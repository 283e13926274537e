package io.gnomon.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.health.Heartbeats;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.health.ProblemKind;
import io.gnomon.controller.kafka.topic.LogRange;
import io.gnomon.controller.listener.OwnerListener.StudyEnd;
import io.gnomon.controller.node.NodeUse;
import io.gnomon.controller.node.WaitReason;
import io.gnomon.controller.notification.Notification;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ControllerMetricsTest {
  private final Heartbeats heartbeats = new Heartbeats(Duration.ofSeconds(60));

  @AutoClose
  private final ControllerMetrics metrics =
      new ControllerMetrics(() -> true, Duration.ofSeconds(30), heartbeats, 2);

  private List<Problem> problems = List.of();

  private Scrape scrape(ClusterController... clusters) {
    for (ClusterController cluster : clusters) {
      metrics.sample(cluster);
    }
    metrics.complete(
        Arrays.stream(clusters).map(ClusterController::cluster).collect(Collectors.toSet()),
        Map.of(3, 12L),
        problems);
    return new Scrape(metrics.render());
  }

  private static ControllerTestDriver declared() {
    return new ControllerTestDriver(Mode.APPLY, 10).declare(8);
  }

  private static JobSubmitted submitted(int second) {
    return new JobSubmitted("a", ControllerTestDriver.ORIGIN + second, 8, 100);
  }

  private static Notification notification(Notification.Kind kind, long waitedSeconds) {
    return new Notification("n", "c", kind, 5, "easy", null, "because", null, null, waitedSeconds);
  }

  @Test
  void theReasonsOfAControllerThatIsNotReadyAreThere() {
    assertThat(scrape().samples())
        .containsEntry("gnomon_problem{reason=\"topic-missing\"}", 0.0)
        .containsEntry("gnomon_events_lost_timestamp_seconds{cause=\"recreated\"}", 0.0);

    problems = List.of(new Problem(ProblemKind.TOPIC_MISSING, "topic t does not exist"));
    metrics.eventsLost(0, LogRange.Loss.RECREATED);

    assertThat(scrape().samples())
        .containsEntry("gnomon_problem{reason=\"topic-missing\"}", 1.0)
        .containsEntry("gnomon_problem{reason=\"brokers-unreachable\"}", 0.0)
        .hasEntrySatisfying(
            "gnomon_events_lost_timestamp_seconds{cause=\"recreated\"}",
            second -> assertThat(second).isGreaterThan(1.7e9));
  }

  @Test
  void seriesThatMatterOneByOneBeginAtZero() {
    Scrape scrape = scrape(new ControllerTestDriver(Mode.APPLY, 10).controller());

    assertThat(scrape.samples())
        .containsEntry("gnomon_events_rejected_total{cluster=\"c\",reason=\"duplicate\"}", 0.0)
        .containsEntry(
            "gnomon_decisions_total{cluster=\"c\",outcome=\"commanded\",reason=\"lower-cost\"}",
            0.0)
        .containsEntry("gnomon_command_answers_total{answer=\"expired\",cluster=\"c\"}", 0.0)
        .containsEntry("gnomon_change_notifications_total{cluster=\"c\",kind=\"reverted\"}", 0.0)
        .containsEntry("gnomon_studies_total{cluster=\"c\",result=\"timed-out\"}", 0.0)
        .containsEntry("gnomon_undeclared_events_total{reason=\"not-declared\"}", 0.0);
  }

  @Test
  void tellsSinceWhenAProducerIsSilent() {
    ControllerTestDriver driver = declared();
    driver.send(new ClockAdvanced(ControllerTestDriver.ORIGIN + 1));
    String last = "gnomon_last_event_timestamp_seconds{cluster=\"c\"}";
    String silent = "gnomon_producer_silent{cluster=\"c\"}";
    for (int second = 0; second < 60; second++) {
      observe(driver, second);
    }
    assertThat(scrape(driver.controller()).samples())
        .containsEntry(last, ControllerTestDriver.ORIGIN + 1.0)
        .containsEntry(silent, 0.0);

    observe(driver, 60);

    assertThat(scrape(driver.controller()).samples())
        .containsEntry(last, ControllerTestDriver.ORIGIN + 1.0)
        .containsEntry(silent, 1.0);
  }

  private void observe(ControllerTestDriver driver, int second) {
    heartbeats.observe(
        List.of(driver.controller()),
        List.of(),
        Duration.ofSeconds(second).toNanos(),
        Instant.ofEpochSecond(1_800_000_000L + second));
  }

  @Test
  void tellsWhatHappenedBetweenTwoScrapes() {
    ControllerTestDriver driver = declared();
    scrape(driver.controller());

    driver.send(submitted(1));
    driver.send(submitted(2));
    metrics.studyEnded("c", StudyEnd.COMPLETED, Duration.ofMillis(250));
    metrics.notificationPublished(notification(Notification.Kind.CHANGED, 20));
    metrics.recordInvalid(3);
    metrics.partitionRestored(3, Duration.ofSeconds(2));
    Scrape scrape = scrape(driver.controller());

    assertThat(scrape.samples())
        .containsEntry("gnomon_events_total{cluster=\"c\",type=\"job.submitted\"}", 2.0)
        .containsEntry("gnomon_events_rejected_total{cluster=\"c\",reason=\"known-job\"}", 1.0)
        .containsEntry("gnomon_jobs_waiting{cluster=\"c\"}", 1.0)
        .containsEntry("gnomon_cluster_state{cluster=\"c\",state=\"degraded\"}", 1.0)
        .containsEntry("gnomon_cluster_state{cluster=\"c\",state=\"watching\"}", 0.0)
        .containsEntry("gnomon_cluster_mode{cluster=\"c\",mode=\"apply\"}", 1.0)
        .containsEntry("gnomon_study_duration_seconds_sum", 0.25)
        .containsEntry("gnomon_studies_total{cluster=\"c\",result=\"completed\"}", 1.0)
        .containsEntry("gnomon_change_notifications_total{cluster=\"c\",kind=\"changed\"}", 1.0)
        .containsEntry("gnomon_command_acknowledgement_seconds_sum{cluster=\"c\"}", 20.0)
        .containsEntry("gnomon_records_invalid_total{partition=\"3\"}", 1.0)
        .containsEntry("gnomon_restore_duration_seconds_count", 1.0)
        .containsEntry("gnomon_lag_records{partition=\"3\"}", 12.0)
        .containsEntry("gnomon_ready", 1.0);
  }

  @Test
  void aClusterThatIsOwnedElsewhereIsNotToldOfAnyMore() {
    scrape(declared().controller());
    metrics.studyEnded("c", StudyEnd.COMPLETED, Duration.ofMillis(250));

    assertThat(scrape().samples().keySet()).noneMatch(series -> series.contains("cluster=\"c\""));
  }

  @Test
  void aRemovedClusterHasNoSeriesAtOnce() {
    ClusterController left = declared().controller();
    scrape(left);
    metrics.studyEnded("c", StudyEnd.COMPLETED, Duration.ofMillis(250));

    metrics.clusterLeft(left);

    assertThat(new Scrape(metrics.render()).samples().keySet())
        .noneMatch(series -> series.contains("cluster=\"c\""));
  }

  @Test
  void aClusterHasFewSeries() {
    ControllerTestDriver driver = declared();
    driver.send(submitted(1));

    assertThat(scrape(driver.controller()).samples().keySet())
        .filteredOn(series -> series.contains("cluster=\"c\""))
        .hasSizeLessThanOrEqualTo(82);
  }

  /** 12 classes of one node each, from 1 CPU up; 9 of them have series, the other 3 are summed. */
  @Test
  void aClusterOfNodesHasFewSeriesMoreWhateverItsSize() {
    Machine.Builder site = new Machine.Builder();
    for (int i = 1; i <= 12; i++) {
      site.node("n" + i, new NodeClass(i, 1, 1_024, Map.of("g" + (10 + i), 2), Set.of(), 1));
    }
    ClusterState state = new ClusterState(site.build());
    state.setNode(11, NodeState.DOWN);
    ControllerTestDriver driver = declared();
    Set<String> pool = ofGnomon(scrape(driver.controller()));

    metrics.sample(driver.controller(), NodeUse.of(state).get());
    Scrape nodes = new Scrape(metrics.render());
    Map<String, Double> samples = nodes.samples();

    assertThat(ofGnomon(nodes))
        .filteredOn(series -> !pool.contains(series))
        .hasSize(3 * 10 + 10 + 3 * 4 * 10 + WaitReason.values().length);
    assertThat(samples)
        .containsEntry(
            "gnomon_nodes{class=\"1 CPUs, 1024 MiB, 2 g11\",cluster=\"c\",state=\"up\"}", 1.0)
        .containsEntry("gnomon_nodes{class=\"other\",cluster=\"c\",state=\"up\"}", 2.0)
        .containsEntry("gnomon_nodes{class=\"other\",cluster=\"c\",state=\"down\"}", 1.0)
        .containsEntry(
            "gnomon_node_memory_bytes{class=\"other\",cluster=\"c\",use=\"idle\"}", 2.0 * (1 << 30))
        .containsEntry("gnomon_node_gpus{class=\"other\",cluster=\"c\",use=\"idle\"}", 4.0)
        .containsEntry("gnomon_node_gpus{class=\"other\",cluster=\"c\",use=\"unavailable\"}", 2.0)
        .containsEntry("gnomon_jobs_waiting_for{cluster=\"c\",reason=\"memory\"}", 0.0);

    assertThat(ofGnomon(scrape(driver.controller()))).isEqualTo(pool);
    metrics.sample(driver.controller(), NodeUse.of(state).get());
    assertThat(scrape().samples().keySet()).noneMatch(series -> series.contains("cluster=\"c\""));
  }

  /** The series without those of the JVM, which begin when it collects garbage. */
  private static Set<String> ofGnomon(Scrape scrape) {
    return scrape.samples().keySet().stream()
        .filter(series -> series.startsWith("gnomon_"))
        .collect(Collectors.toSet());
  }

  @Test
  void anEventOfAClusterThatIsNotTrackedCountsWithoutTheClustersName() {
    metrics.undeclaredEvent(RejectReason.NOT_DECLARED);

    assertThat(scrape().samples())
        .containsEntry("gnomon_undeclared_events_total{reason=\"not-declared\"}", 1.0);
  }

  @Test
  void aClusterThatComesBackIsCountedFromZero() {
    ControllerTestDriver first = declared();
    first.send(submitted(1));
    scrape(first.controller());

    Scrape scrape = scrape(declared().controller());

    assertThat(scrape.samples())
        .doesNotContainKey("gnomon_events_total{cluster=\"c\",type=\"job.submitted\"}");
    assertThat(scrape.value("gnomon_jobs_waiting{cluster=\"c\"}")).isZero();
  }
}
