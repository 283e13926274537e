package io.gnomon.controller.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.operation.Mode;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ContainedListenersTest {
  private final List<String> published = new ArrayList<>();
  private final Promise<Void> room = Promise.promise();
  private final ClusterController controller =
      new ClusterController(
          "c",
          new ControlSettings(Mode.OBSERVE, 60, new TuneSettingsBuilder(Search.LIBRARY).build()));

  private final OwnerListener faulty =
      new OwnerListener() {
        @Override
        public void published(String cluster) {
          throw new IllegalStateException("a fault");
        }

        @Override
        public Future<Void> room(ClusterController of) {
          throw new IllegalStateException("a fault");
        }
      };

  private final OwnerListener sound =
      new OwnerListener() {
        @Override
        public void published(String cluster) {
          published.add(cluster);
        }

        @Override
        public Future<Void> room(ClusterController of) {
          return room.future();
        }

        @Override
        public @Nullable String traceparent(String cluster) {
          return "trace of " + cluster;
        }
      };

  private final OwnerListener all =
      new ContainedListeners(faulty, new ContainedListeners(sound, OwnerListener.NONE), sound);

  @Test
  void aFaultReachesNoOtherListener() {
    all.published("c");

    assertThat(published).containsExactly("c", "c");
  }

  @Test
  void thereIsRoomOnceAllListenersHaveRoom() {
    Future<Void> whole = all.room(controller);
    assertThat(whole.isComplete()).isFalse();

    room.fail("which is no reason to wait");
    assertThat(whole.succeeded()).isTrue();
    assertThat(new ContainedListeners(faulty, OwnerListener.NONE).room(controller).succeeded())
        .isTrue();
  }

  @Test
  void theTraceIsThatOfTheFirstListenerThatHasOne() {
    assertThat(all.traceparent("c")).isEqualTo("trace of c");
    assertThat(new ContainedListeners().traceparent("c")).isNull();
  }
}
