package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.mirror.DeclaredSite;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.NodeSharing;
import io.gnomon.events.machine.PartitionState;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.slurm.value.HostList;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Nodes of 16 CPUs. Job 1 holds 8 CPUs of the two nodes of batch, and all that QOS normal may hold.
 * Job 2 (8 CPUs, normal) waits for its QOS, and job 3 (30 CPUs, high) for CPUs, of which 24 are
 * free; the four nodes of large, idle and closed are free. All answers are validated by the
 * contract.
 */
class OtherRequestsApiTest {
  private static final String CLUSTER = ServedController.CLUSTER;

  @AutoClose private ServedController served;

  @BeforeEach
  void serve() throws Exception {
    served = new ServedController();
    ControllerTestDriver driver = served.driver;
    served.onLoop(
        () ->
            driver
                .send(
                    new ClusterDeclared(
                        driver.at(0),
                        96,
                        driver.at(0),
                        "test",
                        driver.capabilities(),
                        new Configuration("slurm", 1),
                        machine(),
                        accounting()))
                .send(submitted("1", 8, "normal"))
                .send(new JobStarted("1", driver.at(10)))
                .send(submitted("2", 8, "normal"))
                .send(submitted("3", 30, "high")));
  }

  private static DeclaredMachine machine() {
    String free = "n[3-6]";
    return new DeclaredMachine(
        List.of(new NodeGroup(HostList.of("n[1-6]"), 16)),
        List.of(
            partition("batch", "n[1-2]", List.of(), false),
            partition("large", free, List.of("physics", "biology"), false),
            partition("closed", free, List.of("biology"), false),
            partition("staff", free, List.of(), true)),
        List.of(),
        null);
  }

  private static MachinePartition partition(
      String name, String nodes, List<String> accounts, boolean restricted) {
    int none = EventData.NONE;
    return new MachinePartition(
        name,
        HostList.of(nodes),
        none,
        none,
        none,
        none,
        none,
        NodeSharing.CORES,
        none,
        none,
        null,
        List.of(),
        accounts,
        restricted,
        name.equals("batch"),
        PartitionState.UP,
        PreemptMode.CLUSTER,
        none);
  }

  /** The user has the QOS of the account. */
  private static Accounting accounting() {
    Association physics = DeclaredSite.account("physics").withAllowedQos(List.of("high", "normal"));
    return DeclaredSite.accounting(
        new PriorityWeights(1000, 0, 0, 0, 0, 0, Map.of()),
        List.of(physics, DeclaredSite.user("physics", "ada")),
        new Qos(
            "normal",
            10,
            1,
            Limits.NONE.with(LimitKind.GROUP_TRES, "cpu", 8),
            Set.of(),
            List.of(),
            PreemptMode.CLUSTER,
            0),
        Qos.of("high", 100),
        Qos.of("urgent", 1000));
  }

  private JobSubmitted submitted(String job, int tasks, String qos) {
    ResourceRequest request =
        ResourceRequest.builder()
            .tasks(tasks)
            .account("physics")
            .qos(qos)
            .partitions(List.of("batch"))
            .build();
    return new JobSubmitted(
        job, served.driver.at(10), new JobDescription(tasks, 6_000, "ada", request));
  }

  private Map<String, JsonObject> alternatives(String job) throws Exception {
    Map<String, JsonObject> alternatives = new LinkedHashMap<>();
    for (Object one :
        served.get("getJob", CLUSTER + "/jobs/" + job).json().getJsonArray("alternatives")) {
      JsonObject other = (JsonObject) one;
      alternatives.put(other.getString("change") + other.getString("name", ""), other);
    }
    return alternatives;
  }

  @Test
  void anotherQosHelpsAJobThatWaitsForItsQos() throws Exception {
    Map<String, JsonObject> others = alternatives("2");
    assertThat(others.keySet()).contains("qoshigh").doesNotContain("qosurgent", "qosnormal");
    assertThat(others.get("qoshigh").getLong("earlierSeconds")).isPositive();
    assertThat(median(others.get("qoshigh"))).isLessThan(median(others.get("partitionlarge")));
    assertThat(served.get("getJob", CLUSTER + "/jobs/2").json().getJsonObject("limit"))
        .isEqualTo(
            new JsonObject()
                .put("limit", "GrpTRES")
                .put("tres", "cpu")
                .put("holder", "QOS normal")
                .put("most", 8)
                .put("present", 8)
                .put("unit", "held")
                .put("inWords", "GrpTRES cpu 8 of QOS normal: 8 held")
                .put("reason", "QOSGrpCpuLimit")
                .put("requested", 8));
  }

  @Test
  void anotherPartitionOrFewerProcessorsHelpAJobThatWaitsForProcessors() throws Exception {
    Map<String, JsonObject> others = alternatives("3");
    assertThat(others.keySet()).doesNotContain("partitionclosed", "partitionstaff");
    assertThat(others.get("half-processors").getInteger("processors")).isEqualTo(15);
    assertThat(others.get("half-processors").getLong("earlierSeconds")).isPositive();
    assertThat(others.get("partitionlarge").getLong("earlierSeconds")).isPositive();
  }

  private static long median(JsonObject alternative) {
    return alternative.getJsonObject("forecast").getLong("median");
  }
}
