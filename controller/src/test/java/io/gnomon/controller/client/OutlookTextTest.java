package io.gnomon.controller.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class OutlookTextTest {
  private static String text(String points) {
    JsonObject answer =
        new JsonObject(
            """
            {"at": 0, "processors": 1, "estimateSeconds": 600, "forecast": {"median": 0},
             "waitsFor": [], "priority": {"total": 7, "points": {%s}},
             "ahead": {"total": 1, "jobs": [{"job": "8", "processors": 2, "start": 0}],
               "accounts": [{"account": "physics", "jobs": 1, "processors": 2}]},
             "alternatives": []}
            """
                .formatted(points));
    return new OutlookText(answer, ZoneOffset.UTC).ofRequest();
  }

  @Test
  void factorsOfPriorityAreWords() {
    assertThat(text("\"age\": 0, \"fairShare\": 4, \"jobSize\": 2, \"qos\": 1, \"nice\": 0"))
        .contains("\nPriority 7: fair share 4, job size 2, QOS 1\n");
    assertThat(text("\"age\": 0")).contains("\nPriority 7\n");
  }

  @Test
  void aSingleJobIsNotPlural() {
    assertThat(text("")).contains("  account physics: 1 job, 2 processors\n");
  }
}
