package io.gnomon.controller.notification;

import io.gnomon.events.WireEnum;
import io.gnomon.events.config.Prediction;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** A kind of receiver and the format of its notifications. */
public enum Channel implements WireEnum {
  /** Any HTTP server: the notification as a JSON object. */
  WEBHOOK {
    @Override
    String body(Notification notification) {
      Prediction prediction = notification.prediction();
      JsonObject body =
          new JsonObject()
              .put("id", notification.id())
              .put("kind", notification.kind().wireName())
              .put("cluster", notification.cluster())
              .put("at", notification.at())
              .put("policy", notification.policy())
              .put("former", notification.former())
              .put("reason", notification.reason())
              .put("warning", notification.kind().isWarning())
              .put("text", NotificationText.of(notification));
      if (prediction != null) {
        body.put("predictedSlowdown", prediction.chosenSlowdown())
            .put("predictedSlowdownOfFormer", prediction.incumbentSlowdown());
      }
      if (notification.reviewedGain() != null) {
        body.put("reviewedGain", notification.reviewedGain());
      }
      return body.encode();
    }
  },
  /** An incoming webhook of Slack, or of a compatible server such as Mattermost. */
  SLACK {
    @Override
    String body(Notification notification) {
      String escaped =
          NotificationText.of(notification)
              .replace("&", "&amp;")
              .replace("<", "&lt;")
              .replace(">", "&gt;");
      return new JsonObject()
          .put("text", (notification.kind().isWarning() ? ":warning: " : "") + escaped)
          .encode();
    }
  },
  /** Version 2 of Alertmanager's API; the address ends in {@code /api/v2/alerts}. */
  ALERTMANAGER {
    @Override
    String body(Notification notification) {
      JsonObject labels =
          new JsonObject()
              .put("alertname", "GnomonNotification")
              .put("severity", notification.kind().isWarning() ? "warning" : "info")
              .put("kind", notification.kind().wireName())
              .put("cluster", notification.cluster())
              .put("notification", notification.id());
      JsonObject annotations =
          new JsonObject()
              .put("summary", NotificationText.of(notification))
              .put("description", notification.reason());
      return new JsonArray()
          .add(new JsonObject().put("labels", labels).put("annotations", annotations))
          .encode();
    }
  };

  /** The body of the request, as JSON. */
  abstract String body(Notification notification);

  /** Whether requests carry the bearer token; the address of Slack's webhook is itself a secret. */
  boolean takesToken() {
    return this != SLACK;
  }
}
