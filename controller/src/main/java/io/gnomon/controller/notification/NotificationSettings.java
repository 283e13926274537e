package io.gnomon.controller.notification;

import io.gnomon.controller.retry.PersistentCaller.Patience;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who is told of changes, and how patiently.
 *
 * @param receivers where each channel's receiver is; an address may itself be a secret
 * @param token sent as bearer token to all but Slack, or null
 * @param queueSize how many notices may wait for one receiver, at least 1
 * @param timeout for one request
 * @param patience between attempts
 */
public record NotificationSettings(
    Map<Channel, URI> receivers,
    @Nullable String token,
    int queueSize,
    Duration timeout,
    Patience patience) {
  private static final int QUEUE = 256;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Patience PATIENCE =
      new Patience(Duration.ofMillis(500), Duration.ofSeconds(30), Duration.ofSeconds(15));

  /** Nobody is told. */
  public static final NotificationSettings NONE = of(Map.of(), null, QUEUE);

  /** Copies the receivers and checks the range. */
  public NotificationSettings {
    EnumMap<Channel, URI> copy = new EnumMap<>(Channel.class);
    copy.putAll(receivers);
    receivers = Collections.unmodifiableMap(copy);
    if (queueSize < 1) {
      throw new IllegalArgumentException("queueSize is " + queueSize + "; it must be at least 1");
    }
  }

  /** With the usual timeout and patience. */
  public static NotificationSettings of(
      Map<Channel, URI> receivers, @Nullable String token, int queueSize) {
    return new NotificationSettings(receivers, token, queueSize, TIMEOUT, PATIENCE);
  }

  /** The channels only; the rest may hold secrets. */
  @Override
  public String toString() {
    return "AlertSettings" + receivers.keySet();
  }
}
