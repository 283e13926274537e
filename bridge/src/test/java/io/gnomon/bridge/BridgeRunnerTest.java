package io.gnomon.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.config.ContentHash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BridgeRunnerTest {
  private final List<GnomonEvent> published = new ArrayList<>();
  private final ToyScheduler scheduler = new ToyScheduler();
  private final EventSink sink =
      new EventSink() {
        @Override
        public void send(GnomonEvent event) {
          published.add(event);
        }

        @Override
        public void flush() {}
      };
  private final BridgeRunner runner =
      new BridgeRunner(ToyScheduler.CLUSTER, scheduler, sink, CommandLedger.NONE, 0);

  private EventData last() {
    return published.get(published.size() - 1).data();
  }

  private List<EventType> types() {
    return published.stream().map(GnomonEvent::type).toList();
  }

  private void expectRejection(ConfigRejectReason reason, GnomonEvent command) {
    runner.handle(command);
    assertThat(last()).isInstanceOf(ConfigRejected.class);
    assertThat(((ConfigRejected) last()).reason()).isEqualTo(reason);
    assertThat(((ConfigRejected) last()).version()).isEqualTo(3);
    assertThat(scheduler.changes).isZero();
  }

  @Test
  void numbersEventsWithoutGaps() {
    scheduler.pending.add(new ClockAdvanced(1001));
    runner.start();
    runner.publishChanges();
    runner.publishChanges();
    assertThat(types()).containsExactly(EventType.CLUSTER_DECLARED, EventType.CLOCK_ADVANCED);
    assertThat(published.stream().map(event -> event.envelope().sequence()))
        .containsExactly(1L, 2L);
    assertThat(published.stream().map(event -> event.envelope().id())).doesNotHaveDuplicates();
  }

  @Test
  void aCommandThatIsNotAuthenticIsRejectedAndDoesNotTakeTheIdOfTheGenuineOne() {
    runner.handle(new ReceivedCommand(ToyScheduler.command("x", 3), "it is not signed"));

    assertThat(last()).isInstanceOf(ConfigRejected.class);
    ConfigRejected rejected = (ConfigRejected) last();
    assertThat(rejected.command()).isEqualTo("x");
    assertThat(rejected.reason()).isEqualTo(ConfigRejectReason.NOT_AUTHENTICATED);
    assertThat(rejected.detail()).isEqualTo("it is not signed");
    assertThat(scheduler.changes).isZero();

    runner.handle(new ReceivedCommand(ToyScheduler.command("x", 3), null));

    assertThat(scheduler.changes).isEqualTo(1);
    assertThat(last()).isInstanceOf(ConfigApplied.class);
    assertThat(runner.duplicateCommands()).isZero();
  }

  @Test
  void aFloodOfForgedCommandsIsAnsweredTenTimesAMinute() {
    for (int i = 0; i < 1_000; i++) {
      runner.handle(new ReceivedCommand(ToyScheduler.command("x" + i, 3), "it is not signed"));
    }
    assertThat(published).hasSize(10);
  }

  @Test
  void aKnownClusterIsDeclaredAgainWithASnapshot() {
    new BridgeRunner(ToyScheduler.CLUSTER, scheduler, sink, CommandLedger.NONE, 41).start();
    assertThat(published.get(0).data()).isInstanceOf(ClusterDeclared.class);
    assertThat(published.get(0).envelope().sequence()).isEqualTo(42);
    assertThat(((ClusterSnapshot) last()).reflectsSequence()).isEqualTo(42);
  }

  @Test
  void carriesOutACommandOnceAndAnswersItOnce() {
    runner.handle(ToyScheduler.command("x", 3));
    ConfigApplied answer = (ConfigApplied) last();
    runner.handle(ToyScheduler.command("x", 3));

    assertThat(published).hasSize(1);
    assertThat(answer.command()).isEqualTo("x");
    assertThat(answer.configuration()).isEqualTo(new Configuration(ToyScheduler.POLICY, 4));
    assertThat(scheduler.changes).isEqualTo(1);
    assertThat(runner.duplicateCommands()).isEqualTo(1);
  }

  @Test
  void publishesEarlierChangesBeforeTheAnswer() {
    scheduler.pending.add(new ClockAdvanced(1000));
    runner.handle(ToyScheduler.command("x", 3));
    assertThat(types()).containsExactly(EventType.CLOCK_ADVANCED, EventType.CONFIG_APPLIED);
  }

  @Test
  void rejectsACommandForAnotherVersion() {
    expectRejection(ConfigRejectReason.VERSION_MISMATCH, ToyScheduler.command("x", 2));
  }

  @Test
  void rejectsACommandFromItsExpiryOn() {
    expectRejection(
        ConfigRejectReason.EXPIRED,
        ToyScheduler.command("x", 3, ContentHash.of(ToyScheduler.POLICY, 3, "c"), 1000));
  }

  @Test
  void rejectsACommandWhoseContentWasNotApproved() {
    expectRejection(
        ConfigRejectReason.HASH_MISMATCH,
        ToyScheduler.command("x", 3, ContentHash.of("easy", 3, "c"), 2000));
  }

  @Test
  void reportsWhyTheSchedulerFailed() {
    scheduler.broken = true;
    expectRejection(ConfigRejectReason.FAILED, ToyScheduler.command("x", 3));
    assertThat(((ConfigRejected) last()).detail()).isEqualTo("no such partition");
  }

  @Test
  void doesNotAcknowledgeAConfigurationThatCannotBeReadBack() {
    scheduler.ignoresCommands = true;
    assertThatThrownBy(() -> runner.handle(ToyScheduler.command("x", 3)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("partitions=2")
        .hasMessageContaining("easy");
    assertThat(published).isEmpty();
  }

  @Test
  void answersARequestForASnapshotWithADeclarationAndTheNumberThatTheSnapshotReflects() {
    runner.start();
    scheduler.pending.add(new ClockAdvanced(1001));
    runner.handle(
        GnomonEvent.of(
            "c", "s", -1, null, new SnapshotRequested(1000, SnapshotReason.GAP, 1, null)));
    assertThat(published.get(published.size() - 2).data()).isInstanceOf(ClusterDeclared.class);
    assertThat(((ClusterSnapshot) last()).reflectsSequence()).isEqualTo(3);
  }

  private static final GnomonEvent SNAPSHOT_REQUEST =
      GnomonEvent.of("c", "s", -1, null, new SnapshotRequested(1000, SnapshotReason.GAP, 1, null));

  private long snapshots() {
    return types().stream().filter(EventType.CLUSTER_SNAPSHOT::equals).count();
  }

  @Test
  void aFloodOfRequestsForASnapshotIsAnsweredEveryTenSecondsAndTheLastOneToo() {
    runner.start();
    for (int second = 0; second < 60; second++) {
      scheduler.now = 1000 + second;
      for (int i = 0; i < 100; i++) {
        runner.handle(SNAPSHOT_REQUEST);
      }
    }
    assertThat(snapshots()).isEqualTo(6);
    assertThat(((ClusterSnapshot) last()).at()).isEqualTo(1050);

    scheduler.now = 1060;
    runner.publishChanges();
    scheduler.now = 1100;
    runner.publishChanges();
    assertThat(snapshots()).isEqualTo(7);
    assertThat(((ClusterSnapshot) last()).at()).isEqualTo(1060);
  }

  @Test
  void aClockThatIsSetBackDoesNotDelayASnapshot() {
    runner.start();
    runner.handle(SNAPSHOT_REQUEST);
    scheduler.now = 500;
    runner.handle(SNAPSHOT_REQUEST);
    assertThat(snapshots()).isEqualTo(2);
  }

  @Test
  void aCommandThatIsValidForYearsIsRejected() {
    expectRejection(
        ConfigRejectReason.INVALID,
        ToyScheduler.command(
            "x", 3, ContentHash.of(ToyScheduler.POLICY, 3, "c"), 1000 + 31 * 86_400));
  }

  @Test
  void aCommandIssuedInTheFutureIsNoLongerValidForThat() {
    ConfigRequested data =
        new ConfigRequested(
            1000 + 300_000_000,
            "x",
            "p",
            CommandMode.APPLY,
            3,
            new Configuration(ToyScheduler.POLICY, 4),
            ContentHash.of(ToyScheduler.POLICY, 3, "c"),
            1000 + 300_000_000 + 60,
            "slow",
            null);
    expectRejection(
        ConfigRejectReason.INVALID, GnomonEvent.of("c", "x", EventData.NONE, null, data));
  }

  @Test
  void ignoresCommandsOfOtherClusters() {
    runner.handle(GnomonEvent.of("d", "x", -1, null, ToyScheduler.command("x", 3).data()));
    assertThat(published).isEmpty();
    assertThat(scheduler.changes).isZero();
  }

  @Test
  void commitsCommandsOnlyAfterTheirAnswersAreWritten() {
    List<String> order = new ArrayList<>();
    EventSink noting =
        new EventSink() {
          @Override
          public void send(GnomonEvent event) {
            order.add("send");
          }

          @Override
          public void flush() {
            order.add("flush");
          }
        };
    CommandSource once =
        new CommandSource() {
          private List<ReceivedCommand> left =
              List.of(new ReceivedCommand(ToyScheduler.command("x", 3), null));

          @Override
          public List<ReceivedCommand> poll(Duration patience) {
            List<ReceivedCommand> polled = left;
            left = List.of();
            return polled;
          }

          @Override
          public void commit() {
            order.add("commit");
          }
        };
    BridgeRunner serving = new BridgeRunner("c", scheduler, noting, CommandLedger.NONE, 0);
    serving.poll(once, Duration.ZERO);
    serving.poll(once, Duration.ZERO);
    assertThat(order)
        .as("the number of the answer is reserved after all before it are written")
        .containsExactly("flush", "send", "flush", "commit");
  }
}
