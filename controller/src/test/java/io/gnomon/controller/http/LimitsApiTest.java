package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.Association;
import io.gnomon.events.accounting.LimitKind;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.events.accounting.PriorityWeights;
import io.gnomon.events.accounting.QualityOfService;
import io.gnomon.events.accounting.ResourceLimit;
import io.gnomon.events.accounting.UsageReset;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.HostList;
import io.gnomon.events.machine.Machine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.ResourceRequest;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The account physics may use 8 of 32 CPUs, which its job 1 holds; so its job 2 waits, although 24
 * are free. All answers are validated by the contract.
 */
class LimitsApiTest {
  private static final String CLUSTER = ServedController.CLUSTER;
  private static final int NONE = EventData.NONE;

  private ServedController served;

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
                            32,
                            driver.at(0),
                            "test",
                            driver.capabilities(),
                            new Configuration("easy", 1))
                        .withMachine(machine())
                        .withAccounting(accounting()))
                .send(submitted("1"))
                .send(new JobStarted("1", driver.at(10)))
                .send(submitted("2")));
  }

  @AfterEach
  void stop() throws Exception {
    served.close();
  }

  private static Machine machine() {
    return new Machine(
        List.of(new NodeGroup(HostList.of("n[1-2]"), 16)),
        List.of(new MachinePartition("batch", HostList.of("n[1-2]"))),
        List.of(),
        null);
  }

  private static Accounting accounting() {
    return new Accounting(
        List.of(
            new Association(
                "physics",
                null,
                null,
                1,
                NONE,
                List.of(new ResourceLimit(LimitKind.GROUP_TRES, "cpu", 8))),
            new Association("physics", "ada", null, 1, NONE)),
        List.of(new QualityOfService("normal", 10)),
        new PriorityParameters(
            new PriorityWeights(1000, 0, 0, 0, 0, 0, Map.of()),
            NONE,
            0,
            60,
            false,
            NONE,
            UsageReset.NONE,
            List.of(),
            Map.of()),
        null);
  }

  private JobSubmitted submitted(String job) {
    return new JobSubmitted(
        job,
        served.driver.at(10),
        8,
        600,
        "ada",
        null,
        null,
        null,
        NONE,
        NONE,
        List.of(),
        false,
        ResourceRequest.builder().tasks(8).account("physics").qos("normal").build());
  }

  @Test
  void theQueueNamesTheLimitAndTheUseCountsTheJob() throws Exception {
    JsonObject queue = served.get("getQueue", CLUSTER + "/queue").json();
    JsonObject job = queue.getJsonArray("jobs").getJsonObject(0);
    assertThat(job.getString("job")).isEqualTo("2");
    assertThat(job.getString("waitsFor")).isEqualTo("limit");
    assertThat(job.getString("limit")).isEqualTo("AssocGrpCpuLimit");

    JsonObject use = served.get("getResources", CLUSTER + "/resources").json();
    assertThat(use.getJsonObject("waitingFor").getInteger("limit")).isEqualTo(1);
    assertThat(use.getInteger("waiting")).isEqualTo(1);
  }

  @Test
  void thePageOfTheJobNamesTheLimit() throws Exception {
    JsonObject job = served.get("getJob", CLUSTER + "/jobs/2").json();
    assertThat(job.getJsonArray("waitsFor").getJsonObject(0).getMap())
        .containsEntry("cause", "limit")
        .containsEntry("text", "A limit holds it back: AssocGrpCpuLimit.");
  }
}
