package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;
import io.gnomon.sim.cluster.ClusterState;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/** Properties of the controller for random events. */
class ClusterControllerProperties {
  private static final int LENGTH = 120;

  private static ControllerTestDriver declared() {
    return new ControllerTestDriver(Mode.APPLY, 1.05).declare(EventStories.PROCESSORS);
  }

  @Property(tries = 150)
  void everyEventIsUsedOrRefusedWithItsReasonAndNoneEndsTheController(@ForAll long seed) {
    ControllerTestDriver driver = declared();
    for (EventData event : EventStories.of(seed, LENGTH)) {
      int rejected = driver.rejected.size();
      ClusterState before = driver.tracked().mirror().state().fork();

      driver.send(event);

      ClusterState after = driver.tracked().mirror().state();
      if (driver.rejected.size() > rejected) {
        assertThat(driver.rejected.get(rejected).detail()).isNotBlank();
        assertThat(driver.rejected.get(rejected).reason()).isNotEqualTo(RejectReason.FAULT);
        before.advanceTo(after.now());
        assertThat(after.hash()).as("after the rejected %s", event).isEqualTo(before.hash());
      }
      assertThat(after.freeProcessors()).isEqualTo(after.processors() - busy(after));
    }
    assertThat(driver.ids).as("no command is issued twice").doesNotHaveDuplicates();
    Statistics.label("commands").collect(driver.commands().size());
    Statistics.label("applied").collect(driver.controller().counters().of(Count.APPLIED_COMMANDS));
    Statistics.label("decisions").collect(driver.decisions().size());
    Statistics.label("rejected").collect(driver.rejected.size() / 10);
  }

  private static int busy(ClusterState state) {
    int[] busy = {0};
    for (int i = 0; i < state.running().size(); i++) {
      busy[0] += state.heldProcessors(state.running().slot(i));
    }
    return busy[0];
  }

  @Property(tries = 80)
  void aControllerRestoredAtAnyMomentGoesOnAsIfNothingHadHappened(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = LENGTH) int every) {
    ControllerTestDriver undisturbed = declared();
    ControllerTestDriver restarted = declared();
    List<EventData> story = EventStories.ofSteady(seed, LENGTH);
    for (int i = 0; i < story.size(); i++) {
      undisturbed.send(story.get(i));
      restarted.send(story.get(i));
      if (i % every == 0) {
        restarted.restart();
        OperatorStories.ask(undisturbed, new SplittableRandom(seed + i));
        OperatorStories.ask(restarted, new SplittableRandom(seed + i));
      }
    }

    assertThat(restarted.said).isEqualTo(undisturbed.said);
    assertThat(restarted.ids).isEqualTo(undisturbed.ids);
    assertThat(restarted.rejected).isEqualTo(undisturbed.rejected);
    assertThat(restarted.tracked().mirror().state().hash())
        .isEqualTo(undisturbed.tracked().mirror().state().hash());
    assertThat(memory(restarted)).isEqualTo(memory(undisturbed));
    assertThat(
            Arrays.equals(
                CheckpointFormat.write(restarted.controller(), 0),
                CheckpointFormat.write(undisturbed.controller(), 0)))
        .as("the checkpoints are equal to the last byte")
        .isTrue();
  }

  private static List<Object> memory(ControllerTestDriver driver) {
    TrackedCluster tracked = driver.tracked();
    return List.of(
        tracked.policy().snapshot(),
        tracked.tuner().snapshot(),
        tracked.tuner().history().snapshot(),
        tracked.tuner().changes().snapshot(),
        tracked.tuner().window().snapshot(),
        tracked.mirror().users().snapshot());
  }

  @Property(tries = 80)
  void aReplayOfEventsAndAuditReproducesEveryDecision(@ForAll long seed) {
    ControllerTestDriver live = declared();
    List<EventData> story = EventStories.of(seed, LENGTH);
    SplittableRandom random = new SplittableRandom(seed);
    for (EventData event : story) {
      live.send(event);
      if (random.nextInt(6) == 0) {
        OperatorStories.ask(live, random);
      }
    }

    ControllerTestDriver replayed = new ControllerTestDriver(Mode.APPLY, 1.05);
    OperatorStories.repeat(live.operations(), replayed);
    replayed.declare(EventStories.PROCESSORS);
    for (EventData event : story) {
      OperatorStories.repeat(live.operations(), replayed);
      replayed.send(event);
    }
    OperatorStories.repeat(live.operations(), replayed);

    assertThat(replayed.said).isEqualTo(live.said);
    assertThat(replayed.ids).isEqualTo(live.ids).doesNotHaveDuplicates();
    assertThat(memory(replayed)).isEqualTo(memory(live));
    Statistics.label("operations").collect(live.operations().size() / 4);
  }
}
