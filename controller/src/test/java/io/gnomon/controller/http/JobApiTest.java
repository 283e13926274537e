package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.http.ServedController.Answer;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs through the API, for the users of a cluster. All answers are validated by the contract. */
class JobApiTest {
  private static final String CLUSTER = ServedController.CLUSTER;

  @AutoClose private ServedController served;

  @BeforeEach
  void serve() throws Exception {
    served = new ServedController();
    served.crowded();
  }

  private Answer job(String job) throws Exception {
    return served.get("getJob", CLUSTER + "/jobs/" + job);
  }

  private Answer request(String query) throws Exception {
    return served.get("forecastRequest", CLUSTER + "/forecast/request?" + query);
  }

  /**
   * Ten processors; base holds 6 of them until 2200 at most, and no job has completed, so that it
   * may end as early as jobs do elsewhere. 4711, which requests 6 and is first, starts then and
   * leaves 4 free: narrow starts now. With 3 processors, 4711 starts now, as 4 are free.
   */
  @Test
  void explainsWhyTheFirstJobWaits() throws Exception {
    JsonObject job = job("4711").json();

    assertThat(job.getString("state")).isEqualTo("waiting");
    assertThat(job.getInteger("freeProcessors")).isEqualTo(4);
    assertThat(job.getJsonArray("waitsFor"))
        .containsExactly(
            new JsonObject()
                .put("cause", "processors")
                .put("text", "6 processors are needed; 4 of 10 are free."),
            new JsonObject()
                .put("cause", "queue")
                .put("text", "1 job is expected to start first; it requests 3 processors."));
    assertThat(job.getJsonObject("ahead").getJsonArray("jobs").getJsonObject(0).getString("job"))
        .isEqualTo("narrow");
    long median = job.getJsonObject("forecast").getLong("median");
    assertThat(median).isBetween(served.driver.at(14), served.driver.at(2200));
    assertThat(job.getJsonObject("forecast").getLong("high"))
        .isBetween(served.driver.at(2200), served.driver.at(2900));
    JsonObject half = alternative(job, "half-processors");
    assertThat(half.getInteger("processors")).isEqualTo(3);
    assertThat(half.getJsonObject("forecast").getLong("median")).isEqualTo(served.driver.at(13));
    assertThat(half.getLong("earlierSeconds")).isEqualTo(median - served.driver.at(13));
  }

  private static JsonObject alternative(JsonObject job, String change) {
    JsonArray alternatives = job.getJsonArray("alternatives");
    for (int i = 0; i < alternatives.size(); i++) {
      if (alternatives.getJsonObject(i).getString("change").equals(change)) {
        return alternatives.getJsonObject(i);
      }
    }
    throw new AssertionError("no alternative " + change + " in " + alternatives.encode());
  }

  private JobModified modified(String job, int processors, Boolean held) {
    return new JobModified(
        job, served.driver.at(14), processors, EventData.NONE, EventData.NONE, null, held, null);
  }

  @Test
  void aHeldJobIsForecastAsIfItWereReleased() throws Exception {
    served.onLoop(() -> served.driver.send(modified("narrow", EventData.NONE, true)));

    JsonObject job = job("narrow").json();

    assertThat(job.getString("state")).isEqualTo("held");
    assertThat(job.getJsonArray("waitsFor").getJsonObject(0).getString("cause")).isEqualTo("hold");
    assertThat(job.getJsonObject("forecast").getLong("median")).isEqualTo(served.driver.at(14));
  }

  @Test
  void aRunningJobHasAnEndAndACompletedOneToo() throws Exception {
    JsonObject running = job("base").json();
    assertThat(running.getString("state")).isEqualTo("running");
    assertThat(running.getLong("expectedEnd")).isEqualTo(served.driver.at(2200));
    assertThat(running.containsKey("forecast")).isFalse();

    served.onLoop(
        () ->
            served
                .driver
                .send(new JobFinished("base", served.driver.at(1500), JobOutcome.COMPLETED))
                .send(new JobCancelled("narrow", served.driver.at(1500))));

    JsonObject completed = job("base").json();
    assertThat(completed.getString("state")).isEqualTo("completed");
    assertThat(completed.getLong("startedAt")).isEqualTo(served.driver.at(0));
    assertThat(completed.getLong("endedAt")).isEqualTo(served.driver.at(1500));
    JsonObject cancelled = job("narrow").json();
    assertThat(cancelled.getString("state")).isEqualTo("cancelled");
    assertThat(cancelled.containsKey("startedAt")).isFalse();
  }

  /** As squeue prints arrays: the job, the tasks that wait, and one task. */
  @Test
  void anArrayStandsForItsNextTask() throws Exception {
    served.onLoop(
        () -> {
          for (int task = 4; task <= 8; task++) {
            served.driver.send(new JobSubmitted("72_" + task, served.driver.at(13), 1, 600));
          }
          served.driver.send(new JobStarted("72_4", served.driver.at(13)));
          return null;
        });
    assertThat(job("72").json().getString("job")).isEqualTo("72_5");
    assertThat(job("72_%5B6-8%252%5D").json().getString("job")).isEqualTo("72_6");
    assertThat(job("72_%5B6,8%5D").json().getString("job")).isEqualTo("72_6");
    assertThat(job("72_8").json().getString("job")).isEqualTo("72_8");
    assertThat(job("72_4").json().getString("state")).isEqualTo("running");
    assertThat(job("72_9").status()).isEqualTo(404);
  }

  @Test
  void anUnknownJobIsReportedWithItsCluster() throws Exception {
    Answer unknown = job("4712");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.detail()).contains("job '4712'", "cluster '", "check the id");
  }

  /** 4 processors are free until 2200; 4711 holds a reservation from then on. */
  @Test
  void aJobThatIsNotSubmittedYetIsForecast() throws Exception {
    JsonObject narrow = request("processors=1&estimateSeconds=600").json();
    assertThat(narrow.getJsonObject("forecast").getLong("median")).isEqualTo(served.driver.at(13));
    assertThat(narrow.getJsonArray("waitsFor")).isEmpty();

    JsonObject whole = request("processors=10&estimateSeconds=600&user=ann").json();
    assertThat(whole.getJsonObject("forecast").getLong("high"))
        .isGreaterThan(served.driver.at(2200));
    assertThat(whole.getJsonObject("ahead").getInteger("total")).isPositive();

    Answer wide = request("processors=11&estimateSeconds=600");
    assertThat(wide.status()).isEqualTo(422);
    assertThat(wide.detail()).contains("11 processors", "has 10");
    assertThat(request("processors=0&estimateSeconds=600").status()).isEqualTo(400);
    assertThat(request("estimateSeconds=600").status()).isEqualTo(400);
  }

  /** The clock does not move the forecast, until it is 30 seconds old and an event has arrived. */
  @Test
  void aForecastIsReused() throws Exception {
    long first = job("4711").json().getJsonObject("forecast").getLong("at");
    served.onLoop(() -> served.driver.send(new ClockAdvanced(served.driver.at(42))));
    JsonObject later = job("4711").json();
    assertThat(later.getLong("at")).isEqualTo(served.driver.at(42));
    assertThat(later.getJsonObject("forecast").getLong("at")).isEqualTo(first);

    served.onLoop(() -> served.driver.send(new ClockAdvanced(served.driver.at(43))));
    assertThat(job("4711").json().getJsonObject("forecast").getLong("at"))
        .isEqualTo(served.driver.at(43));
  }

  @Test
  void aForecastIsNotReusedAfterTheRequestHasChanged() throws Exception {
    assertThat(job("4711").json().getJsonArray("waitsFor")).isNotEmpty();
    served.onLoop(() -> served.driver.send(modified("4711", 4, null)));

    JsonObject narrower = job("4711").json();

    assertThat(narrower.getJsonObject("forecast").getLong("median"))
        .isEqualTo(served.driver.at(14));
    assertThat(narrower.getJsonArray("waitsFor")).isEmpty();
  }
}
