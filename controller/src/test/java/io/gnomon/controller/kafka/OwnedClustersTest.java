package io.gnomon.controller.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterTask;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.kafka.output.Checkpoints;
import io.gnomon.controller.kafka.output.OutgoingBatch;
import io.gnomon.controller.kafka.output.OutgoingRecord;
import io.gnomon.controller.kafka.topic.LogRange;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.room.HeapBudget;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.slurm.value.HostList;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class OwnedClustersTest {
  private static final int CHECKPOINT_EVENTS = 3;
  private static final ControlSettings CONTROL =
      ControllerConfig.defaults("127.0.0.1:9092").control();

  private final OutgoingBatch outbox = new OutgoingBatch(0, null, OwnerListener.NONE);
  private final OwnedClusters clusters = owned();

  private OwnedClusters owned() {
    return owned(Set.of());
  }

  private OwnedClusters owned(Set<String> allowed) {
    ClusterAdmission admission = new ClusterAdmission(2, allowed, () -> 0);
    return new OwnedClusters(0, CHECKPOINT_EVENTS, admission, name -> CONTROL, outbox);
  }

  private void take(String cluster, long offset, EventData data) {
    take(cluster, offset, EventData.NONE, data);
  }

  private void take(String cluster, long offset, long timestamp, EventData data) {
    clusters.advance(offset + 1);
    ClusterController controller = clusters.controllerFor(cluster, offset, data);
    assertThat(controller).isNotNull();
    ClusterTask task =
        controller.take(
            offset,
            timestamp,
            GnomonEvent.of(cluster, cluster + offset, EventData.NONE, null, data),
            outbox);
    if (task instanceof ClusterTask.Prepare slow) {
      controller.conclude(slow.part().run(), outbox);
    }
  }

  private static ClusterDeclared declared() {
    return new ClusterDeclared(0, 8, 0, null, null, new Configuration("easy", 0));
  }

  private static JobSubmitted submitted(long offset) {
    return new JobSubmitted("job" + offset, offset, 1, 60);
  }

  /** What a successor finds after all that was collected has been published. */
  private Map<String, byte[]> published() {
    clusters.checkpoint();
    Map<String, byte[]> newest = new HashMap<>();
    for (OutgoingRecord record : outbox.take().records()) {
      assertThat(record.topic()).isEqualTo(Topic.CHECKPOINTS);
      newest.put(record.key(), record.value());
    }
    return newest;
  }

  @Test
  void aClusterHasNoStateBeforeItsDeclaration() {
    assertThat(clusters.controllerFor("a", 0, submitted(0))).isNull();
    assertThat(clusters.size()).isZero();
    assertThat(published()).containsOnlyKeys("#partition-0");

    take("a", 1, declared());
    assertThat(clusters.controllerFor("a", 2, submitted(2))).isNotNull();
  }

  @Test
  void manyNewClustersAreWrittenBeforeMoreAreTaken() {
    for (int offset = 0; offset < 50; offset++) {
      assertThat(clusters.manyNew()).isFalse();
      take("c" + offset, offset, declared());
    }
    assertThat(clusters.manyNew()).isTrue();
    assertThat(clusters.checkpointDue()).isTrue();

    assertThat(published()).hasSize(51);
    assertThat(clusters.manyNew()).isFalse();
  }

  @Test
  void aClusterThatIsNotAllowedKeepsItsCheckpointButIsNotTracked() {
    take("a", 0, declared());
    take("b", 1, declared());
    Map<String, byte[]> written = published();

    OwnedClusters successor = owned(Set.of("b"));
    successor.restore(Checkpoints.of(written, 0, name -> CONTROL), new LogRange("", 0, 5));

    assertThat(successor.objection("a")).contains("'a'", "clusters.allowed");
    assertThat(successor.objection("b")).isNull();
    assertThat(successor.controller("a")).isNull();
    assertThat(successor.checkpointDue()).isFalse();
  }

  /** The heap has room for the nodes of one of the two large clusters. */
  @Test
  void aClusterWithoutRoomKeepsItsCheckpointButIsNotRestored() {
    take("large", 0, nodes(20_000));
    take("larger", 1, nodes(30_000));
    take("small", 2, nodes(10));
    Map<String, byte[]> written = published();

    HeapBudget budget = new HeapBudget(4 * 4_000_000, () -> 0);
    OwnedClusters successor = owned();
    successor.restore(
        Checkpoints.of(written, 0, name -> CONTROL.in(budget.of(name))), new LogRange("", 0, 5));

    assertThat(successor.controllers())
        .extracting(ClusterController::cluster)
        .containsExactlyInAnyOrder("large", "small");
    assertThat(budget.refused()).containsExactly("larger");
    assertThat(successor.checkpointDue()).as("nothing is deleted").isFalse();
    successor.checkpoint();
    outbox.take();
    successor.close();

    OwnedClusters withMore = owned();
    withMore.restore(
        Checkpoints.of(written, 0, name -> CONTROL.in(new HeapBudget(1 << 30, () -> 0).of(name))),
        new LogRange("", 0, 5));
    assertThat(withMore.controllers()).hasSize(3);
    assertThat(budget.of("larger").take(4_000_000)).as("what was closed takes no room").isNull();
  }

  private static ClusterDeclared nodes(int nodes) {
    DeclaredMachine machine =
        new DeclaredMachine(
            List.of(new NodeGroup(HostList.of("n[1-" + nodes + "]"), 8)),
            List.of(),
            List.of(),
            null);
    return new ClusterDeclared(0, 8, 0, null, null, new Configuration("easy", 0), machine);
  }

  @Test
  void noMoreClustersThanTheMostAreTrackedAnew() {
    int[] tracked = {1};
    OwnedClusters few =
        new OwnedClusters(
            0,
            CHECKPOINT_EVENTS,
            new ClusterAdmission(2, Set.of(), () -> tracked[0]),
            name -> CONTROL,
            outbox);
    assertThat(few.objection("a")).isNull();
    assertThat(few.controllerFor("a", 0, declared())).isNotNull();
    tracked[0] = 2;

    assertThat(few.objection("a")).isNull();
    assertThat(few.objection("b")).contains("clusters.max is 2", "'b'");
  }

  @Test
  void anIdleClusterIsEvictedAndItsCheckpointDeleted() {
    long hour = Duration.ofHours(1).toNanos();
    take("idle", 0, Duration.ofDays(1).toMillis(), declared());
    take("busy", 1, Duration.ofDays(2).toMillis(), declared());
    take("without timestamps", 2, declared());
    published();
    Instant now = Instant.EPOCH.plus(Duration.ofDays(31));

    assertThat(clusters.evictIdle(now, System.nanoTime() + hour))
        .as("a wrong clock evicts no cluster that sent an event within a day")
        .isEmpty();
    assertThat(clusters.evictIdle(now, System.nanoTime() + 25 * hour))
        .extracting(ClusterController::cluster)
        .containsExactly("idle");

    assertThat(clusters.checkpointDue()).isTrue();
    assertThat(published())
        .containsEntry("idle", null)
        .containsEntry("#part-0-idle", null)
        .doesNotContainKey("busy");
    assertThat(clusters.checkpointDue()).isFalse();
    assertThat(clusters.controllerFor("idle", 3, submitted(3))).isNull();
  }

  @Test
  void aCheckpointIsDueAfterSoManyEvents() {
    take("a", 0, declared());
    take("a", 1, submitted(1));
    assertThat(clusters.checkpointDue()).isFalse();
    take("a", 2, submitted(2));
    assertThat(clusters.checkpointDue()).isTrue();

    published();

    assertThat(clusters.checkpointDue()).isFalse();
  }

  @Test
  void aLargeClusterIsWrittenAfterAsManyEventsAsItHasJobs() {
    take("a", 0, declared());
    for (int offset = 1; offset <= 10; offset++) {
      take("a", offset, submitted(offset));
    }
    published(); // ten jobs are active now
    for (int offset = 11; offset <= 19; offset++) {
      take("a", offset, submitted(offset));
      assertThat(clusters.checkpointDue()).isFalse();
    }
    for (int offset = 20; offset <= 40 && !clusters.checkpointDue(); offset++) {
      take(
          "a", offset, new ClusterDeclared(offset, 8, 0, null, null, new Configuration("easy", 0)));
    }
    assertThat(clusters.checkpointDue()).isTrue();
    assertThat(clusters.next()).isEqualTo(30); // 19 events after the checkpoint, for 19 jobs
  }

  @Test
  void aSuccessorPassesOverWhatAClusterHasTaken() {
    take("early", 0, declared());
    take("late", 1, declared());
    Map<String, byte[]> first = published();
    take("early", 2, submitted(2));
    take("late", 3, submitted(3));
    take("late", 4, submitted(4));
    take("late", 5, submitted(5));
    Map<String, byte[]> second = published();
    assertThat(second).doesNotContainKey("early");

    Map<String, byte[]> newest = new HashMap<>(first);
    newest.putAll(second);
    OwnedClusters successor = restored(newest, new LogRange("", 0, 6));

    assertThat(successor.next()).isEqualTo(2); // where the early one has to go on
    assertThat(successor.applied("late", 5)).isTrue();
    assertThat(successor.applied("early", 2)).isFalse();
    assertThat(successor.applied("late", 6)).isFalse();
    assertThat(successor.applied("evicted or never declared", 5)).isTrue();
    assertThat(successor.applied("evicted or never declared", 6)).isFalse();
  }

  // --- lost events

  private OwnedClusters restored(Map<String, byte[]> newest, LogRange log) {
    OwnedClusters successor = owned();
    successor.restore(Checkpoints.of(newest, 0, name -> CONTROL), log);
    return successor;
  }

  /** One transaction; returns the keys of its checkpoints of clusters. */
  private Set<String> transaction(OwnedClusters owned, Map<String, byte[]> newest) {
    owned.checkpoint();
    Set<String> written = new LinkedHashSet<>();
    for (OutgoingRecord record : outbox.take().records()) {
      if (record.topic() == Topic.CHECKPOINTS) {
        newest.put(record.key(), record.value());
        if (!record.key().startsWith("#")) {
          written.add(record.key());
        }
      } else {
        assertThat(record.topic()).isEqualTo(Topic.COMMANDS); // the request of a snapshot
      }
    }
    newest.values().removeIf(Objects::isNull);
    return written;
  }

  private static List<String> degraded(OwnedClusters owned) {
    return owned.controllers().stream()
        .filter(controller -> controller.state() == ControllerState.DEGRADED)
        .map(ClusterController::cluster)
        .toList();
  }

  @Test
  void clustersThatLostEventsAreDegradedInSmallTransactionsAlsoAfterACrash() {
    String topic = Uuid.randomUuid().toString();
    for (int offset = 0; offset < 120; offset++) {
      take("c" + offset, offset, declared());
    }
    Map<String, byte[]> newest = published();

    OwnedClusters first = restored(newest, new LogRange(topic, 130, 140));
    assertThat(first.losing()).isTrue();
    assertThat(first.checkpointDue()).isTrue();
    Set<String> written = transaction(first, newest);
    assertThat(written).hasSize(50);
    assertThat(degraded(first)).containsExactlyInAnyOrderElementsOf(written);

    OwnedClusters second = restored(newest, new LogRange(topic, 130, 140)); // after a crash
    assertThat(degraded(second)).containsExactlyInAnyOrderElementsOf(written);
    assertThat(transaction(second, newest)).hasSize(50).doesNotContainAnyElementsOf(written);
    assertThat(transaction(second, newest)).hasSize(20);

    assertThat(second.losing()).isFalse();
    assertThat(degraded(second)).hasSize(120);
    assertThat(second.checkpointDue()).isFalse();
    assertThat(restored(newest, new LogRange(topic, 130, 140)).losing()).isFalse();
  }

  @Test
  void largeClustersThatLostEventsFillOneTransactionAfterTheOther() {
    for (int offset = 0; offset < 8; offset += 2) {
      take("c" + offset, offset, declared());
      take(
          "c" + offset,
          offset + 1,
          new JobSubmitted("j".repeat(5 << 20), 1, 1, 60)); // checkpoints of 5 MiB
    }
    Map<String, byte[]> newest = published();

    OwnedClusters successor = restored(newest, new LogRange("", 20, 30));

    assertThat(transaction(successor, newest)).hasSize(2); // 8 MiB are full with the second
    assertThat(successor.losing()).isTrue();
    assertThat(transaction(successor, newest)).hasSize(2);
    assertThat(successor.losing()).isFalse();
  }

  @Test
  void aSilentClusterLosesNothingWhenEventsOfOthersExpire() {
    take("silent", 0, declared());
    take("busy", 1, declared());
    Map<String, byte[]> newest = published();
    for (int offset = 2; offset < 100; offset++) {
      take("busy", offset, declared());
    }
    newest.putAll(published());

    OwnedClusters successor = restored(newest, new LogRange("", 90, 100));

    assertThat(successor.losing()).isFalse();
    assertThat(successor.next()).isEqualTo(100); // nothing is read again for the silent cluster
    assertThat(successor.applied("silent", 100)).isFalse();
  }

  @Test
  void anEventThatIsInNoCheckpointIsLostWhenItExpires() {
    take("rare", 0, declared());
    take("busy", 1, declared());
    Map<String, byte[]> newest = published();
    take("rare", 50, submitted(50));
    for (int offset = 51; offset < 100; offset++) {
      take("busy", offset, declared());
    }
    newest.putAll(published());

    assertThat(restored(newest, new LogRange("", 50, 100)).losing()).isFalse();
    OwnedClusters successor = restored(newest, new LogRange("", 51, 100));

    assertThat(successor.losing()).isTrue();
    assertThat(transaction(successor, newest)).containsExactly("rare");
    assertThat(degraded(successor)).containsExactly("rare");
  }

  @Test
  void checkpointsWithoutTheLatestEventsAreRenewedAfterAnHour() {
    take("silent", 0, declared());
    take("rare", 1, declared());
    Map<String, byte[]> newest = published();
    take("rare", 2, submitted(2));
    long now = System.nanoTime();

    clusters.renewOldCheckpoints(now + Duration.ofMinutes(59).toNanos());
    assertThat(clusters.checkpointDue()).isFalse();
    clusters.renewOldCheckpoints(now + Duration.ofMinutes(61).toNanos());
    assertThat(clusters.checkpointDue()).isTrue();
    assertThat(transaction(clusters, newest)).containsExactly("rare");

    assertThat(restored(newest, new LogRange("", 3, 3)).losing()).isFalse();
  }

  @Test
  void eventsOfAClusterThatIsNotAllowedAreKeptForIt() {
    take("excluded", 0, declared());
    take("silent", 1, declared());
    Map<String, byte[]> newest = published();
    OwnedClusters without = owned(Set.of("silent"));
    without.restore(Checkpoints.of(newest, 0, name -> CONTROL), new LogRange("", 0, 2));
    without.advance(10); // events of the excluded cluster are rejected
    without.renewOldCheckpoints(System.nanoTime() + Duration.ofMinutes(61).toNanos());
    assertThat(transaction(without, newest)).containsExactly("silent");

    assertThat(restored(newest, new LogRange("", 2, 10)).next()).isEqualTo(2);
    OwnedClusters successor = restored(newest, new LogRange("", 3, 10));
    transaction(successor, newest);

    assertThat(degraded(successor)).containsExactly("excluded");
  }

  @Test
  void aClusterWithAnOpenStudyIsBehindTheOthers() {
    take("a", 0, declared());
    take("b", 1, declared());
    Map<String, byte[]> newest = published();
    clusters.advance(3);
    ClusterController a = Objects.requireNonNull(clusters.controller("a"));
    study(a, 2);
    clusters.waiting().waits(owned(a), true);
    take("b", 3, submitted(3));
    clusters.advance(5);
    assertThat(letWait("a", 4)).isTrue();
    assertThat(letWait("b", 4)).isFalse();
    assertThat(clusters.behind(a)).isTrue();
    assertThat(clusters.waiting().size()).as("those at 2 and 4").isEqualTo(2);
    clusters.checkpointSoon(a);
    assertThat(clusters.checkpointDue()).as("not before the study has ended").isFalse();
    clusters.checkpointSoon(Objects.requireNonNull(clusters.controller("b")));
    newest.putAll(published());

    OwnedClusters successor = restored(newest, new LogRange("", 0, 5));
    assertThat(successor.next()).isEqualTo(2);
    assertThat(successor.applied("b", 3)).isTrue();
    assertThat(successor.applied("a", 2)).isFalse();
    assertThat(successor.applied("a", 4)).isFalse();
    assertThat(successor.applied("undeclared", 4)).isTrue();
    assertThat(successor.resumption(Objects.requireNonNull(successor.controller("b"))))
        .isEqualTo(5);

    clusters.waiting().studied(owned(a));
    assertThat(clusters.waiting().ready()).as("there may be no room").isFalse();
    assertThat(clusters.resumption(a)).as("for an operation").isEqualTo(4);
    clusters.waiting().waits(owned(a), false);
    assertThat(letWait("a", 5)).as("behind the event at 4").isTrue();
    assertThat(Objects.requireNonNull(clusters.waiting().next()).record().offset()).isEqualTo(4);
    assertThat(Objects.requireNonNull(clusters.waiting().next()).record().offset()).isEqualTo(5);
    assertThat(clusters.waiting().next()).isNull();
    assertThat(letWait("a", 6)).isFalse();
  }

  @Test
  void aNewClusterWaitsForItsCheckpoint() {
    take("a", 0, declared());
    clusters.advance(2);
    assertThat(letWait("a", 1)).isTrue();
    assertThat(clusters.waiting().ready()).isFalse();

    OwnedClusters successor = restored(published(), new LogRange("", 0, 2));

    assertThat(clusters.waiting().ready()).isTrue();
    assertThat(successor.next()).isEqualTo(1);
    assertThat(successor.applied("a", 1)).isFalse();
  }

  @Test
  void readingStopsAtEightOpenStudiesThatHoldManyJobs() {
    take("large", 0, declared());
    for (int offset = 1; offset <= WaitingEvents.MOST_JOBS; offset++) {
      take("large", offset, submitted(offset));
    }
    long next = WaitingEvents.MOST_JOBS + 1;
    for (int cluster = 0; cluster < 9; cluster++) {
      take("c" + cluster, next++, declared());
      study(cluster("c" + cluster), next);
    }
    assertThat(clusters.waiting().full()).as("they hold no jobs").isFalse();
    study(cluster("large"), next);
    assertThat(clusters.waiting().full()).isTrue();
    assertThat(clusters.waiting().largest(any -> true)).isSameAs(owned(cluster("large")));
    take("other", next, declared());
    assertThat(letWait("other", next + 1)).isTrue();
    clusters.checkpoint();
    outbox.take();
    assertThat(clusters.waiting().ready()).isFalse();
    assertThat(clusters.waiting().next()).as("it could begin another study").isNull();

    for (int cluster = 0; cluster < 3; cluster++) {
      assertThat(clusters.waiting().full()).isTrue();
      clusters.waiting().studied(owned(cluster("c" + cluster)));
    }

    assertThat(clusters.waiting().full()).isFalse();
    assertThat(clusters.waiting().next()).isNotNull();
  }

  @Test
  void readingStopsAtEightLargeEventsThatWaitForTheirSlowParts() {
    for (int cluster = 0; cluster < 8; cluster++) {
      assertThat(clusters.waiting().full()).isFalse();
      take("c" + cluster, cluster, declared());
      clusters
          .waiting()
          .study(owned(cluster("c" + cluster)), record("c" + cluster, 8 + cluster, 4 << 20));
    }

    assertThat(clusters.waiting().full()).isTrue();
    clusters.waiting().studied(owned(cluster("c0")));
    assertThat(clusters.waiting().full()).isFalse();
  }

  @Test
  void theStudyThatTakesMostOfTheRoomIsFound() {
    for (String cluster : List.of("a", "b", "c")) {
      take(cluster, 0, declared());
    }
    published();
    study(cluster("a"), 1);
    study(cluster("b"), 2);
    clusters.waiting().waits(owned(cluster("c")), true); // for another reason
    int offset = 3;
    for (; offset < 4000; offset++) {
      letWait("c", offset);
    }
    letWait("a", offset);
    assertThat(clusters.waiting().largest(any -> true))
        .as("an event takes no notable part")
        .isNull();
    for (int i = 0; i < 3000; i++) {
      letWait("b", ++offset);
    }

    assertThat(clusters.waiting().largest(any -> true)).isSameAs(owned(cluster("b")));
  }

  @Test
  void anEventWaitsWhileOutputOfItsClusterIsInNoTransaction() {
    take("a", 0, declared());
    published();
    outbox.publish("a", "a-1", new SnapshotRequested(1, SnapshotReason.GAP, 5, "why"));

    assertThat(letWait("a", 1)).isTrue();
    assertThat(clusters.waiting().ready()).isFalse();

    clusters.checkpoint();
    outbox.take();
    assertThat(clusters.waiting().ready()).isTrue();
  }

  @Test
  void theProgressOfAPartitionDoesNotGoBack() {
    take("a", 0, declared());
    take("b", 1, declared());
    clusters.advance(40);
    Map<String, byte[]> newest = published();
    for (String cluster : List.of("a", "b")) {
      take(cluster, 40, submitted(40));
    }
    clusters.advance(60);
    ClusterController a = Objects.requireNonNull(clusters.controller("a"));
    study(a, 50);
    newest.putAll(published());

    OwnedClusters second = restored(newest, new LogRange("", 0, 60));
    assertThat(second.next()).isEqualTo(40);
    second.advance(45);
    transaction(second, newest);

    Checkpoints.Progress progress = Checkpoints.of(newest, 0, name -> CONTROL).progress();
    assertThat(progress.offset()).isEqualTo(60);
    assertThat(progress.behind()).isEqualTo(Map.of("a", 50L));
  }

  private ClusterController cluster(String id) {
    return Objects.requireNonNull(clusters.controller(id));
  }

  private OwnedCluster owned(ClusterController controller) {
    return Objects.requireNonNull(clusters.owned(controller.cluster()));
  }

  private void study(ClusterController controller, long offset) {
    clusters.waiting().study(owned(controller), record(controller.cluster(), offset));
  }

  private static ConsumerRecord<String, byte[]> record(String cluster, long offset) {
    return record(cluster, offset, 0);
  }

  private static ConsumerRecord<String, byte[]> record(String cluster, long offset, int bytes) {
    return new ConsumerRecord<>("events", 0, offset, cluster, new byte[bytes]);
  }

  private boolean letWait(String cluster, long offset) {
    ConsumerRecord<String, byte[]> record = record(cluster, offset);
    EventData data = submitted(offset);
    return clusters
        .waiting()
        .letWait(
            clusters.owned(cluster),
            record,
            GnomonEvent.of(cluster, cluster + offset, EventData.NONE, null, data));
  }

  @Test
  void aSmallerCheckpointDeletesTheRecordsOfALargerOne() {
    take("c", 0, declared());
    take("c", 1, new JobSubmitted("j".repeat(2_000_000), 1, 1, 60));
    Map<String, byte[]> large = published();
    assertThat(large.keySet()).contains("c", "#part-0-c", "#part-1-c", "#part-2-c");

    // the next owner
    OwnedClusters successor = restored(large, new LogRange("", 0, 2));
    ClusterController controller = Objects.requireNonNull(successor.controller("c"));
    controller.take(
        2,
        EventData.NONE,
        GnomonEvent.of(
            "c",
            "snapshot",
            EventData.NONE,
            null,
            new ClusterSnapshot(2, 8, -1, new Configuration("easy", 0), List.of())),
        outbox);
    successor.advance(3);
    successor.checkpointSoon(controller);
    transaction(successor, large);

    assertThat(large).containsOnlyKeys("c", "#partition-0");
    assertThat(successor.checkpointDue()).isFalse();
    Map<String, byte[]> again = new HashMap<>();
    successor.checkpointSoon(controller);
    successor.checkpoint();
    outbox.take().records().forEach(record -> again.put(record.key(), record.value()));
    assertThat(again).as("nothing is deleted twice").containsOnlyKeys("c", "#partition-0");
  }
}
