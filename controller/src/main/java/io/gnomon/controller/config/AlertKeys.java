package io.gnomon.controller.config;

import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.config.Key;
import io.gnomon.config.ValueTypes;
import io.gnomon.controller.notification.Channel;
import io.gnomon.controller.notification.NotificationSettings;
import java.net.URI;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;

/** The keys of notifications, and their settings. */
final class AlertKeys {
  static final Key<Optional<URI>> WEBHOOK =
      Key.of(
          "alert.webhook",
          ValueTypes.secretUrl().optional(),
          "",
          "webhook that receives notifications as JSON");
  static final Key<Optional<URI>> SLACK =
      Key.of(
          "alert.slack",
          ValueTypes.secretUrl().optional(),
          "",
          "incoming webhook of Slack or a compatible service");
  static final Key<Optional<URI>> ALERTMANAGER =
      Key.of(
          "alert.alertmanager",
          ValueTypes.secretUrl().optional(),
          "",
          "address of Alertmanager's `/api/v2/alerts`");
  static final Key<Optional<String>> TOKEN =
      Key.of(
          "alert.token",
          ValueTypes.secretWord().optional(),
          "",
          "bearer token for the webhook and for Alertmanager");
  static final Key<Integer> QUEUE_CAPACITY =
      Key.of(
          "alert.queue-capacity",
          ValueTypes.wholeNumber(1, 100_000),
          "256",
          "most waiting notifications; one more drops the oldest");

  /** The keys, in the order of the documentation. */
  static final List<Key<?>> ALL = List.of(WEBHOOK, SLACK, ALERTMANAGER, TOKEN, QUEUE_CAPACITY);

  private AlertKeys() {}

  /** Returns the receivers of notifications. */
  static NotificationSettings read(EffectiveConfiguration config) {
    EnumMap<Channel, URI> receivers = new EnumMap<>(Channel.class);
    config.get(WEBHOOK).ifPresent(at -> receivers.put(Channel.WEBHOOK, at));
    config.get(SLACK).ifPresent(at -> receivers.put(Channel.SLACK, at));
    config.get(ALERTMANAGER).ifPresent(at -> receivers.put(Channel.ALERTMANAGER, at));
    return NotificationSettings.of(
        receivers, config.get(TOKEN).orElse(null), config.get(QUEUE_CAPACITY));
  }
}
