package io.gnomon.controller.http;

import static io.gnomon.controller.http.HttpApiTest.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.http.ServedController.Answer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the service simulates when it is asked; every answer is also held against the contract. */
class SimulationApiTest {
  private static final String CLUSTER = ServedController.CLUSTER;

  @AutoClose private ServedController served;

  @BeforeEach
  void serve() throws Exception {
    served = new ServedController();
  }

  @Test
  void aWhatIfTellsWhatWouldBeAndChangesNothing() throws Exception {
    served.crowded();
    long hash = served.onLoop(() -> served.driver.tracked().mirror().state().hash());
    int said = served.driver.said.size();

    Answer study =
        served.post(
            "study",
            CLUSTER + "/studies",
            null,
            new JsonObject()
                .put("policies", JsonArray.of("easy(order=shortest)", "multi-queue(partitions=2)"))
                .put("horizonSeconds", 100_000)
                .put("arrivals", "none"));

    assertThat(study.status()).isEqualTo(200);
    JsonArray alternatives = study.json().getJsonArray("alternatives");
    assertThat(alternatives).hasSize(3);
    assertThat(alternatives.getJsonObject(0).getString("policy"))
        .isEqualTo("multi-queue(partitions=1)");
    assertThat(alternatives.getJsonObject(1).getBoolean("possible")).isFalse();
    JsonObject other = alternatives.getJsonObject(2);
    assertThat(other.getBoolean("possible")).isTrue();
    assertThat(other.getDouble("gain"))
        .isBetween(other.getDouble("gainLow"), other.getDouble("gainHigh"));
    assertThat(other.getBoolean("significant"))
        .isEqualTo(Math.abs(other.getDouble("significance")) >= 2);
    assertThat(alternatives.getJsonObject(0).containsKey("significant")).isFalse();
    assertThat(served.driver.said).hasSize(said);
    assertThat(served.<Long>onLoop(() -> served.driver.tracked().mirror().state().hash()))
        .isEqualTo(hash);
  }

  @Test
  void aWhatIfWithoutPoliciesTriesWhatADecisionWouldTry() throws Exception {
    served.crowded();
    Answer study = served.post("study", CLUSTER + "/studies", null, new JsonObject());
    assertThat(study.json().getJsonArray("alternatives")).hasSizeGreaterThan(1);
  }

  @Test
  void listsWhatTheSchedulerDeclaresAndWhatAStudyWouldTry() throws Exception {
    served.crowded();
    JsonObject policies = served.get("listPolicies", CLUSTER + "/policies").json();
    JsonObject declared = policies.getJsonArray("declared").getJsonObject(0);
    assertThat(declared.getString("policy")).isEqualTo("multi-queue");
    assertThat(declared.getString("summary")).isNotBlank();
    JsonArray tried = policies.getJsonArray("alternatives");
    JsonArray studied =
        served
            .post("study", CLUSTER + "/studies", null, new JsonObject())
            .json()
            .getJsonArray("alternatives");
    assertThat(tried).hasSize(studied.size() - 1).isNotEmpty();
    for (int i = 0; i < tried.size(); i++) {
      assertThat(tried.getJsonObject(i).getString("policy"))
          .isEqualTo(studied.getJsonObject(i + 1).getString("policy"));
    }
  }

  @Test
  void aWhatIfNamesWhatIsNotAPolicy() throws Exception {
    served.crowded();
    Answer study =
        served.post(
            "study",
            CLUSTER + "/studies",
            null,
            new JsonObject().put("policies", JsonArray.of("easy(oder=shortest)")));
    assertThat(study.status()).isEqualTo(422);
    assertThat(study.detail()).contains("oder");
  }

  /** A client may start 60 at once, and one each second. */
  @Test
  void aWhatIfIsPreparedOnlyForAClientThatMayStartIt() throws Exception {
    served.crowded();
    JsonObject invalid = new JsonObject().put("policies", JsonArray.of("none"));
    int posts = 0;
    int status = 422;
    while (status == 422 && posts < 200) {
      status = served.post("study", CLUSTER + "/studies", null, invalid).status();
      posts++;
    }
    assertThat(status).isEqualTo(429);
    assertThat(posts).isGreaterThan(60);
  }

  @Test
  void forecastsWhenEachWaitingJobStarts() throws Exception {
    served.crowded();
    JsonObject forecast = served.get("getForecast", CLUSTER + "/forecast?limit=3").json();
    assertThat(forecast.getInteger("total")).isEqualTo(4);
    assertThat(jobs(forecast)).containsExactly("4711", "whole", "narrow");
    JsonObject head = forecast.getJsonArray("jobs").getJsonObject(0);
    assertThat(head.getLong("median"))
        .as("when the base ends, at the latest at its limit")
        .isBetween(head.getLong("low"), served.driver.at(2200));
    assertThat(head.getLong("high")).isGreaterThan(served.driver.at(2200));
    JsonObject whole = forecast.getJsonArray("jobs").getJsonObject(1);
    assertThat(whole.getLong("median")).isGreaterThan(head.getLong("median"));
    assertThat(whole.getLong("median")).isBetween(whole.getLong("low"), whole.getLong("high"));
    JsonObject rest =
        served.get("getForecast", CLUSTER + "/forecast?after=" + forecast.getString("next")).json();
    assertThat(jobs(rest)).containsExactly("short");
  }

  @Test
  void schedulesWhatWouldRunWhenUnderWhatIsInForceAndUnderAnotherPolicy() throws Exception {
    served.crowded();
    JsonObject now = served.get("getSchedule", CLUSTER + "/schedule").json();
    assertThat(now.getInteger("processors")).isEqualTo(10);
    assertThat(jobs(new JsonObject().put("jobs", now.getJsonArray("runs"))))
        .containsExactlyInAnyOrder("base", "4711", "whole", "narrow", "short");
    JsonObject base = now.getJsonArray("runs").getJsonObject(0);
    assertThat(base.getLong("start")).isEqualTo(served.driver.at(0));
    assertThat(base.getLong("end")).isEqualTo(served.driver.at(2200));

    JsonObject other =
        served.get("getSchedule", CLUSTER + "/schedule?limit=2&policy=easy(order=shortest)").json();
    assertThat(other.getJsonArray("runs")).hasSize(2);
    assertThat(other.getString("policy")).isEqualTo("easy(order=shortest)");
    assertThat(served.get("getSchedule", CLUSTER + "/schedule?policy=none").status())
        .isEqualTo(422);
  }
}
