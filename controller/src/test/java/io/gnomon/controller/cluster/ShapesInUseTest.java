package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.DeclaredSite;
import io.gnomon.controller.room.Room;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.sim.machine.placement.Shapes;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import io.gnomon.sim.tune.Tuner;
import io.gnomon.slurm.value.HostList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often requests and claims that are no longer in use are dropped. */
class ShapesInUseTest {
  private static final long AT = 1_700_000_000;
  private static final int NONE = EventData.NONE;
  private static final DeclaredMachine MACHINE =
      new DeclaredMachine(
          List.of(new NodeGroup(HostList.of("n[1-4]"), 16)), List.of(), List.of(), null);

  private TrackedCluster cluster;
  private Shapes shapes;
  private int rebuilds;

  @BeforeEach
  void declare() throws Exception {
    Accounting accounting =
        DeclaredSite.accounting(
            new PriorityWeights(1, 1, 1, 1, 1, 1, Map.of()),
            List.of(DeclaredSite.account("physics"), DeclaredSite.user("physics", "ada")),
            Qos.of("normal", 0));
    cluster =
        TrackedCluster.declared(
            new ClusterDeclared(AT, 64, NONE, null, null, null, MACHINE, accounting),
            new Tuner(new TuneSettingsBuilder(Search.LIBRARY, Cadence.HOURLY).build()),
            Room.UNLIMITED);
    shapes = shapes();
  }

  @Test
  void aNewRequestIsCheapHoweverManyAreActive() throws Exception {
    for (int i = 0; i < 16_384 + 500; i++) {
      submit("j" + i, memory(i));
    }
    assertThat(rebuilds).isEqualTo(1);
    assertThat(shapes().requests()).isEqualTo(16_384 + 500);
  }

  @Test
  void aNewClaimIsCheapHoweverManyAreActive() throws Exception {
    for (int i = 0; i < 65_536 + 500; i++) {
      submit("j" + i, ResourceRequest.builder().account("physics").nice(i).build());
    }
    assertThat(rebuilds).isEqualTo(1);
    assertThat(cluster.mirror().state().accounting().jobAccounts().size()).isEqualTo(65_536 + 500);
  }

  @Test
  void requestsThatAJobNoLongerHasAreDropped() throws Exception {
    submit("a", memory(0));
    for (int i = 1; i < 50_000; i++) {
      apply(JobModified.request("a", AT, memory(i)));
    }
    assertThat(rebuilds).isBetween(2, 3);
    assertThat(shapes().size()).isLessThanOrEqualTo(16_385);
  }

  private static ResourceRequest memory(int mebibytes) {
    return ResourceRequest.builder().memoryPerNodeMb(1 + mebibytes).build();
  }

  private void submit(String job, ResourceRequest request) throws Exception {
    apply(new JobSubmitted(job, AT, new JobDescription(1, 600, "ada", request)));
  }

  private void apply(EventData event) throws Exception {
    cluster.apply(event);
    if (shapes() != shapes) {
      shapes = shapes();
      rebuilds++;
    }
  }

  private Shapes shapes() {
    return cluster.mirror().state().nodes().shapes();
  }
}
