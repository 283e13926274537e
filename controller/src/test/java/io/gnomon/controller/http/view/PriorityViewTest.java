package io.gnomon.controller.http.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.DeclaredSite;
import io.gnomon.controller.room.Room;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import io.gnomon.sim.tune.Tuner;
import io.gnomon.slurm.value.HostList;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PriorityViewTest {
  private static final long ORIGIN = 1_700_000_000;

  private static TrackedCluster site(String policy) throws Exception {
    DeclaredMachine machine =
        new DeclaredMachine(
            List.of(new NodeGroup(HostList.of("n[1-2]"), 16)),
            List.of(new MachinePartition("batch", HostList.of("n[1-2]"))),
            List.of(),
            null);
    Accounting accounts =
        new Accounting(
            List.of(
                new Association("physics", "", "", 1, EventData.NONE),
                new Association("physics", "ada", "", 1, 7)),
            List.of(Qos.of("normal", 10), Qos.of("high", 100)),
            DeclaredSite.priority(
                new PriorityWeights(1000, 1, 100_000, 5, 6, 700, Map.of("cpu", 2.0)),
                List.of(PriorityFlag.NO_NORMAL_TRES),
                Map.of()),
            null);
    ClusterDeclared declared =
        new ClusterDeclared(
            ORIGIN, 32, ORIGIN, "test", null, new Configuration(policy, 1), machine, accounts);
    return TrackedCluster.declared(
        declared, new Tuner(new TuneSettingsBuilder(Search.LIBRARY).build()), Room.UNLIMITED);
  }

  private static JsonObject submitted(TrackedCluster site) throws Exception {
    ResourceRequest request =
        ResourceRequest.builder().tasks(8).account("physics").qos("normal").nice(3).build();
    site.apply(new JobSubmitted("1", ORIGIN, new JobDescription(8, 600, "ada", request)));
    return JobView.active(site, site.mirror().slot("1")).getJsonObject("priority");
  }

  /**
   * QOS 700 * 10/100; association 1 * 7/7; 8 CPUs of weight 2; no user has used anything, so the
   * fair-share factor is 1; 8 of 32 CPUs and 1 of 2 nodes are 3/8 of the size, 1.9 points.
   */
  @Test
  void givesPointsByFactor() throws Exception {
    JsonObject priority = submitted(site("slurm"));
    JsonObject points = priority.getJsonObject("points");
    assertThat(points.getLong("qos")).isEqualTo(70);
    assertThat(points.getLong("association")).isEqualTo(1);
    assertThat(points.getLong("cpu")).isEqualTo(16);
    assertThat(points.getLong("fairShare")).isEqualTo(100_000);
    assertThat(points.getLong("jobSize")).isEqualTo(2);
    assertThat(points.getLong("age")).isZero();
    assertThat(points.getLong("nice")).isEqualTo(-3);
    assertThat(points.getLong("partition")).as("the only one").isEqualTo(6);
    assertThat(priority.getLong("total")).isEqualTo(70 + 1 + 16 + 100_000 + 6 + 1 - 3);
  }

  @Test
  void isAbsentUnderAPolicyWithoutPriorities() throws Exception {
    assertThat(submitted(site("easy"))).isNull();
  }
}
