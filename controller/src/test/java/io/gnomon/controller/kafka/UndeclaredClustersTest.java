package io.gnomon.controller.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.events.job.JobSubmitted;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UndeclaredClustersTest {
  private final UndeclaredClusters undeclared = new UndeclaredClusters();
  private final List<String> asked = new ArrayList<>();
  private long rejected;
  private long offset;

  private final Outbox outbox =
      new Outbox() {
        @Override
        public void publish(String cluster, String id, EventData data) {
          assertThat(((SnapshotRequested) data).reason()).isEqualTo(SnapshotReason.INITIAL);
          assertThat(id).isEqualTo(cluster + "-s" + offset + ".Xk3aQ1bC");
          asked.add(cluster);
        }

        @Override
        public void reject(long at, RejectReason reason, String detail) {
          assertThat(reason).isEqualTo(RejectReason.NOT_DECLARED);
          rejected++;
        }
      };

  private void send(String cluster) {
    undeclared.reject(
        cluster, offset, "Xk3aQ1bCdEfG", new JobSubmitted("j", offset, 1, 60), outbox);
    offset++;
  }

  @Test
  void aClusterIsAskedAtItsFirstEventAndAfterTwiceAsManyEachTime() {
    List<Long> at = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int before = asked.size();
      send("late");
      if (asked.size() > before) {
        at.add(offset - 1);
      }
    }

    assertThat(at).containsExactly(0L, 17L, 50L, 115L); // after 16, 32 and 64 further events
    assertThat(rejected).isEqualTo(200);
  }

  @Test
  void aClusterThatWasDeclaredIsAskedAgainIfItIsEvicted() {
    send("late");
    undeclared.declared("late");
    send("late");

    assertThat(asked).containsExactly("late", "late");
  }

  /** The first 100 requests are free, and 100 follow, one per 100 of 10,000 events. */
  @Test
  void manySourcesAreAskedAtABoundedRateAndRememberedInABoundedMap() {
    for (int i = 0; i < 10_000; i++) {
      send("junk" + i);
    }

    assertThat(asked).hasSizeBetween(195, 200);
    assertThat(undeclared.size()).isEqualTo(UndeclaredClusters.CAPACITY);
    for (int i = 0; i < UndeclaredClusters.EVENTS_PER_REQUEST; i++) {
      send("late");
    }
    assertThat(asked).last().isEqualTo("late");
  }
}
