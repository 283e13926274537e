package io.gnomon.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.config.ConfigLoader;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterTask;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyExtent;
import io.gnomon.sim.tune.NoChangeReason;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The events of the scenarios, processed with their settings by the controller of one cluster, with
 * short studies.
 */
class LoadScenariosTest {
  private static final int HOUR = 3600;
  private static final StudyExtent TWO_POLICIES =
      StudyExtent.of(
          1,
          Stream.of("multi-queue(partitions=1)", "easy(order=shortest)").map(Spec::parse).toList());

  private final List<DecisionOutcome> outcomes = new ArrayList<>();
  private final List<String> rejected = new ArrayList<>();
  private final Outbox outbox =
      new Outbox() {
        @Override
        public void publish(String cluster, String id, EventData data) {
          if (data instanceof DecisionRecorded decision) {
            outcomes.add(decision.outcome());
          }
        }

        @Override
        public void reject(long offset, RejectReason reason, String detail) {
          rejected.add(reason + ": " + detail);
        }
      };

  @Test
  void theLargeClusterIsStudiedAtEachTickOfTheFirstAndTheLastThird() {
    Isolation isolation = Isolation.record(3, 600, 5, 1);
    List<GnomonEvent> events = isolation.events().all();
    long warmUp = hours(events.subList(0, isolation.quiet()));
    long studied = hours(events.subList(isolation.studied(), events.size()));
    assertThat(warmUp).isEqualTo(2);
    assertThat(studied).isGreaterThan(2);
    ClusterController large = process("large", events, Isolation.SETTINGS);
    assertThat(large.counters().of(Count.STUDIES)).isEqualTo(warmUp + studied);
    assertThat(outcomes).contains(DecisionOutcome.RECOMMENDED);
    assertThat(rejected).isEmpty();
  }

  private static long hours(List<GnomonEvent> events) {
    return events.stream()
        .filter(event -> event.cluster().equals("large"))
        .map(GnomonEvent::data)
        .filter(data -> data instanceof ClockAdvanced && data.at() % HOUR == 0)
        .count();
  }

  @Test
  void clustersWithActiveJobsAreStudiedWithoutRejectedEvents() {
    List<GnomonEvent> events = ActiveJobsLoad.record(10, 2_000, 5_000, 1).all();
    for (String id : List.of("cluster1", "cluster10")) { // of processors, and of nodes
      List<String> settings = new ArrayList<>(ActiveJobsLoad.SETTINGS);
      settings.add("tuning.period=10m");
      ClusterController cluster = process(id, events, settings);
      assertThat(cluster.counters().of(Count.STUDIES)).isPositive();
    }
    assertThat(rejected).isEmpty();
  }

  @Test
  void aCommandWithoutAnAnswerLeadsToNoRejectedEvent() {
    List<GnomonEvent> events = ManyClusters.record(1, 2_000, 1).all();
    ClusterController cluster = process("cluster1", events, List.of("tuning.threshold=1"));
    assertThat(cluster.counters().of(Count.EXPIRED_COMMANDS)).isGreaterThan(1);
    assertThat(rejected).isEmpty();
  }

  private ClusterController process(String id, List<GnomonEvent> events, List<String> scenario) {
    ConfigLoader loader = ControllerKeys.loader().flag("kafka.bootstrap.servers=127.0.0.1:1");
    Stream.concat(FleetLoad.DEFAULTS.stream(), scenario.stream()).forEach(loader::flag);
    ClusterController cluster =
        new ClusterController(id, ControllerKeys.read(loader.load()).control());
    long offset = 0;
    for (GnomonEvent event : events) {
      if (event.cluster().equals(id)) {
        @Nullable ClusterTask task = cluster.take(offset, EventData.NONE, event, outbox);
        while (task != null) {
          task =
              task.<@Nullable ClusterTask>match(
                  evaluation ->
                      cluster.conclude(evaluation.run(Runnable::run, TWO_POLICIES).join(), outbox),
                  backtest -> cluster.abandon(NoChangeReason.STUDY_FAILED, outbox),
                  replacement -> cluster.conclude(replacement.run(), outbox));
        }
      }
      offset++;
    }
    return cluster;
  }
}
