package io.gnomon.controller.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Installed;
import io.gnomon.events.EventData;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The form of version 2 of Alertmanager's API, which a real Alertmanager takes. */
class AlertmanagerTest {
  private static final Pattern LISTENS = Pattern.compile("Listening on.*address=127.0.0.1:(\\d+)");

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws Exception {
    Receiver.await(vertx.close());
  }

  private static Notification rejected(int number) {
    return new Notification(
        "c-c" + number + "/rejected",
        "c",
        Notification.Kind.REJECTED,
        5,
        "easy",
        "fcfs",
        "version-mismatch",
        null,
        null,
        EventData.NONE);
  }

  private static Process alertmanager(Path folder) throws IOException {
    Installed.orSkip("prometheus-alertmanager", "prometheus-alertmanager");
    Files.writeString(
        folder.resolve("am.yml"), "route: {receiver: nobody}\nreceivers: [{name: nobody}]\n");
    return new ProcessBuilder(
            "prometheus-alertmanager",
            "--config.file=am.yml",
            "--storage.path=data",
            "--web.listen-address=127.0.0.1:0",
            "--cluster.listen-address=")
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .start();
  }

  private static int port(Process process) throws IOException {
    BufferedReader said = process.inputReader();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      Matcher listens = LISTENS.matcher(line);
      if (listens.find()) {
        return Integer.parseInt(listens.group(1));
      }
    }
    throw new IOException("Alertmanager has ended");
  }

  @Test
  void aRealOneTakesThemAndTellsThemApart(@TempDir Path folder) throws Exception {
    Process process = alertmanager(folder);
    try {
      URI api = URI.create("http://127.0.0.1:" + port(process) + "/api/v2/alerts");
      Notifier notifier =
          new Notifier(vertx, NotificationSettings.of(Map.of(Channel.ALERTMANAGER, api), null, 10));
      vertx.runOnContext(
          now -> {
            notifier.send(rejected(7));
            notifier.send(rejected(8));
          });
      HttpClient client = HttpClient.newHttpClient();
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () -> {
                String held =
                    client
                        .send(HttpRequest.newBuilder(api).build(), BodyHandlers.ofString())
                        .body();
                assertThat(new JsonArray(held))
                    .extracting(alert -> ((JsonObject) alert).getJsonObject("labels"))
                    .extracting(labels -> labels.getString("notification"))
                    .containsExactlyInAnyOrder("c-c7/rejected", "c-c8/rejected");
              });
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  @Test
  void anAlertOfEachNoticeSoThatNoneHidesAnother() {
    JsonArray alerts = new JsonArray(Channel.ALERTMANAGER.body(rejected(7)));

    assertThat(alerts).hasSize(1);
    JsonObject labels = alerts.getJsonObject(0).getJsonObject("labels");
    assertThat(labels)
        .containsOnly(
            Map.entry("alertname", "GnomonNotification"),
            Map.entry("severity", "warning"),
            Map.entry("kind", "rejected"),
            Map.entry("cluster", "c"),
            Map.entry("notification", "c-c7/rejected"));
    assertThat(alerts.getJsonObject(0).getJsonObject("annotations").getString("summary"))
        .isEqualTo(
            "Gnomon: cluster c rejected the change “policy strictly in order of arrival; no job passes"
                + " an older one → oldest jobs first; reservation for the oldest job”:"
                + " version-mismatch");
  }
}
