package io.gnomon.controller.notification;

import io.gnomon.controller.retry.RetryingCaller.Backoff;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The receivers of notifications and how they are reached.
 *
 * @param receivers the address of each channel's receiver; an address may itself be a secret
 * @param token the bearer token for all channels but Slack, or null
 * @param queueCapacity how many notifications may wait for one receiver, at least 1
 * @param timeout the timeout of one request
 * @param backoff the pauses between attempts
 */
public record NotificationSettings(
    Map<Channel, URI> receivers,
    @Nullable String token,
    int queueCapacity,
    Duration timeout,
    Backoff backoff) {
  private static final int QUEUE_CAPACITY = 256;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Backoff BACKOFF =
      new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30), Duration.ofSeconds(15));

  /** No receivers. */
  public static final NotificationSettings NONE = of(Map.of(), null, QUEUE_CAPACITY);

  /** Copies the receivers and checks the range. */
  public NotificationSettings {
    EnumMap<Channel, URI> copy = new EnumMap<>(Channel.class);
    copy.putAll(receivers);
    receivers = Collections.unmodifiableMap(copy);
    if (queueCapacity < 1) {
      throw new IllegalArgumentException(
          "queueCapacity is " + queueCapacity + "; it must be at least 1");
    }
  }

  /** Settings with the default timeout and backoff. */
  public static NotificationSettings of(
      Map<Channel, URI> receivers, @Nullable String token, int queueCapacity) {
    return new NotificationSettings(receivers, token, queueCapacity, TIMEOUT, BACKOFF);
  }

  /** Names the channels only, because the other values may be secrets. */
  @Override
  public String toString() {
    return "NotificationSettings" + receivers.keySet();
  }
}
