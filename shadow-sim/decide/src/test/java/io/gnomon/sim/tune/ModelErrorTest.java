package io.gnomon.sim.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelErrorTest {
  private final ClusterState live = new ClusterState(4);
  private final SchedulingPolicy easy = Policies.create(Spec.of("easy"));

  @Test
  void anUnobservedJobAppearsOnlyOnceItRuns() {
    int runs = live.submit(0, 0, 4, 100);
    live.start(runs);
    live.submit(1, 0, 4, 100);
    live.submit(2, 0, 1, 100);
    easy.adopt(live);

    ModelError.TunerView view = new ModelError(job -> job == 1, 1).of(live, easy);

    assertThat(jobs(view.state())).containsExactly(0, 1);
    assertThat(view.policy().spec()).isEqualTo(easy.spec());
    assertThat(jobs(live)).as("the live state stays").containsExactly(0, 1, 2);
  }

  @Test
  void withoutAnErrorNothingIsCopied() {
    live.submit(0, 0, 4, 100);
    easy.adopt(live);

    assertThat(ModelError.NONE.of(live, easy).state()).isSameAs(live);
    assertThat(ModelError.NONE.recordedRuntime(7)).isEqualTo(7);
  }

  @Test
  void runtimesAreRecordedWithTheError() {
    assertThat(new ModelError(job -> true, 0.5).recordedRuntime(100)).isEqualTo(50);
    assertThat(new ModelError(job -> true, 0.5).recordedRuntime(1)).isEqualTo(1);
    assertThatThrownBy(() -> new ModelError(job -> true, 0))
        .hasMessage("runtimeFactor is 0.0; it must be positive");
  }

  private static List<Integer> jobs(ClusterState state) {
    List<Integer> jobs = new ArrayList<>();
    state.forEachActive(slot -> jobs.add(state.job(slot)));
    return jobs.stream().sorted().toList();
  }
}
