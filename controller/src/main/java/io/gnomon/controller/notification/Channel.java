package io.gnomon.controller.notification;

import io.gnomon.events.WireEnum;
import io.gnomon.events.config.Prediction;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** A kind of receiver, with the form in which it is told. */
public enum Channel implements WireEnum {
  /** Any HTTP server: the notice as a JSON object. */
  WEBHOOK {
    @Override
    String body(Notification notice) {
      Prediction prediction = notice.prediction();
      JsonObject body =
          new JsonObject()
              .put("id", notice.id())
              .put("kind", notice.kind().wireName())
              .put("cluster", notice.cluster())
              .put("at", notice.at())
              .put("policy", notice.policy())
              .put("former", notice.former())
              .put("reason", notice.reason())
              .put("warning", notice.kind().isWarning())
              .put("text", NotificationText.of(notice));
      if (prediction != null) {
        body.put("predictedSlowdown", prediction.chosenSlowdown())
            .put("predictedSlowdownOfFormer", prediction.incumbentSlowdown());
      }
      if (notice.realised() != null) {
        body.put("realisedSlowdown", notice.realised());
      }
      return body.encode();
    }
  },
  /** Slack's incoming webhooks, which Mattermost, Rocket.Chat and others understand too. */
  SLACK {
    @Override
    String body(Notification notice) {
      String escaped =
          NotificationText.of(notice)
              .replace("&", "&amp;")
              .replace("<", "&lt;")
              .replace(">", "&gt;");
      return new JsonObject()
          .put("text", (notice.kind().isWarning() ? ":warning: " : "") + escaped)
          .encode();
    }
  },
  /** Alertmanager's API, version 2; the address ends in {@code /api/v2/alerts}. */
  ALERTMANAGER {
    @Override
    String body(Notification notice) {
      JsonObject labels =
          new JsonObject()
              .put("alertname", "GnomonNotice")
              .put("severity", notice.kind().isWarning() ? "warning" : "info")
              .put("kind", notice.kind().wireName())
              .put("cluster", notice.cluster())
              .put("notice", notice.id());
      JsonObject annotations =
          new JsonObject()
              .put("summary", NotificationText.of(notice))
              .put("description", notice.reason());
      return new JsonArray()
          .add(new JsonObject().put("labels", labels).put("annotations", annotations))
          .encode();
    }
  };

  /** The JSON text that its receiver is sent. */
  abstract String body(Notification notice);

  /** Whether it takes a bearer token; Slack's address is its own secret. */
  boolean takesToken() {
    return this != SLACK;
  }
}
