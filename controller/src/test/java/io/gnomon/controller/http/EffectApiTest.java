package io.gnomon.controller.http;

import static io.gnomon.controller.http.ServedController.CLUSTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the API says of a cluster's problems, policies in words, the effect and the settings. */
class EffectApiTest {
  @AutoClose private ServedController served;

  @BeforeEach
  void serve() throws Exception {
    Map<String, String> effective = new LinkedHashMap<>();
    effective.put("http.port", "8080");
    effective.put("alert.token", "(hidden)");
    served =
        new ServedController(
            new HttpSettings(
                "127.0.0.1",
                0,
                null,
                null,
                HttpSettings.loopback(0).withTokens(Map.of("ada", ServedController.ADA)).access(),
                HttpSettings.Limits.DEFAULT,
                null,
                effective),
            new ControllerTestDriver(Mode.APPROVE, 2, 500_000));
  }

  private JsonObject cluster() throws Exception {
    return served.get("getCluster", CLUSTER).json();
  }

  @Test
  void namesPoliciesInWordsToo() throws Exception {
    served.proposing();
    JsonObject cluster = cluster();
    assertThat(cluster.getString("configuration")).isEqualTo("multi-queue(partitions=1)");
    assertThat(cluster.getString("configurationInWords"))
        .isEqualTo("one queue; reservation for the oldest job");
    JsonObject decision = cluster.getJsonArray("decisions").getJsonObject(0);
    JsonObject proposal = cluster.getJsonArray("proposals").getJsonObject(0);
    assertThat(decision.getString("chosenInWords"))
        .isEqualTo(proposal.getString("policyInWords"))
        .contains("queues by requested time");
    assertThat(decision.getJsonArray("alternatives"))
        .allSatisfy(
            alternative ->
                assertThat(((JsonObject) alternative).getString("policyInWords")).isNotBlank());
  }

  @Test
  void saysHowLongTheOldestJobHasWaited() throws Exception {
    served.proposing();
    // submitted at 10, and the clock is at 1000
    assertThat(cluster().getInteger("oldestWait")).isEqualTo(990);
  }

  @Test
  void saysWhyItDoesNotActAndWhatToDo() throws Exception {
    assertThat(cluster().getString("problem")).isEqualTo("the cluster has not been declared");
    assertThat(cluster().getString("remedy")).contains("cluster.declared");
    served.crowded();
    assertThat(cluster().getString("problem")).isNull();
    assertThat(cluster().getString("remedy")).isNull();
    served.post(
        "freeze",
        CLUSTER + "/freeze",
        ServedController.ADA,
        new JsonObject().put("reason", "benchmark week"));
    assertThat(cluster().getString("problem")).isEqualTo("changes are frozen without an end");
    assertThat(cluster().getString("remedy")).contains("Lift the freeze");
  }

  @Test
  void showsTheEffectiveConfigurationInItsOrder() throws Exception {
    JsonObject configuration = served.get("getConfiguration", "/api/v1/configuration").json();
    assertThat(configuration.getString("version")).startsWith("gnomon ");
    assertThat(configuration.getJsonArray("settings"))
        .containsExactly(
            new JsonObject().put("key", "http.port").put("value", "8080"),
            new JsonObject().put("key", "alert.token").put("value", "(hidden)"));
  }

  @Test
  void showsNoEffectOfAClusterWithoutCompletedJobs() throws Exception {
    JsonObject before = served.get("getEffect", CLUSTER + "/effect").json();
    assertThat(before.getInteger("jobs")).isZero();
    assertThat(before.getValue("since")).isNull();
    assertThat(before.getJsonObject("slowdown").getValue("actual")).isNull();
    assertThat(before.getValue("waitHoursSaved")).isNull();
    assertThat(served.get("getHistory", CLUSTER + "/history").json().getJsonArray("points"))
        .isEmpty();
  }

  /** No evaluation starts a study, during which events would wait. */
  private void serveWithoutStudies() throws Exception {
    served.close();
    served =
        new ServedController(
            HttpSettings.loopback(0), new ControllerTestDriver(Mode.APPROVE, 1e6, 500_000));
  }

  /** Job base runs from 0 to 2200 without waiting, and 4711 for 700 s from then on. */
  private void complete() throws Exception {
    serveWithoutStudies();
    served.crowded();
    served.onLoop(
        () ->
            served
                .driver
                .send(new JobFinished("base", served.driver.at(2200), JobOutcome.COMPLETED))
                .send(new JobStarted("4711", served.driver.at(2200)))
                .send(new JobFinished("4711", served.driver.at(2900), JobOutcome.COMPLETED))
                .send(new ClockAdvanced(served.driver.at(8000))));
  }

  @Test
  void showsEqualFiguresWithoutChanges() throws Exception {
    complete();
    JsonObject effect = served.get("getEffect", CLUSTER + "/effect").json();
    assertThat(effect.getInteger("jobs")).isEqualTo(2);
    assertThat(effect.getInteger("changes")).isZero();
    for (String variant : List.of("actual", "untuned")) {
      assertThat(effect.getJsonObject("meanWait").getDouble(variant)).isEqualTo(2190 / 2.0);
      assertThat(effect.getJsonObject("slowdown").getDouble(variant))
          .isCloseTo((1 + 1 + 2190 / 700.0) / 2, within(1e-9));
    }
    assertThat(effect.getDouble("waitHoursSaved")).isZero();
    assertThat(effect.getJsonArray("byCategory").getJsonObject(0).getString("name"))
        .isEqualTo("short, narrow");
    assertThat(effect.getJsonArray("byPartition")).isEmpty();
  }

  /**
   * The clock began on Tuesday, 14 November 2023. Jobs wait from 10 to 8000; of ten processors, 4
   * are idle until 2900 and 10 from then on.
   */
  @Test
  void showsTheWaitingSavedAndWhatWasIdleByWeek() throws Exception {
    complete();
    JsonArray weeks =
        served.get("getWeeks", CLUSTER + "/effect/weeks").json().getJsonArray("weeks");
    assertThat(weeks).hasSize(1);
    assertThat(weeks.getJsonObject(0).getString("fromIso")).isEqualTo("2023-11-13T00:00:00Z");
    assertThat(weeks.getJsonObject(0).getInteger("jobs")).isEqualTo(2);
    assertThat(weeks.getJsonObject(0).getDouble("waitHoursSaved")).isZero();
    JsonArray idle = weeks.getJsonObject(0).getJsonArray("idleWhileJobsWaited");
    assertThat(idle).hasSize(1);
    assertThat(idle.getJsonObject(0).getString("partition")).isEqualTo("all");
    assertThat(idle.getJsonObject(0).getDouble("processorHours"))
        .isCloseTo((2_890 * 4 + 5_100 * 10) / 3_600.0, within(1e-9));
    assertThat(idle.getJsonObject(0).getDouble("ofProcessorHours"))
        .isCloseTo(7_990 * 10 / 3_600.0, within(1e-9));
    assertThat(idle.getJsonObject(0).getInteger("ofGpuHours")).isZero();
  }

  /** A job in each of seven weeks, of which the latest five are known precisely enough. */
  @Test
  void showsTheLatestFiveWeeks() throws Exception {
    serveWithoutStudies();
    ControllerTestDriver driver = served.driver;
    served.onLoop(() -> driver.declare(10));
    for (int week = 0; week < 7; week++) {
      String job = "week-" + week;
      int begin = 10_000 + week * 7 * 86_400;
      served.onLoop(
          () ->
              driver
                  .send(
                      new JobSubmitted(
                          job, driver.at(begin), new JobDescription(1, 600, "ada", null)))
                  .send(new JobStarted(job, driver.at(begin)))
                  .send(new JobFinished(job, driver.at(begin + 300), JobOutcome.COMPLETED))
                  .send(new ClockAdvanced(driver.at(begin + 8000))));
    }
    assertThat(
            served.get("getWeeks", CLUSTER + "/effect/weeks").json().getJsonArray("weeks").stream()
                .map(week -> ((JsonObject) week).getString("fromIso").substring(0, 10)))
        .containsExactly("2023-12-25", "2023-12-18", "2023-12-11", "2023-12-04", "2023-11-27");
  }

  @Test
  void showsTheSeriesAndTheTimeAskedFor() throws Exception {
    complete();
    JsonObject history = served.get("getHistory", CLUSTER + "/history").json();
    assertThat(history.getJsonArray("points")).hasSizeGreaterThanOrEqualTo(2);
    JsonObject point = history.getJsonArray("points").getJsonObject(0);
    assertThat(point.getJsonObject("untuned")).isEqualTo(point.getJsonObject("actual"));
    assertThat(point.getJsonObject("actual").getDouble("queueLength")).isEqualTo(3);
    long end = point.getLong("at");
    JsonObject later = served.get("getHistory", CLUSTER + "/history?points=1&from=" + end).json();
    assertThat(later.getJsonArray("points")).hasSize(1);
    assertThat(
            served.get("getEffect", CLUSTER + "/effect?to=" + end).json().getInteger("jobs")
                + served
                    .get("getEffect", CLUSTER + "/effect?from=" + end)
                    .json()
                    .getInteger("jobs"))
        .isEqualTo(2);
    assertThat(served.get("getHistory", CLUSTER + "/history?points=0").status()).isEqualTo(400);
    assertThat(served.get("getEffect", CLUSTER + "/effect?from=monday").status()).isEqualTo(400);
  }

  @Test
  void saysSinceWhenCountersCount() throws Exception {
    assertThat(cluster().getValue("countersSince")).isNull();
    served.crowded();
    assertThat(cluster().getLong("countersSince")).isEqualTo(ControllerTestDriver.ORIGIN);
    assertThat(cluster().getString("gnomonVersion")).isNotBlank();
  }
}
