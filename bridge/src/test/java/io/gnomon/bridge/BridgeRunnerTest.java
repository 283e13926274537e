package io.gnomon.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.ClockAdvanced;
import io.gnomon.events.ClusterDeclared;
import io.gnomon.events.ClusterSnapshot;
import io.gnomon.events.CommandMode;
import io.gnomon.events.ConfigApplied;
import io.gnomon.events.ConfigRejected;
import io.gnomon.events.ConfigRejection;
import io.gnomon.events.ConfigRequested;
import io.gnomon.events.Configuration;
import io.gnomon.events.ContentHash;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.SnapshotReason;
import io.gnomon.events.SnapshotRequested;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BridgeRunnerTest {
  private static final String POLICY = "multi-queue(partitions=2)";

  private final List<GnomonEvent> told = new ArrayList<>();
  private final Scheduler scheduler = new Scheduler();
  private final BridgeRunner runner =
      new BridgeRunner(
          "c",
          scheduler,
          new EventSink() {
            @Override
            public void send(GnomonEvent event) {
              told.add(event);
            }

            @Override
            public void flush() {}
          },
          0);

  /** A scheduler that keeps one configuration and counts how often it is changed. */
  private static final class Scheduler implements SchedulerPort {
    private Configuration configuration = new Configuration("easy", 3);
    private int changes;
    private boolean broken;

    @Override
    public long now() {
      return 1000;
    }

    @Override
    public ClusterDeclared declare() {
      return new ClusterDeclared(1000, 8, 0, "test", null, configuration);
    }

    @Override
    public ClusterSnapshot snapshot(long reflectsSequence) {
      return new ClusterSnapshot(1000, 8, reflectsSequence, configuration, List.of());
    }

    @Override
    public Configuration configuration() {
      return configuration;
    }

    @Override
    public void apply(Configuration wanted) throws CannotApplyException {
      if (broken) {
        throw new CannotApplyException(ConfigRejection.FAILED, "no such partition");
      }
      configuration = wanted;
      changes++;
    }
  }

  private static ConfigRequested command(String id, long expected, String hash, long expires) {
    return new ConfigRequested(
        990,
        id,
        "p",
        CommandMode.APPLY,
        expected,
        new Configuration(POLICY, expected + 1),
        hash,
        expires,
        "slow",
        null);
  }

  private boolean obey(ConfigRequested command) {
    return runner.obey(GnomonEvent.of("c", command.command(), -1, null, command));
  }

  private EventData last() {
    return told.get(told.size() - 1).data();
  }

  private void expectRefusal(ConfigRejection reason, ConfigRequested command) {
    assertThat(obey(command)).isFalse();
    assertThat(last()).isInstanceOf(ConfigRejected.class);
    assertThat(((ConfigRejected) last()).reason()).isEqualTo(reason);
    assertThat(((ConfigRejected) last()).version()).isEqualTo(3);
    assertThat(scheduler.changes).isZero();
  }

  @Test
  void numbersWhatItTellsWithoutAGap() {
    runner.declare();
    runner.tell(new ClockAdvanced(1001));
    assertThat(told.stream().map(event -> event.envelope().sequence())).containsExactly(1L, 2L);
    assertThat(told.stream().map(event -> event.envelope().id())).doesNotHaveDuplicates();
  }

  @Test
  void carriesOutACommandOnceAndAnswersTheSameWhenItComesAgain() {
    ConfigRequested command = command("x", 3, ContentHash.of(POLICY, 3, "c"), 2000);

    assertThat(obey(command)).isTrue();
    EventData answer = last();
    assertThat(obey(command)).isFalse();

    assertThat(answer).isInstanceOf(ConfigApplied.class);
    assertThat(last()).isEqualTo(answer);
    assertThat(((ConfigApplied) answer).command()).isEqualTo("x");
    assertThat(((ConfigApplied) answer).configuration()).isEqualTo(new Configuration(POLICY, 4));
    assertThat(scheduler.changes).isEqualTo(1);
    assertThat(runner.repeatedCommands()).isEqualTo(1);
  }

  @Test
  void refusesACommandForAnotherVersion() {
    expectRefusal(
        ConfigRejection.VERSION_MISMATCH, command("x", 2, ContentHash.of(POLICY, 2, "c"), 2000));
  }

  @Test
  void refusesACommandFromItsExpiryOn() {
    expectRefusal(ConfigRejection.EXPIRED, command("x", 3, ContentHash.of(POLICY, 3, "c"), 1000));
  }

  @Test
  void refusesACommandWhoseContentIsNotWhatWasApproved() {
    expectRefusal(
        ConfigRejection.HASH_MISMATCH, command("x", 3, ContentHash.of("easy", 3, "c"), 2000));
  }

  @Test
  void tellsWhyTheSchedulerCouldNot() {
    scheduler.broken = true;
    expectRefusal(ConfigRejection.FAILED, command("x", 3, ContentHash.of(POLICY, 3, "c"), 2000));
    assertThat(((ConfigRejected) last()).detail()).isEqualTo("no such partition");
  }

  @Test
  void answersARequestForASnapshotWithTheNumberItReflects() {
    runner.declare();
    runner.obey(
        GnomonEvent.of(
            "c", "s", -1, null, new SnapshotRequested(1000, SnapshotReason.GAP, 1, null)));
    assertThat(last()).isInstanceOf(ClusterSnapshot.class);
    assertThat(((ClusterSnapshot) last()).reflectsSequence()).isEqualTo(1);
  }

  @Test
  void leavesOtherClustersCommandsAlone() {
    ConfigRequested command = command("x", 3, ContentHash.of(POLICY, 3, "d"), 2000);
    assertThat(runner.obey(GnomonEvent.of("d", "x", -1, null, command))).isFalse();
    assertThat(told).isEmpty();
  }
}
