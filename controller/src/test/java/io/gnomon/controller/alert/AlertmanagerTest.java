package io.gnomon.controller.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.Notice;
import io.gnomon.events.EventData;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** The form of version 2 of Alertmanager's API. */
class AlertmanagerTest {
  @Test
  void anAlertOfEachNoticeSoThatNoneHidesAnother() {
    Notice notice =
        new Notice(
            "c-c7/refused",
            "c",
            Notice.Kind.REFUSED,
            5,
            "easy",
            "fcfs",
            "version-mismatch",
            null,
            null,
            EventData.NONE);

    JsonArray alerts = new JsonArray(Channel.ALERTMANAGER.body(notice));

    assertThat(alerts).hasSize(1);
    JsonObject labels = alerts.getJsonObject(0).getJsonObject("labels");
    assertThat(labels)
        .containsOnly(
            java.util.Map.entry("alertname", "GnomonNotice"),
            java.util.Map.entry("severity", "warning"),
            java.util.Map.entry("kind", "refused"),
            java.util.Map.entry("cluster", "c"),
            java.util.Map.entry("notice", "c-c7/refused"));
    assertThat(alerts.getJsonObject(0).getJsonObject("annotations").getString("summary"))
        .isEqualTo("Gnomon: cluster c refused easy and keeps fcfs: version-mismatch");
  }
}
