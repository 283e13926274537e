package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.http.ServedController.Answer;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.MachineReservation;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.NodeStateChange;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.machine.NodeState;
import io.gnomon.slurm.value.HostList;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A cluster of nodes through the API. All answers are validated by the contract.
 *
 * <p>Nodes n1 and n2 have 8 CPUs and 1,000 MiB, g1 has 16 CPUs, 4,000 MiB and 2 v100. n2 is down,
 * and n1 is reserved from 10,000 to 20,000. On g1 a job holds 4 CPUs, 2,000 MiB and both GPUs, on
 * n1 one holds 4 CPUs and 600 MiB. So n1 has 4 CPUs and 400 MiB left.
 */
class NodesApiTest {
  private static final String CLUSTER = ServedController.CLUSTER;

  @AutoClose private ServedController served;

  @BeforeEach
  void serve() throws Exception {
    served = new ServedController();
    ControllerTestDriver driver = served.driver;
    served.onLoop(
        () ->
            driver
                .declare(32, machine(), null)
                .send(
                    new CapacityChanged(
                        driver.at(1),
                        EventData.NONE,
                        null,
                        List.of(new NodeStateChange(HostList.of("n2"), NodeState.DOWN))))
                .send(submitted("on-g1", 4, 2_200, gpus(2)))
                .send(started("on-g1", new PlacedNodes(HostList.of("g1"), 4, 2_000, v100(2))))
                .send(submitted("on-n1", 4, 2_200, memory(600)))
                .send(started("on-n1", new PlacedNodes(HostList.of("n1"), 4, 600, Map.of())))
                .send(submitted("gpu", 1, 600, gpus(1)))
                .send(submitted("big", 1, 600, memory(1_000)))
                .send(submitted("wide", 6, 600, memory(100)))
                .send(submitted("small", 2, 600, memory(100)))
                .send(submitted("long", 2, 15_000, memory(100))));
  }

  private DeclaredMachine machine() {
    return new DeclaredMachine(
        List.of(
            new NodeGroup(
                HostList.of("n[1-2]"), 8, 1_000, Map.of(), List.of("IB"), -1, -1, NodeState.UP),
            new NodeGroup(HostList.of("g1"), 16, 4_000, v100(2), List.of(), 5, -1, NodeState.UP)),
        List.of(
            new MachinePartition("cpu", HostList.of("n[1-2]")),
            new MachinePartition("gpu", HostList.of("g1"))),
        List.of(
            new MachineReservation(
                "repair",
                served.driver.at(10_000),
                served.driver.at(20_000),
                HostList.of("n1"),
                List.of(),
                List.of())),
        null);
  }

  private static Map<String, Integer> v100(int count) {
    return Map.of("v100", count);
  }

  private static ResourceRequest gpus(int count) {
    return ResourceRequest.builder().gpusPerNode(v100(count)).partitions(List.of("gpu")).build();
  }

  private static ResourceRequest memory(long mebibytes) {
    return ResourceRequest.builder()
        .nodes(1, 1)
        .memoryPerNodeMb(mebibytes)
        .partitions(List.of("cpu"))
        .build();
  }

  private JobSubmitted submitted(
      String job, int processors, int estimateSeconds, ResourceRequest request) {
    return new JobSubmitted(
        job, served.driver.at(10), new JobDescription(processors, estimateSeconds, null, request));
  }

  private JobStarted started(String job, PlacedNodes placed) {
    return new JobStarted(job, served.driver.at(10)).withPlacement(List.of(placed));
  }

  /** CPUs: 32, of which n1 has 4 free and g1 12; memory: 6,000, of which 400 and 2,000. */
  @Test
  void showsTheUseByResourceAndNodeClass() throws Exception {
    Answer answer = served.get("getResources", CLUSTER + "/resources");

    assertThat(answer.status()).isEqualTo(200);
    JsonObject use = answer.json();
    assertThat(use.getLong("at")).isEqualTo(served.driver.at(10));
    assertThat(use.getJsonObject("nodes").encode())
        .isEqualTo("{\"total\":3,\"up\":2,\"drained\":0,\"down\":1,\"inUse\":2,\"free\":0}");
    assertThat(use.getJsonArray("resources"))
        .containsExactly(
            amount("cpus", 32, 8, 16),
            amount("memory", 6_000, 2_600, 2_400),
            amount("gpus", 2, 2, 0).put("type", "v100"));
    JsonArray classes = use.getJsonArray("classes");
    assertThat(classes).hasSize(2);
    assertThat(classes.getJsonObject(0).getString("name")).isEqualTo("8 CPUs, 1000 MiB");
    assertThat(classes.getJsonObject(0).getJsonArray("resources"))
        .containsExactly(amount("cpus", 16, 4, 4), amount("memory", 2_000, 600, 400));
    assertThat(classes.getJsonObject(1).getJsonObject("gpusPerNode").getMap()).isEqualTo(v100(2));
    assertThat(classes.getJsonObject(1).getJsonObject("nodes").getInteger("inUse")).isEqualTo(1);
    assertThat(served.get("getCluster", CLUSTER).json().getInteger("nodes")).isEqualTo(3);
  }

  private static JsonObject amount(String resource, long total, long inUse, long free) {
    return new JsonObject()
        .put("resource", resource)
        .put("total", total)
        .put("inUse", inUse)
        .put("free", free);
  }

  @Test
  void showsWhatEachWaitingJobWaitsFor() throws Exception {
    Map<String, String> expected =
        Map.of(
            "gpu", "gpus", // both are held
            "big", "memory", // 400 MiB of 1,000
            "wide", "cpus", // 4 of 6
            "small", "queue",
            "long", "reservation"); // 10 + 15,000 is after 10,000

    Map<String, String> waits = new LinkedHashMap<>();
    for (Object job : served.get("getQueue", CLUSTER + "/queue").json().getJsonArray("jobs")) {
      waits.put(((JsonObject) job).getString("job"), ((JsonObject) job).getString("waitsFor"));
    }
    assertThat(waits).isEqualTo(expected);
    JsonObject use = served.get("getResources", CLUSTER + "/resources").json();
    assertThat(use.getInteger("waiting")).isEqualTo(5);
    expected
        .values()
        .forEach(
            reason ->
                assertThat(use.getJsonObject("waitingFor").getInteger(reason))
                    .as(reason)
                    .isEqualTo(1));
    assertThat(use.getJsonObject("waitingFor").getInteger("capacity")).isZero();
  }

  @Test
  void followsTheEventsOfTheCluster() throws Exception {
    served.get("getResources", CLUSTER + "/resources");
    ControllerTestDriver driver = served.driver;
    served.onLoop(
        () ->
            driver.send(
                new CapacityChanged(
                    driver.at(20),
                    EventData.NONE,
                    null,
                    List.of(new NodeStateChange(HostList.of("n2"), NodeState.UP)))));
    JsonObject use = served.get("getResources", CLUSTER + "/resources").json();
    assertThat(use.getJsonObject("nodes").getInteger("free")).isEqualTo(1);
    // n2 is idle, so big, wide, small and long could start there
    assertThat(use.getJsonObject("waitingFor").getInteger("queue")).isEqualTo(4);
  }

  @Test
  void aRequestForNodesIsForecastOrCanNeverRun() throws Exception {
    String path = CLUSTER + "/forecast/request?processors=1&estimateSeconds=600";
    JsonObject gpu = served.get("forecastRequest", path + "&gpus=v100:1&partition=gpu").json();
    JsonObject cpu = served.get("forecastRequest", path + "&memoryMb=10&partition=cpu").json();
    assertThat(gpu.getJsonObject("forecast").getLong("high"))
        .as("GPUs are held, CPUs are free")
        .isGreaterThan(cpu.getJsonObject("forecast").getLong("high"));
    assertThat(served.get("forecastRequest", path + "&gpus=999&partition=gpu").status())
        .isEqualTo(422);
    assertThat(served.get("forecastRequest", path + "&features=none&partition=cpu").status())
        .isEqualTo(422);
    assertThat(served.get("forecastRequest", path + "&partition=none").status()).isEqualTo(422);
    assertThat(served.get("forecastRequest", path + "&memoryMb=much").status()).isEqualTo(400);
  }

  @Test
  void explainsAJobByWhatItsNodesLack() throws Exception {
    JsonObject job = served.get("getJob", CLUSTER + "/jobs/gpu").json();
    assertThat(job.getJsonArray("waitsFor").getJsonObject(0))
        .isEqualTo(
            new JsonObject()
                .put("cause", "gpus")
                .put("text", "Too few GPUs are free on the nodes that it may use."));
    assertThat(job.getJsonObject("forecast").getLong("median"))
        .as("when the job on g1 ends, at its limit at the latest")
        .isBetween(served.driver.at(11), served.driver.at(10 + 2_200));
    assertThat(job.getJsonArray("alternatives").encode())
        .doesNotContain("half-processors", "\"cpu\"");
  }

  /** An alternative is described by nodes and processors, so none changes the GPUs. */
  @Test
  void aJobThatRequestsGpusForTheWholeJobIsNotHalved() throws Exception {
    ResourceRequest request =
        ResourceRequest.builder().tasks(4).gpusPerJob(v100(2)).partitions(List.of("gpu")).build();
    served.onLoop(() -> served.driver.send(submitted("whole", 4, 600, request)));
    JsonObject job = served.get("getJob", CLUSTER + "/jobs/whole").json();
    assertThat(job.getJsonArray("alternatives").encode())
        .contains("half-limit")
        .doesNotContain("half-processors", "half-nodes");
  }

  @Test
  void simulatesPoliciesOnNodesAndRefusesFamiliesThatCountProcessors() throws Exception {
    Answer study =
        served.post(
            "study",
            CLUSTER + "/studies",
            null,
            new JsonObject()
                .put("policies", JsonArray.of("easy(order=shortest)", "conservative"))
                .put("horizonSeconds", 50_000)
                .put("arrivals", "none"));
    assertThat(study.status()).isEqualTo(200);
    assertThat(study.json().getJsonArray("alternatives")).hasSize(3);
    JsonObject schedule =
        served.get("getSchedule", CLUSTER + "/schedule?policy=conservative").json();
    assertThat(schedule.getString("policy")).isEqualTo("conservative");
    assertThat(schedule.getJsonArray("runs")).hasSize(7);

    String refused = "immediate-service cannot schedule a cluster of nodes";
    Answer whatIf =
        served.post(
            "study",
            CLUSTER + "/studies",
            null,
            new JsonObject().put("policies", JsonArray.of("immediate-service")));
    assertThat(whatIf.status()).isEqualTo(422);
    assertThat(whatIf.detail()).contains(refused);
    Answer view = served.get("getSchedule", CLUSTER + "/schedule?policy=immediate-service");
    assertThat(view.status()).isEqualTo(422);
    assertThat(view.detail()).contains(refused);
  }
}
