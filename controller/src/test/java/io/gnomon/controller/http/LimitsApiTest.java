package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.mirror.DeclaredSite;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.ResourceLimit;
import io.gnomon.model.priority.PriorityWeights;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The account physics may use 8 of 32 CPUs, which its job 1 holds; so its job 2 waits, although 24
 * are free. All answers are validated by the contract.
 */
class LimitsApiTest {
  private static final String CLUSTER = ServedController.CLUSTER;

  @AutoClose private ServedController served;

  @BeforeEach
  void serve() throws Exception {
    served = new ServedController();
    ControllerTestDriver driver = served.driver;
    served.onLoop(
        () ->
            driver
                .declare(32, DeclaredSite.machine("n[1-2]", Map.of()), accounting())
                .send(submitted("1"))
                .send(new JobStarted("1", driver.at(10)))
                .send(submitted("2")));
  }

  private static Accounting accounting() {
    return DeclaredSite.accounting(
        new PriorityWeights(1000, 0, 0, 0, 0, 0, Map.of()),
        List.of(
            DeclaredSite.account("physics", new ResourceLimit(LimitKind.GROUP_TRES, "cpu", 8)),
            DeclaredSite.user("physics", "ada")),
        Qos.of("normal", 10));
  }

  private JobSubmitted submitted(String job) {
    return submitted(job, false);
  }

  private JobSubmitted submitted(String job, boolean held) {
    return submitted(job, 10, 8, held);
  }

  private JobSubmitted submitted(String job, int at, int processors, boolean held) {
    return new JobSubmitted(
        job,
        served.driver.at(at),
        new JobDescription(
            processors,
            600,
            "ada",
            ResourceRequest.builder().tasks(processors).account("physics").qos("normal").build()),
        held);
  }

  @Test
  void theQueueNamesTheLimitAndTheUseCountsTheJob() throws Exception {
    JsonObject queue = served.get("getQueue", CLUSTER + "/queue").json();
    JsonObject job = queue.getJsonArray("jobs").getJsonObject(0);
    assertThat(job.getString("job")).isEqualTo("2");
    assertThat(job.getString("waitsFor")).isEqualTo("limit");
    assertThat(job.getString("limit")).isEqualTo("AssocGrpCpuLimit");
    assertThat(job.getString("limitInWords"))
        .isEqualTo("GrpTRES cpu 8 of account physics: 8 held, 8 requested");

    JsonObject use = served.get("getResources", CLUSTER + "/resources").json();
    assertThat(use.getJsonObject("waitingFor").getInteger("limit")).isEqualTo(1);
    assertThat(use.getInteger("waiting")).isEqualTo(1);
  }

  @Test
  void theLimitsAreListedWithWhatTheyCountNow() throws Exception {
    JsonObject limits = served.get("getLimits", CLUSTER + "/limits").json();
    assertThat(limits.getInteger("total")).isEqualTo(1);
    assertThat(limits.getJsonArray("limits").getJsonObject(0))
        .isEqualTo(
            new JsonObject()
                .put("limit", "GrpTRES")
                .put("tres", "cpu")
                .put("holder", "account physics")
                .put("most", 8)
                .put("present", 8)
                .put("unit", "held")
                .put("inWords", "GrpTRES cpu 8 of account physics: 8 held"));
  }

  @Test
  void thePageOfTheJobNamesTheLimit() throws Exception {
    JsonObject job = served.get("getJob", CLUSTER + "/jobs/2").json();
    assertThat(job.getString("account")).isEqualTo("physics");
    assertThat(job.getString("qos")).isEqualTo("normal");
    assertThat(job.getJsonArray("partitions")).containsExactly("batch");
    assertThat(job.getJsonArray("waitsFor").getJsonObject(0).getMap())
        .containsEntry("cause", "limit")
        .containsEntry(
            "text",
            "A limit holds it back: GrpTRES cpu 8 of account physics: 8 held, 8 requested (AssocGrpCpuLimit).");
  }

  /** It requests 9 CPUs, and its account may use 8: it counts neither as waiting nor in studies. */
  @Test
  void aJobThatRequestsMoreThanItsLimitNeverStarts() throws Exception {
    served.onLoop(
        () ->
            served
                .driver
                .send(submitted("3", 510, 9, false))
                .send(new ClockAdvanced(served.driver.at(1010))));
    JsonObject job = served.get("getJob", CLUSTER + "/jobs/3").json();
    assertThat(job.getBoolean("neverStarts")).isTrue();
    assertThat(job.getJsonArray("waitsFor"))
        .singleElement()
        .isEqualTo(
            new JsonObject()
                .put("cause", "limit")
                .put(
                    "text",
                    "It can never start under GrpTRES cpu 8 of account physics: it requests 9"
                        + " (AssocGrpCpuLimit)."));
    JsonObject cluster = served.get("getCluster", CLUSTER).json();
    assertThat(cluster.getInteger("waiting")).isEqualTo(2);
    assertThat(cluster.getInteger("neverStart")).isEqualTo(1);
    assertThat(cluster.getDouble("slowdown")).isEqualTo(1 + 1000.0 / 600); // that of job 2
  }

  @Test
  void aRequestIsForTheOnlyAccountOfItsUserAndItsLimits() throws Exception {
    String path = CLUSTER + "/forecast/request?estimateSeconds=600&user=ada&processors=";
    JsonObject nine = served.get("forecastRequest", path + 9).json();
    assertThat(nine.getBoolean("neverStarts")).isTrue();
    assertThat(nine.getJsonArray("waitsFor").getJsonObject(0).getString("text"))
        .startsWith("It can never start under GrpTRES cpu 8 of account physics: it requests 9");
    JsonObject eight = served.get("forecastRequest", path + 8).json();
    assertThat(eight.containsKey("neverStarts")).isFalse();
    assertThat(eight.getJsonArray("waitsFor").getJsonObject(0).getString("text"))
        .startsWith("A limit holds it back: GrpTRES cpu 8 of account physics: 8 held, 8 requested");
  }

  @Test
  void aRequestOfAnUnknownUserIsRefused() throws Exception {
    String path = CLUSTER + "/forecast/request?estimateSeconds=600&processors=1&user=zoe";
    JsonObject refused = served.get("forecastRequest", path).json();
    assertThat(refused.getInteger("status")).isEqualTo(422);
    assertThat(refused.getString("detail")).contains("user 'zoe' has no account on the cluster");
  }

  /** Its user or an administrator holds it, and it would have to wait after the release, too. */
  @Test
  void aHeldJobThatWouldExceedALimitIsHeld() throws Exception {
    served.onLoop(() -> served.driver.send(submitted("3", true)));
    JsonObject job = served.get("getJob", CLUSTER + "/jobs/3").json();
    assertThat(job.getString("state")).isEqualTo("held");
    assertThat(job.getJsonArray("waitsFor").getJsonObject(0).getString("cause")).isEqualTo("hold");
    assertThat(job.getJsonArray("waitsFor").getJsonObject(1).getString("cause")).isEqualTo("limit");
  }
}
