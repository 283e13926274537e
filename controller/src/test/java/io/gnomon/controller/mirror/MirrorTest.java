package io.gnomon.controller.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import java.util.List;
import org.junit.jupiter.api.Test;

class MirrorTest {
  private static final long ORIGIN = 1_700_000_000;

  private final Mirror mirror = new Mirror(ORIGIN, 64, new MirrorListener() {});

  @Test
  void aMoldableJobChangesItsWidthWithinItsRangeAndARigidJobDoesNot() throws Exception {
    mirror.apply(submitted("rigid", List.of()));
    mirror.apply(submitted("moldable", List.of(4, 8, 16)));

    ClusterState state = mirror.state();
    int rigid = mirror.slot("rigid");
    int moldable = mirror.slot("moldable");
    assertThat(state.offers(rigid, 8)).isTrue();
    assertThat(state.offers(rigid, 4)).isFalse();
    assertThat(state.offers(moldable, 4)).isTrue();
    assertThat(state.offers(moldable, 16)).isTrue();
    assertThat(state.offers(moldable, 32)).isFalse();
  }

  @Test
  void aWaitingJobIsHeldAndReleasedByModification() throws Exception {
    mirror.apply(submitted("job", List.of()));
    mirror.apply(modified("job", true));
    assertThat(mirror.state().phase(mirror.slot("job"))).isEqualTo(JobPhase.HELD);
    mirror.apply(modified("job", false));
    assertThat(mirror.state().phase(mirror.slot("job"))).isEqualTo(JobPhase.WAITING);
  }

  @Test
  void aHeldJobMayRequestMoreThanTheCapacity() throws Exception {
    mirror.apply(new JobSubmitted("wide", ORIGIN + 10, new JobDescription(65, 3600), true));
    assertThat(mirror.state().phase(mirror.slot("wide"))).isEqualTo(JobPhase.HELD);
  }

  private static JobModified modified(String job, boolean held) {
    return JobModified.held(job, ORIGIN + 10, held);
  }

  private static JobSubmitted submitted(String job, List<Integer> widths) {
    return new JobSubmitted(
        job,
        ORIGIN + 10,
        new JobDescription(
            8, 3600, "ann", null, null, null, EventData.NONE, EventData.NONE, widths, null));
  }
}
